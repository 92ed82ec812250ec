/**
 * One stay in a call, from `enter_call` to its end: hears the meeting, fills what it missed, says that it is alive,
 * and holds the media. It ends by `close`, or tells why it cannot go on.
 */
import { ERRORS, type ErrorCode, type Failure } from "#contracts/errors.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { EnteredCall, Line, Translation } from "#contracts/meetings.ts";
import { meetingEvents, topics } from "#contracts/realtime.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Realtime, Topic } from "../../platform/realtime.ts";
import type { Rpc } from "../../platform/rpc.ts";
import { type Roster, type RosterEvent, rosterOf, withChanges, withEvent } from "./roster.ts";
import { createSequence } from "./sequence.ts";
import type { MakeTransport, MediaTransport } from "./transport.ts";

/** Who takes the lines of the meeting. Everything may come twice and in any order. */
export interface LineFeed {
  entered(callId: string): void;
  lines(lines: readonly Line[]): void;
  translated(lineId: string, translations: readonly Translation[]): void;
  /** The network is back: what waits to be sent can go. */
  reachable(): void;
}

export interface StayEvents {
  changed(): void;
  /** `gone`: the server gave this peer up, or the call ended meanwhile: enter again. */
  ended(why: "gone" | "taken-over"): void;
  refused(error: Failure): void;
}

export interface StayOptions {
  entered: EnteredCall;
  /** The `seq` up to which an earlier stay knew the meeting: this one goes on from there. */
  knownUpTo: number | null;
  rpc: Rpc;
  realtime: Realtime;
  clock: Clock;
  makeTransport: MakeTransport;
  feed: LineFeed;
  events: StayEvents;
}

export interface Stay {
  readonly entered: EnteredCall;
  readonly transport: MediaTransport;
  roster(): Roster;
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

export const isNetwork = ({ code }: Failure): boolean =>
  ERRORS[code].category === "network" || code === "request/rate-limited";

export function createStay(options: StayOptions): Stay {
  const { entered, knownUpTo, rpc, realtime, clock, makeTransport, feed, events } = options;
  const { meeting, call, me } = entered;
  let roster = rosterOf(entered);
  let epoch = meeting.epoch;
  let closed = false;
  let heard = false;
  let unreachable: ErrorCode | null = null;
  let beating = false;
  let cancelBeatAgain: Cancel = () => {};

  const transport = makeTransport({ callId: call.id, me });
  const endTransport = transport.subscribe(events.changed);

  const sequence = createSequence({
    clock,
    from: knownUpTo ?? meeting.seq,
    changes: (after) => rpc("changes", { meeting_id: meeting.id, after }),
    worthRetrying: isNetwork,
    refused,
    apply(changes) {
      feed.lines(changes.lines);
      update(withChanges(roster, changes));
      // Not among them any more: the heartbeat knows why.
      if (!changes.peers.some(({ peer_id }) => peer_id === me.peer_id)) void beat();
      moveTo(changes.epoch);
    },
  });

  function update(next: Roster) {
    if (next === roster || closed) return;
    roster = next;
    connectPeers();
    events.changed();
  }

  const connectPeers = () => transport.setPeers(roster.peers.filter(({ user_id }) => user_id !== me.user_id));

  function hear(event: RosterEvent) {
    update(withEvent(roster, event));
    sequence.saw(event.seq);
    if (event.name === "peer_left" && event.peer_id === me.peer_id)
      end(event.reason === "taken-over" ? "taken-over" : "gone");
  }

  let topic = listen();

  function listen(): Topic {
    const joined = realtime.join(topics.meeting(meeting.id, epoch));
    joined.on("line_posted", meetingEvents.line_posted, ({ seq, line }) => {
      feed.lines([line]);
      sequence.saw(seq);
    });
    joined.on("translated", meetingEvents.translated, ({ seq, line_id, translations }) => {
      feed.translated(line_id, translations);
      sequence.saw(seq);
    });
    joined.on("participant_changed", meetingEvents.participant_changed, (payload) =>
      hear({ name: "participant_changed", ...payload }),
    );
    joined.on("peer_joined", meetingEvents.peer_joined, (payload) => hear({ name: "peer_joined", ...payload }));
    joined.on("peer_left", meetingEvents.peer_left, (payload) => hear({ name: "peer_left", ...payload }));
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
      if (!isNetwork(answer.error)) return refused(answer.error);
      unreachable = answer.error.code;
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

  function end(why: "gone" | "taken-over") {
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
    endTransport();
    transport.close();
  }

  connectPeers();
  feed.entered(call.id);

  return {
    entered,
    transport,
    roster: () => roster,
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
