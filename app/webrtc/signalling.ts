/**
 * Signalling between two peers over two topics, one for each direction. Each peer may write only to its own topic, so the
 * topic identifies the sender, never the payload.
 *
 * A peer sends `ready` when it has joined both topics, and every two seconds until the connection is up; the other peer
 * replies. A message sent before the other peer joined is lost, and `missed` in that peer's `ready` reports it.
 */
import { SIGNAL_EVENT, type Signal, signal, topics } from "#contracts/realtime.ts";
import type { Cancel, Clock } from "../lib/clock.ts";
import type { Realtime, Topic } from "../lib/realtime.ts";
import type { IceCandidate, SessionDescription } from "./sdp.ts";

/** Candidates are sent in batches. The first after a description are this device's own, which are gathered within ms. */
export const FIRST_CANDIDATE_BATCH_MS = 10;
export const CANDIDATE_BATCH_MS = 100;
export const READY_RESEND_MS = 2_000;
const MAX_CANDIDATES_PER_MESSAGE = 64;

export interface SignallingEvents {
  /** The remote peer has joined. `missed`: it has received no description yet. */
  onReady(missed: boolean): void;
  onDescription(description: SessionDescription): void;
  onCandidates(candidates: readonly IceCandidate[]): void;
}

export interface Signalling {
  /** Sends at once, or when the topics are joined; then only the newest description. */
  sendDescription(description: SessionDescription): void;
  sendCandidate(candidate: IceCandidate): void;
  /** Repeats `ready` while false. */
  setConnected(connected: boolean): void;
  /** Returns whether both topics are joined. */
  isOpen(): boolean;
  close(): void;
}

export interface SignallingOptions {
  realtime: Realtime;
  clock: Clock;
  callId: string;
  ownPeerId: string;
  remotePeerId: string;
  events: SignallingEvents;
}

export function createSignalling({
  realtime,
  clock,
  callId,
  ownPeerId,
  remotePeerId,
  events,
}: SignallingOptions): Signalling {
  const outgoing: Topic = realtime.join(topics.signal(callId, ownPeerId, remotePeerId));
  const incoming: Topic = realtime.join(topics.signal(callId, remotePeerId, ownPeerId));
  let batch: IceCandidate[] = [];
  let batchDelayMs = FIRST_CANDIDATE_BATCH_MS;
  let cancelBatch: Cancel | null = null;
  let cancelReady: Cancel | null = null;
  let connected = false;
  let closed = false;
  /** Since both topics are joined. */
  let receivedDescription = false;
  let pendingDescription: SessionDescription | null = null;

  const isOpen = () => outgoing.status() === "joined" && incoming.status() === "joined";
  const send = (message: Signal) => outgoing.send(SIGNAL_EVENT, message);

  function sendDescription(description: SessionDescription) {
    const sent = isOpen() && send({ type: "description", kind: description.kind, sdp: description.sdp });
    pendingDescription = sent ? null : description;
    batchDelayMs = FIRST_CANDIDATE_BATCH_MS;
  }

  function flushCandidates() {
    cancelBatch = null;
    batchDelayMs = CANDIDATE_BATCH_MS;
    // Candidates must not overtake their description.
    if (!isOpen() || pendingDescription !== null) return;
    while (batch.length > 0) {
      const chunk = batch.slice(0, MAX_CANDIDATES_PER_MESSAGE);
      if (!send({ type: "candidates", candidates: chunk })) return;
      batch = batch.slice(chunk.length);
    }
  }

  function repeatReady() {
    cancelReady?.();
    cancelReady = null;
    if (closed || connected || !isOpen()) return;
    send({ type: "ready", reply: false, missed: !receivedDescription });
    cancelReady = clock.after(READY_RESEND_MS, repeatReady);
  }

  function statusChanged() {
    if (!isOpen()) {
      receivedDescription = false;
      return;
    }
    if (pendingDescription !== null) sendDescription(pendingDescription);
    flushCandidates();
    repeatReady();
  }

  outgoing.onStatus(statusChanged);
  incoming.onStatus(statusChanged);
  incoming.on(SIGNAL_EVENT, signal, (message) => {
    switch (message.type) {
      case "ready":
        // A reply carries no `missed`: the `ready` that it answers may be older than a description.
        if (!message.reply) send({ type: "ready", reply: true, missed: false });
        events.onReady(message.missed);
        return;
      case "description":
        receivedDescription = true;
        // The contract allows two other kinds, which no peer sends.
        if (message.kind === "offer" || message.kind === "answer")
          events.onDescription({ kind: message.kind, sdp: message.sdp });
        return;
      case "candidates":
        events.onCandidates(message.candidates);
        return;
      default:
        return message satisfies never;
    }
  });
  statusChanged();

  return {
    sendDescription,
    sendCandidate(candidate) {
      batch.push(candidate);
      cancelBatch ??= clock.after(batchDelayMs, flushCandidates);
    },
    setConnected(now) {
      if (connected === now) return;
      connected = now;
      repeatReady();
    },
    isOpen,
    close() {
      closed = true;
      cancelBatch?.();
      cancelReady?.();
      outgoing.close();
      incoming.close();
    },
  };
}
