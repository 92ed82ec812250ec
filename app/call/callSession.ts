/**
 * One call session, from `enter_call` to its end: subscribes to the meeting, fetches missed changes, sends heartbeats and
 * holds the media. `close` ends it; otherwise it reports why it ended.
 */
import { ERROR_CATEGORIES, type ErrorCode, type Failure } from "#contracts/errors.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Line, Reactions, Translation } from "#contracts/lines.ts";
import { type EnteredCall, moderationRank } from "#contracts/meetings.ts";
import type { MeetingEvent } from "#contracts/realtime.ts";
import type { Clock } from "../lib/clock.ts";
import type { Realtime, Topic } from "../lib/realtime.ts";
import { createBackoff } from "../lib/retry.ts";
import type { Rpc } from "../lib/rpc.ts";
import type { MediaTransport, PreparedTransport } from "../webrtc/transport.ts";
import { createGapDetector } from "./gapDetector.ts";
import { subscribeToMeeting } from "./meetingTopic.ts";
import { createRoster, type Roster, type RosterEvent, withChanges, withEvent } from "./roster.ts";
import { createWaitingParticipants, type WaitingParticipants } from "./waitingParticipants.ts";

/** Receives the meeting's lines. Everything may arrive twice and in any order. */
export interface LineFeed {
  onJoined(callId: string): void;
  receiveLines(lines: readonly Line[]): void;
  /** `seq`: the write that changed them. */
  receiveTranslations(lineId: string, translations: readonly Translation[], seq: number): void;
  /** All reactions to a line. `seq`: the write that changed them. */
  receiveReactions(lineId: string, reactions: Reactions, seq: number): void;
  /** The network is back, so pending writes can be sent. */
  onReconnected(): void;
  /** A line of the board, or a confirmation, was added or changed. */
  onBoardChanged?(): void;
}

/**
 * `gone`: the server dropped this peer, or the call ended, so join again. `replaced`: a host took the place.
 * `removed`: by a moderator. `over`: the meeting was ended.
 */
export type SessionEndReason = "gone" | "taken-over" | "replaced" | "removed" | "over";

export interface CallSessionEvents {
  onChange(): void;
  onEnded(reason: SessionEndReason): void;
  onRejected(error: Failure): void;
}

export interface CallSessionOptions {
  entered: EnteredCall;
  /** The last `seq` of an earlier session, from which this one continues. */
  lastKnownSeq: number | null;
  rpc: Rpc;
  realtime: Realtime;
  clock: Clock;
  /** The session takes it over and closes it. */
  preparedTransport: PreparedTransport;
  feed: LineFeed;
  events: CallSessionEvents;
}

export interface CallSession {
  readonly call: EnteredCall["call"];
  readonly ownPeer: EnteredCall["me"];
  /** Milliseconds since the epoch by this device's clock, even if that is wrong. */
  readonly startedAt: number;
  readonly transport: MediaTransport;
  /** Empty unless the local participant moderates. */
  readonly waitingParticipants: Pick<WaitingParticipants, "getSnapshot">;
  /** Returns whether somebody waits while nobody in the call can admit. Always false for moderators. */
  waitsUnattended(): boolean;
  roster(): Roster;
  /** Returns the moderation rank of the local participant. */
  rank(): ReturnType<typeof moderationRank>;
  /** Returns the `seq` up to which all changes were received. */
  lastSeq(): number;
  /** Returns the first `seq` that arrived by broadcast instead of `changes_since`; null while none arrives. */
  liveFromSeq(): number | null;
  /** Returns `connecting` until the meeting's topic was joined for the first time. */
  connection(): "connecting" | "connected" | { readonly lost: ErrorCode };
  catchUp(): void;
  /** Sends the next heartbeat now. */
  wake(): void;
  close(): void;
}

const HEARTBEAT_RETRY_MS = 3_000;

/**
 * Whether the error is a permanent statement about this participant or the meeting. All other failures pass, such as a
 * deadlock, a database upgrade or a network error, and end no call.
 */
export const isRejection = ({ code }: Failure): boolean =>
  code.startsWith("meeting/") || code === "request/sign-in-needed";

