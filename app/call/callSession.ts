/**
 * One stay in a call, from `enter_call` to its end: hears the meeting, fills what it missed, says that it is alive,
 * and holds the media. It ends by `close`, or tells why it cannot go on.
 */
import { ERRORS, type ErrorCode, type Failure } from "#contracts/errors.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Line, Reactions, Translation } from "#contracts/lines.ts";
import { type EnteredCall, moderationRank } from "#contracts/meetings.ts";
import type { MeetingEvent } from "#contracts/realtime.ts";
import type { Cancel, Clock } from "../lib/clock.ts";
import type { Realtime, Topic } from "../lib/realtime.ts";
import type { Rpc } from "../lib/rpc.ts";
import type { MediaTransport, PreparedTransport } from "../webrtc/transport.ts";
import { createGapDetector } from "./gapDetector.ts";
import { createLobby, type Lobby } from "./lobby.ts";
import { subscribeToMeeting } from "./meetingTopic.ts";
import { createRoster, type Roster, type RosterEvent, withChanges, withEvent } from "./roster.ts";

/** Who takes the lines of the meeting. Everything may come twice and in any order. */
export interface LineFeed {
  onJoined(callId: string): void;
  receiveLines(lines: readonly Line[]): void;
  /** After the write `seq`. */
  receiveTranslations(lineId: string, translations: readonly Translation[], seq: number): void;
  /** All marks under a line after the write `seq`. */
  receiveReactions(lineId: string, reactions: Reactions, seq: number): void;
  /** The network is back: what waits to be sent can go. */
  onReconnected(): void;
}

/**
 * `gone`: the server gave this peer up, or the call ended meanwhile: enter again. `removed`: by somebody who leads.
 * `over`: the meeting itself was ended.
 */
export type SessionEndReason = "gone" | "taken-over" | "removed" | "over";

export interface CallSessionEvents {
  onChange(): void;
  onEnded(why: SessionEndReason): void;
  onRejected(error: Failure): void;
}

export interface CallSessionOptions {
  entered: EnteredCall;
  /** The `seq` up to which an earlier stay knew the meeting: this one goes on from there. */
  lastKnownSeq: number | null;
  rpc: Rpc;
  realtime: Realtime;
  clock: Clock;
  /** Taken over: the stay closes it. */
  preparedTransport: PreparedTransport;
  feed: LineFeed;
  events: CallSessionEvents;
}

export interface CallSession {
  readonly call: EnteredCall["call"];
  /** One's own peer. */
  readonly ownPeer: EnteredCall["me"];
  /** When the call began: milliseconds since the epoch by this device's clock, however wrong that is. */
  readonly startedAt: number;
  readonly transport: MediaTransport;
  /** Empty for who does not lead. */
  readonly lobby: Pick<Lobby, "getSnapshot">;
  roster(): Roster;
  /** What this person leads, see `rank` of the contracts. */
  rank(): ReturnType<typeof moderationRank>;
  /** The `seq` up to which the meeting is known. */
  lastSeq(): number;
  /** Returns the first `seq` that arrived by broadcast instead of `changes_since`; null while none arrives. */
  liveFromSeq(): number | null;
  /** `connecting` until the meeting was heard for the first time. */
  connection(): "connecting" | "connected" | { readonly lost: ErrorCode };
  catchUp(): void;
  /** Asks now what it would ask at the next heartbeat. */
  wake(): void;
  close(): void;
}

const HEARTBEAT_RETRY_MS = 3_000;

/**
 * The server says it of this person or of the meeting, so it stays so. Whatever else fails passes: a deadlock, a new version
 * of the database, something on the way. No call ends by that.
 */
export const isRejection = ({ code }: Failure): boolean =>
  code.startsWith("meeting/") || code === "request/sign-in-needed";

/** What is missing meanwhile, in words that tell nobody to do something about it. */
const connectionLossCode = ({ code }: Failure): ErrorCode =>
  ERRORS[code].category === "network" || code === "request/rate-limited" ? code : "network/timeout";

