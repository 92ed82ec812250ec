/**
 * What one peer says to one other to set up their connection: two topics, one for each direction, of which each side
 * may write only its own. So who speaks is known from the topic, never from the payload.
 *
 * Each side says `ready` once it hears both topics, and every two seconds until the connection stands; who hears a
 * `ready` answers it. What was said before the other side listened is lost: its `ready` tells that it heard nothing.
 */
import { SIGNAL_EVENT, type Signal, signal, topics } from "#contracts/realtime.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Realtime, Topic } from "../../platform/realtime.ts";
import type { Candidate, Description } from "./connection.ts";

/** Candidates go together. The first after a description, those of this very device, are soon all there. */
export const FIRST_CANDIDATES = 10;
export const CANDIDATE_BATCH = 100;
export const READY_AGAIN = 2_000;
const CANDIDATES_AT_ONCE = 64;

export interface SignallingEvents {
  /** The other side hears us. `missed`: it heard no description yet. */
  ready(missed: boolean): void;
  description(description: Description): void;
  candidates(candidates: readonly Candidate[]): void;
}

export interface Signalling {
  /** Sends at once, or when the topic is joined: then only the newest description, it replaces all before it. */
  describe(description: Description): void;
  candidate(candidate: Candidate): void;
  /** While false, `ready` is repeated. */
  setConnected(connected: boolean): void;
  /** Both topics are joined. */
  open(): boolean;
  close(): void;
}

export interface SignallingOptions {
  realtime: Realtime;
  clock: Clock;
  callId: string;
  /** Peer ids. */
  me: string;
  other: string;
  events: SignallingEvents;
}

export function createSignalling({ realtime, clock, callId, me, other, events }: SignallingOptions): Signalling {
  const outgoing: Topic = realtime.join(topics.signal(callId, me, other));
  const incoming: Topic = realtime.join(topics.signal(callId, other, me));
  let batch: Candidate[] = [];
  let batchAfter = FIRST_CANDIDATES;
  let cancelBatch: Cancel | null = null;
  let cancelReady: Cancel | null = null;
  let connected = false;
  let closed = false;
  /** A description came, since both topics are joined. */
  let heard = false;
  /** What waits for the topic. */
  let waitingDescription: Description | null = null;

  const open = () => outgoing.status() === "joined" && incoming.status() === "joined";
  const send = (message: Signal) => outgoing.send(SIGNAL_EVENT, message);

  function describe(description: Description) {
    const sent = open() && send({ type: "description", kind: description.kind, sdp: description.sdp });
    waitingDescription = sent ? null : description;
    batchAfter = FIRST_CANDIDATES;
  }

  function flushCandidates() {
    cancelBatch = null;
    batchAfter = CANDIDATE_BATCH;
    // While a description waits its candidates do too.
    if (!open() || waitingDescription !== null) return;
    while (batch.length > 0) {
      const some = batch.slice(0, CANDIDATES_AT_ONCE);
      if (!send({ type: "candidates", candidates: some })) return;
      batch = batch.slice(some.length);
    }
  }

  function repeatReady() {
    cancelReady?.();
    cancelReady = null;
    if (closed || connected || !open()) return;
    send({ type: "ready", reply: false, missed: !heard });
    cancelReady = clock.after(READY_AGAIN, repeatReady);
  }

  function statusChanged() {
    if (!open()) {
      heard = false;
      return;
    }
    if (waitingDescription !== null) describe(waitingDescription);
    flushCandidates();
    repeatReady();
  }

  outgoing.onStatus(statusChanged);
  incoming.onStatus(statusChanged);
  incoming.on(SIGNAL_EVENT, signal, (message) => {
    switch (message.type) {
      case "ready":
        // What a reply replies to may have left before a description: it can tell of none.
        if (!message.reply) send({ type: "ready", reply: true, missed: false });
        events.ready(message.missed);
        return;
      case "description":
        heard = true;
        // The other two kinds are part of the shape but of no use here.
        if (message.kind === "offer" || message.kind === "answer")
          events.description({ kind: message.kind, sdp: message.sdp });
        return;
      case "candidates":
        events.candidates(message.candidates);
        return;
      default:
        return message satisfies never;
    }
  });
  statusChanged();

  return {
    describe,
    candidate(candidate) {
      batch.push(candidate);
      cancelBatch ??= clock.after(batchAfter, flushCandidates);
    },
    setConnected(now) {
      if (connected === now) return;
      connected = now;
      repeatReady();
    },
    open,
    close() {
      closed = true;
      cancelBatch?.();
      cancelReady?.();
      outgoing.close();
      incoming.close();
    },
  };
}
