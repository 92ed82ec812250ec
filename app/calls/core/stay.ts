/**
 * One stay in a call, from `enter_call` to its end: hears the meeting, fills what it missed, says that it is alive,
 * and holds the media. It ends by `close`, or tells why it cannot go on.
 */
import { ERRORS, type ErrorCode, type Failure } from "#contracts/errors.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Line, Reactions, Translation } from "#contracts/lines.ts";
import { type EnteredCall, rank } from "#contracts/meetings.ts";
import type { MeetingEvent } from "#contracts/realtime.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Realtime, Topic } from "../../platform/realtime.ts";
import type { Rpc } from "../../platform/rpc.ts";
import { createLobby, type Lobby } from "./lobby.ts";
import { joinMeeting } from "./meetingTopic.ts";
import { type Roster, type RosterEvent, rosterOf, withChanges, withEvent } from "./roster.ts";
import { createSequence } from "./sequence.ts";
import type { MediaTransport, PreparedTransport } from "./transport.ts";

/** Who takes the lines of the meeting. Everything may come twice and in any order. */
export interface LineFeed {
  entered(callId: string): void;
  lines(lines: readonly Line[]): void;
  /** After the write `seq`. */
  translated(lineId: string, translations: readonly Translation[], seq: number): void;
  /** All marks under a line after the write `seq`. */
  reacted(lineId: string, reactions: Reactions, seq: number): void;
  /** The network is back: what waits to be sent can go. */
  reachable(): void;
}

/**
 * `gone`: the server gave this peer up, or the call ended meanwhile: enter again. `removed`: by somebody who leads.
 * `over`: the meeting itself was ended.
 */
export type StayEnd = "gone" | "taken-over" | "removed" | "over";

export interface StayEvents {
  changed(): void;
  ended(why: StayEnd): void;
  refused(error: Failure): void;
}

export interface StayOptions {
  entered: EnteredCall;
  /** The `seq` up to which an earlier stay knew the meeting: this one goes on from there. */
  knownUpTo: number | null;
  rpc: Rpc;
  realtime: Realtime;
  clock: Clock;
  /** Taken over: the stay closes it. */
  prepared: PreparedTransport;
  feed: LineFeed;
  events: StayEvents;
}

export interface Stay {
  readonly call: EnteredCall["call"];
  /** One's own peer. */
  readonly me: EnteredCall["me"];
  /** When the call began: milliseconds since the epoch by this device's clock, however wrong that is. */
  readonly startedAt: number;
  readonly transport: MediaTransport;
  /** Empty for who does not lead. */
  readonly lobby: Pick<Lobby, "getSnapshot">;
  roster(): Roster;
  /** What this person leads, see `rank` of the contracts. */
  rank(): ReturnType<typeof rank>;
  /** The `seq` up to which the meeting is known. */
  knownUpTo(): number;
  /** `connecting` until the meeting was heard for the first time. */
  connection(): "connecting" | "connected" | { readonly lost: ErrorCode };
  catchUp(): void;
  /** Asks now what it would ask at the next heartbeat. */
  wake(): void;
  close(): void;
}

const BEAT_AGAIN = 3_000;

/**
 * The server says it of this person or of the meeting, so it stays so. Whatever else fails passes: a deadlock, a new version
 * of the database, something on the way. No call ends by that.
 */
export const isRefusal = ({ code }: Failure): boolean =>
  code.startsWith("meeting/") || code === "request/sign-in-needed";

/** What is missing meanwhile, in words that tell nobody to do something about it. */
const missing = ({ code }: Failure): ErrorCode =>
  ERRORS[code].category === "network" || code === "request/rate-limited" ? code : "network/timeout";