export function createCallSession(options: CallSessionOptions): CallSession {
  const { entered, lastKnownSeq, rpc, realtime, clock, preparedTransport, feed, events } = options;
  const { meeting, call, me } = entered;
  const enteredAt = clock.now();
  let roster = createRoster(entered);
  let epoch = meeting.epoch;
  let closed = false;
  let wasSubscribed = false;
  let heartbeatError: ErrorCode | null = null;
  let heartbeatPending = false;
  let cancelHeartbeatRetry: Cancel = () => {};
  let liveFromSeq: number | null = null;

  const transport = preparedTransport.open({ callId: call.id, me });
  const unsubscribeTransport = transport.subscribe(events.onChange);

  const gapDetector = createGapDetector({
    clock,
    initialSeq: lastKnownSeq ?? meeting.seq,
    fetchChanges: (after) => rpc("changes_since", { p_meeting_id: meeting.id, p_after_seq: after }),
    isRejection,
    onRejected: reject,
    applyChanges(changes, complete) {
      if (complete && topic.status() === "joined") liveFromSeq ??= changes.seq + 1;
      feed.receiveLines(changes.lines);
      setRoster(withChanges(roster, changes));
      // Not among them any more: the heartbeat knows why.
      if (!changes.peers.some(({ peer_id }) => peer_id === me.peer_id)) void sendHeartbeat();
      switchTopic(changes.epoch);
    },
  });

  const lobby = createLobby({ meetingId: meeting.id, rpc, realtime, clock });
  const unsubscribeLobby = lobby.subscribe(events.onChange);
  const myRank = () => moderationRank(roster.participants.get(me.user_id)?.role ?? "guest", entered.workspace_role);

  function setRoster(next: Roster) {
    if (next === roster || closed) return;
    roster = next;
    connectPeers();
    lobby.setModerating(myRank() > 0);
    events.onChange();
    if (roster.meeting.ended) end("over");
  }

  const connectPeers = () => transport.setPeers(roster.peers.filter(({ user_id }) => user_id !== me.user_id));

  function handleEvent(event: MeetingEvent) {
    liveFromSeq = Math.min(liveFromSeq ?? event.seq, event.seq);
    switch (event.name) {
      case "line_posted":
      case "line_changed":
        feed.receiveLines([event.line]);
        break;
      case "reacted":
        feed.receiveReactions(event.line_id, event.reactions, event.seq);
        break;
      case "translated":
        feed.receiveTranslations(event.line_id, event.translations, event.seq);
        break;
      case "participant_changed":
      case "participant_removed":
      case "meeting_changed":
      case "meeting_ended":
      case "peer_joined":
      case "peer_left":
        applyRosterEvent(event);
        break;
      default:
        event satisfies never;
    }
    if (!closed) gapDetector.received(event.seq);
  }

  function applyRosterEvent(event: RosterEvent) {
    if (event.name === "participant_removed" && event.user_id === me.user_id) return end("removed");
    // Of a removal one's own topic says more than of the peer that went with it: that follows.
    if (event.name === "peer_left" && event.peer_id === me.peer_id && event.reason !== "removed")
      return end(event.reason === "taken-over" ? "taken-over" : "gone");
    setRoster(withEvent(roster, event));
    if (event.name === "participant_removed") switchTopic(event.epoch);
  }

  let topic = subscribe();

  function subscribe(): Topic {
    const newTopic = subscribeToMeeting(realtime, meeting.id, epoch, handleEvent);
    newTopic.onStatus((status) => {
      liveFromSeq = null;
      if (status === "joined") {
        wasSubscribed = true;
        // What was written before the topic was heard, or while it was lost.
        gapDetector.catchUp();
        if (heartbeatError === null) feed.onReconnected();
      }
      events.onChange();
    });
    return newTopic;
  }

  /** A meeting moves to a new topic when somebody was removed, who still hears the old one. */
  function switchTopic(next: number) {
    if (next <= epoch || closed) return;
    epoch = next;
    topic.close();
    topic = subscribe();
  }

  async function sendHeartbeat(): Promise<void> {
    if (heartbeatPending || closed) return;
    heartbeatPending = true;
    cancelHeartbeatRetry();
    const result = await rpc("heartbeat", { p_call_id: call.id, p_peer_id: me.peer_id });
    heartbeatPending = false;
    if (closed) return;
    if (!result.ok) {
      if (isRejection(result.error)) return reject(result.error);
      heartbeatError = connectionLossCode(result.error);
      cancelHeartbeatRetry = clock.after(HEARTBEAT_RETRY_MS, () => void sendHeartbeat());
      return events.onChange();
    }
    const wasDown = heartbeatError !== null;
    heartbeatError = null;
    const { standing } = result.value;
    switch (standing) {
      case "in":
        switchTopic(result.value.epoch);
        gapDetector.serverIsAt(result.value.seq);
        lobby.onWaitingCount(result.value.waiting);
        break;
      case "gone":
      case "ended":
        return end("gone");
      case "taken-over":
        return end("taken-over");
      default:
        return standing satisfies never;
    }
    if (!wasDown) return;
    feed.onReconnected();
    events.onChange();
  }
  const stopHeartbeats = clock.every(LIMITS.heartbeatIntervalMs, () => {
    // The socket's own tries rest while the page is hidden; a call goes on there.
    if (topic.status() === "lost") realtime.wake();
    void sendHeartbeat();
  });

  function end(reason: SessionEndReason) {
    if (closed) return;
    close();
    events.onEnded(reason);
  }

  function reject(error: Failure) {
    if (closed) return;
    close();
    events.onRejected(error);
  }

  function close() {
    if (closed) return;
    closed = true;
    stopHeartbeats();
    cancelHeartbeatRetry();
    gapDetector.close();
    topic.close();
    unsubscribeLobby();
    lobby.close();
    unsubscribeTransport();
    transport.close();
  }

  connectPeers();
  lobby.setModerating(myRank() > 0);
  feed.onJoined(call.id);

  return {
    call,
    ownPeer: me,
    startedAt: Date.parse(call.started_at) + (enteredAt - Date.parse(entered.now)),
    transport,
    lobby,
    roster: () => roster,
    rank: myRank,
    lastSeq: gapDetector.lastSeq,
    liveFromSeq: () => liveFromSeq,
    catchUp: gapDetector.catchUp,
    connection() {
      if (heartbeatError !== null) return { lost: heartbeatError };
      if (topic.status() === "joined") return "connected";
      return wasSubscribed ? { lost: "network/signalling-lost" } : "connecting";
    },
    wake() {
      realtime.wake();
      void sendHeartbeat();
    },
    close,
  };
}
