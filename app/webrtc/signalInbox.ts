/**
 * Receives the signals of all remote peers over one topic. A tab joins it when it enters the call, so a peer that comes
 * later reaches it at once. Only the database broadcasts there, and it adds the sender.
 *
 * Realtime drops broadcasts above a limit that all meetings share, and may reject a join. The database stores them for a minute, so a
 * link that does not come up reads them there.
 */
import type { Result } from "#contracts/errors.ts";
import { type ReceivedSignal, receivedSignal, SIGNAL_EVENT, type Signal, topics } from "#contracts/realtime.ts";
import type { Realtime } from "../lib/realtime.ts";

/** A signal may overtake the event that its sender joined. */
const MAX_EARLY_SIGNALS = 64;
/** Some minutes of signals, of which the database returns the last. */
const MAX_DELIVERED_IDS = 1_000;

/** Reads the signals that were sent to a peer in the last minute, the oldest first, as their senders sent them. */
export type ReadSignals = (callId: string, peerId: string) => Promise<Result<readonly unknown[]>>;

export interface SignalInbox {
  /** Returns whether signals arrive. */
  isOpen(): boolean;
  onStatus(changed: () => void): () => void;
  /** Subscribes to the signals of a remote peer, including those that arrived before. */
  onSignal(remotePeerId: string, listener: (signal: Signal) => void): () => void;
  /** Reads the signals that were not broadcast, once for all links that do so at the same time. */
  readMissed(): Promise<void>;
  close(): void;
}

export function createSignalInbox(
  realtime: Realtime,
  callId: string,
  ownPeerId: string,
  readSignals: ReadSignals,
): SignalInbox {
  const topic = realtime.join(topics.signals(callId, ownPeerId));
  const listeners = new Map<string, (signal: Signal) => void>();
  let deliveredIds: string[] = [];
  let early: ReceivedSignal[] = [];
  /** The peers whose signals were delivered since the pending read began. */
  let heardWhileReading: Set<string> | null = null;

  function deliver(received: ReceivedSignal) {
    const { id, from, signal } = received;
    const listener = listeners.get(from);
    if (listener === undefined) {
      early = [...early, received].slice(-MAX_EARLY_SIGNALS);
      return;
    }
    if (deliveredIds.includes(id)) return;
    deliveredIds = [...deliveredIds, id].slice(-MAX_DELIVERED_IDS);
    heardWhileReading?.add(from);
    listener(signal);
  }
  topic.on(SIGNAL_EVENT, receivedSignal, deliver);

  return {
    isOpen: () => topic.status() === "joined",
    onStatus: (changed) => topic.onStatus(changed),
    onSignal(remotePeerId, listener) {
      listeners.set(remotePeerId, listener);
      queueMicrotask(() => {
        for (const received of early) if (received.from === remotePeerId) deliver(received);
      });
      return () => listeners.delete(remotePeerId);
    },
    async readMissed() {
      if (heardWhileReading !== null) return;
      const heard = new Set<string>();
      heardWhileReading = heard;
      const missed = await readSignals(callId, ownPeerId);
      heardWhileReading = null;
      if (!missed.ok) return;
      for (const payload of missed.value) {
        // A peer may have sent anything. That costs nobody else's signals.
        const { data: received } = receivedSignal.safeParse(payload);
        // A peer that was received meanwhile has sent newer signals.
        if (received && listeners.has(received.from) && !heard.has(received.from)) deliver(received);
      }
    },
    close: topic.close,
  };
}