export function createStay(options: StayOptions): Stay {
  const { entered, knownUpTo, rpc, realtime, clock, prepared, feed, events } = options;
  const { meeting, call, me } = entered;
  const enteredAt = clock.now();
  let roster = rosterOf(entered);
  let epoch = meeting.epoch;
  let closed = false;
  let heard = false;
  let unreachable: ErrorCode | null = null;
  let beating = false;
  let cancelBeatAgain: Cancel = () => {};

  const transport = prepared.open({ callId: call.id, me });
  const endTransport = transport.subscribe(events.changed);

  const sequence = createSequence({
    clock,
    from: knownUpTo ?? meeting.seq,
    changes: (after) => rpc("changes", { meeting_id: meeting.id, after }),
    isRefusal,
    refused,
    apply(changes) {
      feed.lines(changes.lines);
      update(withChanges(roster, changes));
      // Not among them any more: the heartbeat knows why.
      if (!changes.peers.some(({ peer_id }) => peer_id === me.peer_id)) void beat();
      moveTo(changes.epoch);
    },
  });

  const lobby = createLobby({ meetingId: meeting.id, rpc, realtime, clock });
  const endLobby = lobby.subscribe(events.changed);
  const myRank = () => rank(roster.participants.get(me.user_id)?.role ?? "guest", entered.workspace_role);

  function update(next: Roster) {
    if (next === roster || closed) return;
    roster = next;
    connectPeers();
    lobby.setLeads(myRank() > 0);
    events.changed();
    if (roster.meeting.ended) end("over");
  }

  const connectPeers = () => transport.setPeers(roster.peers.filter(({ user_id }) => user_id !== me.user_id));

  function hear(event: MeetingEvent) {
    switch (event.name) {
      case "line_posted":
      case "line_changed":
        feed.lines([event.line]);
        break;
      case "reacted":
        feed.reacted(event.line_id, event.reactions, event.seq);
        break;
      case "translated":
        feed.translated(event.line_id, event.translations, event.seq);
        break;
      case "participant_changed":
      case "participant_removed":
      case "meeting_changed":
      case "meeting_ended":
      case "peer_joined":
      case "peer_left":
        learn(event);
        break;
      default:
        event satisfies never;
    }
    if (!closed) sequence.saw(event.seq);
  }

  function learn(event: RosterEvent) {
    if (event.name === "participant_removed" && event.user_id === me.user_id) return end("removed");
    // Of a removal one's own topic says more than of the peer that went with it: that follows.
    if (event.name === "peer_left" && event.peer_id === me.peer_id && event.reason !== "removed")
      return end(event.reason === "taken-over" ? "taken-over" : "gone");
    update(withEvent(roster, event));
    if (event.name === "participant_removed") moveTo(event.epoch);
  }

  let topic = listen();

  function listen(): Topic {
    const joined = joinMeeting(realtime, meeting.id, epoch, hear);
    joined.onStatus((status) => {
      if (status === "joined") {
        heard = true;
        // What was written before the topic was heard, or while it was lost.
        sequence.catchUp();
        if (unreachable === null) feed.reachable();
      }
      events.changed();
    });
    return joined;
  }

  /** A meeting moves to a new topic when somebody was removed, who still hears the old one. */
  function moveTo(next: number) {
    if (next <= epoch || closed) return;
    epoch = next;
    topic.close();
    topic = listen();
  }

  async function beat(): Promise<void> {
    if (beating || closed) return;
    beating = true;
    cancelBeatAgain();
    const answer = await rpc("heartbeat", { call_id: call.id, peer_id: me.peer_id });
    beating = false;
    if (closed) return;
    if (!answer.ok) {
      if (isRefusal(answer.error)) return refused(answer.error);
      unreachable = missing(answer.error);
      cancelBeatAgain = clock.after(BEAT_AGAIN, () => void beat());
      return events.changed();
    }
    const wasUnreachable = unreachable !== null;
    unreachable = null;
    const { standing } = answer.value;
    switch (standing) {
      case "in":
        moveTo(answer.value.epoch);
        sequence.reached(answer.value.seq);
        lobby.counted(answer.value.waiting);
        break;
      case "gone":
      case "ended":
        return end("gone");
      case "taken-over":
        return end("taken-over");
      default:
        return standing satisfies never;
    }
    if (!wasUnreachable) return;
    feed.reachable();
    events.changed();
  }
  const endBeats = clock.every(LIMITS.heartbeat, () => {
    // The socket's own tries rest while the page is hidden; a call goes on there.
    if (topic.status() === "lost") realtime.wake();
    void beat();
  });

  function end(why: StayEnd) {
    if (closed) return;
    close();
    events.ended(why);
  }

  function refused(error: Failure) {
    if (closed) return;
    close();
    events.refused(error);
  }

  function close() {
    if (closed) return;
    closed = true;
    endBeats();
    cancelBeatAgain();
    sequence.close();
    topic.close();
    endLobby();
    lobby.close();
    endTransport();
    transport.close();
  }

  connectPeers();
  lobby.setLeads(myRank() > 0);
  feed.entered(call.id);

  return {
    call,
    me,
    startedAt: Date.parse(call.started_at) + (enteredAt - Date.parse(entered.now)),
    transport,
    lobby,
    roster: () => roster,
    rank: myRank,
    knownUpTo: sequence.at,
    catchUp: sequence.catchUp,
    connection() {
      if (unreachable !== null) return { lost: unreachable };
      if (topic.status() === "joined") return "connected";
      return heard ? { lost: "network/signalling-lost" } : "connecting";
    },
    wake() {
      realtime.wake();
      void beat();
    },
    close,
  };
}
