/**
 * Signalling between two peers. Each sends with `SendSignal` and receives in its own inbox. The database names the sender,
 * never the payload.
 *
 * A peer sends descriptions and candidates at once, while its own inbox still opens. It sends `ready` every two seconds
 * until the connection is up; the other peer replies. The first is sent when the inbox opens, because earlier messages were
 * lost, and `missed` reports it. If nothing can be lost, it waits: most connections are up before. With the later ones, or
 * while the inbox is not open, it reads the signals that were not broadcast.
 */
import type { Signal } from "#contracts/realtime.ts";
import type { Cancel, Clock } from "../lib/clock.ts";
import type { IceCandidate, SessionDescription } from "./sdp.ts";
import type { SignalInbox } from "./signalInbox.ts";

/** Sends a signal from one peer of a call to another. Returns whether the server accepted it; it may still be lost. */
export type SendSignal = (callId: string, from: string, to: string, signal: Signal) => Promise<boolean>;

/** Candidates are sent in batches. The first after a description are this device's own, which are gathered within ms. */
export const FIRST_CANDIDATE_BATCH_MS = 10;
export const CANDIDATE_BATCH_MS = 100;
export const READY_RESEND_MS = 2_000;
export const READY_DELAY_MS = 500;
/** After so many `ready` without a connection, the next ones wait longer. */
const MAX_QUICK_READY = 20;
const SLOW_READY_MS = 10_000;
const MAX_CANDIDATES_PER_MESSAGE = 64;

export interface SignallingEvents {
  /** The inbox of the remote peer is open. `missed`: it has received no description yet. */
  onReady(missed: boolean): void;
  onDescription(description: SessionDescription): void;
  onCandidates(candidates: readonly IceCandidate[]): void;
}

export interface Signalling {
  /** Sends at once, or when the previous one is sent; then only the newest description. Tries again with each `ready`. */
  sendDescription(description: SessionDescription): void;
  sendCandidate(candidate: IceCandidate): void;
  /** Repeats `ready` while false. */
  setConnected(connected: boolean): void;
  /** Returns whether the inbox is open. */
  isOpen(): boolean;
  close(): void;
}

export interface SignallingOptions {
  inbox: SignalInbox;
  clock: Clock;
  remotePeerId: string;
  /** Whether this side makes the first offer. Before, the remote peer sends nothing. */
  makesOffers: boolean;
  /** Sends to the remote peer. */
  send: (signal: Signal) => Promise<boolean>;
  events: SignallingEvents;
}

export function createSignalling({
  inbox,
  clock,
  remotePeerId,
  makesOffers,
  send,
  events,
}: SignallingOptions): Signalling {
  let batch: IceCandidate[] = [];
  let batchDelayMs = FIRST_CANDIDATE_BATCH_MS;
  let cancelBatch: Cancel | null = null;
  let cancelReady: Cancel = () => {};
  let connected = false;
  let closed = false;
  /** Since the connection was up, or the inbox opened. */
  let sentReady = 0;
  /** Since the inbox is open. */
  let receivedDescription = false;
  let sentDescription = false;
  let pendingDescription: SessionDescription | null = null;
  let sendingDescription = false;

  const { isOpen } = inbox;

  /** Sends one description at a time, so that none overtakes an earlier one. */
  async function flushDescription(): Promise<void> {
    if (sendingDescription || pendingDescription === null || closed) return;
    const description = pendingDescription;
    pendingDescription = null;
    sendingDescription = true;
    sentDescription = true;
    const sent = await send({ type: "description", ...description });
    sendingDescription = false;
    // Sent again with the next `ready`.
    if (!sent) pendingDescription ??= description;
    else void flushDescription();
  }

  function flushCandidates() {
    cancelBatch = null;
    batchDelayMs = CANDIDATE_BATCH_MS;
    // Candidates follow their description. They may arrive before it; the receiver then buffers them.
    if (closed || pendingDescription !== null || batch.length === 0) return;
    const candidates = batch.slice(-MAX_CANDIDATES_PER_MESSAGE);
    batch = [];
    void send({ type: "candidates", candidates }).then((sent) => {
      if (!sent) batch = [...candidates, ...batch];
    });
  }

  function repeatReadyAfter(delayMs: number) {
    cancelReady();
    cancelReady = clock.after(delayMs, repeatReady);
  }

  function repeatReady() {
    cancelReady();
    if (closed || connected) return;
    void flushDescription();
    flushCandidates();
    if (sentReady > 0 || !isOpen()) void inbox.readMissed();
    sentReady += 1;
    // One at a time: each takes long while the network is down.
    void send({ type: "ready", reply: false, missed: !receivedDescription }).then(() => {
      if (!closed && !connected) repeatReadyAfter(sentReady > MAX_QUICK_READY ? SLOW_READY_MS : READY_RESEND_MS);
    });
  }

  function statusChanged() {
    if (!isOpen()) {
      receivedDescription = false;
      return;
    }
    sentReady = 0;
    if (makesOffers && !sentDescription) repeatReadyAfter(READY_DELAY_MS);
    else repeatReady();
  }

  function receive(message: Signal) {
    switch (message.type) {
      case "ready":
        if (message.reply) events.onReady(false);
        else {
          // A reply carries no `missed`: the `ready` that it answers may be older than a description.
          void send({ type: "ready", reply: true, missed: false });
          events.onReady(message.missed);
        }
        return;
      case "description":
        receivedDescription = true;
        events.onDescription(message);
        return;
      case "candidates":
        events.onCandidates(message.candidates);
        return;
      default:
        return message satisfies never;
    }
  }

  const unsubscribeStatus = inbox.onStatus(statusChanged);
  const unsubscribeSignals = inbox.onSignal(remotePeerId, receive);
  repeatReadyAfter(isOpen() ? READY_DELAY_MS : READY_RESEND_MS);

  return {
    sendDescription(description) {
      pendingDescription = description;
      batchDelayMs = FIRST_CANDIDATE_BATCH_MS;
      void flushDescription();
    },
    sendCandidate(candidate) {
      batch.push(candidate);
      cancelBatch ??= clock.after(batchDelayMs, flushCandidates);
    },
    setConnected(now) {
      if (connected === now) return;
      connected = now;
      sentReady = 0;
      repeatReady();
    },
    isOpen,
    close() {
      closed = true;
      cancelBatch?.();
      cancelReady();
      unsubscribeStatus();
      unsubscribeSignals();
    },
  };
}