/** Returns the code that explains a lost connection. Its message asks for no action. */
const connectionLossCode = ({ code }: Failure): ErrorCode =>
  ERROR_CATEGORIES[code] === "network" || code === "request/rate-limited" ? code : "network/timeout";

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
  let waitsUnattended = false;
  const heartbeatRetry = createBackoff(clock, [HEARTBEAT_RETRY_MS]);
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
      // This peer is no longer listed; the heartbeat returns why.
      if (!changes.peers.some(({ peer_id }) => peer_id === me.peer_id)) void sendHeartbeat();
      switchTopic(changes.epoch);
    },
  });

  const waitingParticipants = createWaitingParticipants({ meetingId: meeting.id, rpc, realtime, clock });
  const unsubscribeWaiting = waitingParticipants.subscribe(events.onChange);
  const myRank = () => moderationRank(roster.participants.get(me.user_id)?.role ?? "guest", entered.workspace_role);

  function setRoster(next: Roster) {
    if (next === roster || closed) return;
    roster = next;
    connectPeers();
    waitingParticipants.setModerating(myRank() > 0);
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
      case "board_changed":
        feed.onBoardChanged?.();
        break;
      default:
        event satisfies never;
    }
    if (!closed) gapDetector.received(event.seq);
  }

  function applyRosterEvent(event: RosterEvent) {
    if (event.name === "participant_removed" && event.user_id === me.user_id) return end("removed");
    // Ignore `peer_left` after a removal: `participant_removed` follows and carries the reason.
    if (event.name === "peer_left" && event.peer_id === me.peer_id && event.reason !== "removed")
      return end(event.reason === "left" ? "gone" : event.reason);
    setRoster(withEvent(roster, event));
    if ("epoch" in event) switchTopic(event.epoch);
  }

  /** The topic of the previous epoch, until the current one is joined. */
  let previousTopic: Topic | null = null;
  let topic = subscribe();

  function closePreviousTopic() {
    previousTopic?.close();
    previousTopic = null;
  }

  function subscribe(): Topic {
    const newTopic = subscribeToMeeting(realtime, meeting.id, epoch, call.id, handleEvent);
    newTopic.onStatus((status) => {
      if (topic !== newTopic) return;
      const wasReceiving = previousTopic?.status() === "joined";
      if (!wasReceiving) liveFromSeq = null;
      if (status === "joined") {
        closePreviousTopic();
        wasSubscribed = true;
        // Fetch what was written before the topic was joined, or while it was lost.
        gapDetector.catchUp();
        if (heartbeatError === null && !wasReceiving) feed.onReconnected();
      }
      events.onChange();
    });
    void newTopic.joined().then((joined) => {
      // The call has moved on to a later epoch, or this peer is gone. The changes contain both.
      if (!joined.ok && topic === newTopic && !closed) gapDetector.catchUp();
    });
    return newTopic;
  }

  /**
   * Moves to the topic of a later epoch. People who left stay subscribed to the old topic, which receives nothing more.
   * It stays open until the new one is joined, so that the call does not count as disconnected.
   */
  function switchTopic(next: number) {
    if (next <= epoch || closed) return;
    epoch = next;
    closePreviousTopic();
    previousTopic = topic;
    topic = subscribe();
  }

  async function sendHeartbeat(): Promise<void> {
    if (heartbeatPending || closed) return;
    heartbeatPending = true;
    heartbeatRetry.cancel();
    const result = await rpc("heartbeat", { p_call_id: call.id, p_peer_id: me.peer_id });
    heartbeatPending = false;
    if (closed) return;
    if (!result.ok) {
      if (isRejection(result.error)) return reject(result.error);
      heartbeatError = connectionLossCode(result.error);
      heartbeatRetry.schedule(() => void sendHeartbeat());
      return events.onChange();
    }
    const wasDown = heartbeatError !== null;
    const wasUnattended = waitsUnattended;
    heartbeatError = null;
    waitsUnattended = myRank() === 0 && result.value.waiting > 0;
    const { standing } = result.value;
    switch (standing) {
      case "in":
        switchTopic(result.value.epoch);
        gapDetector.serverIsAt(result.value.seq);
        waitingParticipants.onWaitingCount(result.value.waiting);
        break;
      case "gone":
      case "ended":
        return end("gone");
      case "taken-over":
      case "replaced":
        return end(standing);
      default:
        return standing satisfies never;
    }
    if (wasDown) feed.onReconnected();
    if (wasDown || waitsUnattended !== wasUnattended) events.onChange();
  }
  const stopHeartbeats = clock.every(LIMITS.heartbeatIntervalMs, () => {
    // The socket does not reconnect by itself in a hidden page, where a call continues.
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
    heartbeatRetry.cancel();
    gapDetector.close();
    closePreviousTopic();
    topic.close();
    unsubscribeWaiting();
    waitingParticipants.close();
    unsubscribeTransport();
    transport.close();
  }

  connectPeers();
  waitingParticipants.setModerating(myRank() > 0);
  feed.onJoined(call.id);

  return {
    call,
    ownPeer: me,
    startedAt: Date.parse(call.started_at) + (enteredAt - Date.parse(entered.now)),
    transport,
    waitingParticipants,
    waitsUnattended: () => waitsUnattended && myRank() === 0,
    roster: () => roster,
    rank: myRank,
    lastSeq: gapDetector.lastSeq,
    liveFromSeq: () => liveFromSeq,
    catchUp: gapDetector.catchUp,
    connection() {
      if (heartbeatError !== null) return { lost: heartbeatError };
      if (topic.status() === "joined" || previousTopic?.status() === "joined") return "connected";
      return wasSubscribed ? { lost: "network/signalling-lost" } : "connecting";
    },
    wake() {
      realtime.wake();
      void sendHeartbeat();
    },
    close,
  };
}
