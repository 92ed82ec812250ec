/**
 * Receives the signals of all remote peers over one topic. A tab joins it when it enters the call, so a peer that comes
 * later reaches it at once. Only the database broadcasts there, and it adds the sender.
 */
import { receivedSignal, SIGNAL_EVENT, type Signal, topics } from "#contracts/realtime.ts";
import type { Clock } from "../lib/clock.ts";
import type { Realtime } from "../lib/realtime.ts";

/** A signal may overtake the event that its sender joined. */
const EARLY_SIGNAL_TTL_MS = 5_000;
const MAX_EARLY_SIGNALS = 64;

export interface SignalInbox {
  /** Returns whether signals arrive. */
  isOpen(): boolean;
  onStatus(changed: () => void): () => void;
  /** Subscribes to the signals of a remote peer, including those that arrived shortly before. */
  onSignal(remotePeerId: string, listener: (signal: Signal) => void): () => void;
  close(): void;
}

export function createSignalInbox(realtime: Realtime, clock: Clock, callId: string, ownPeerId: string): SignalInbox {
  const topic = realtime.join(topics.signals(callId, ownPeerId));
  const listeners = new Map<string, (signal: Signal) => void>();
  let early: { from: string; signal: Signal; at: number }[] = [];

  topic.on(SIGNAL_EVENT, receivedSignal, ({ from, signal }) => {
    const listener = listeners.get(from);
    if (listener !== undefined) return listener(signal);
    early = [...early, { from, signal, at: clock.now() }].slice(-MAX_EARLY_SIGNALS);
  });

  return {
    isOpen: () => topic.status() === "joined",
    onStatus: (changed) => topic.onStatus(changed),
    onSignal(remotePeerId, listener) {
      listeners.set(remotePeerId, listener);
      const oldest = clock.now() - EARLY_SIGNAL_TTL_MS;
      const own = early.filter(({ from, at }) => from === remotePeerId && at >= oldest);
      early = early.filter(({ from, at }) => from !== remotePeerId && at >= oldest);
      queueMicrotask(() => {
        for (const { signal } of own) if (listeners.get(remotePeerId) === listener) listener(signal);
      });
      return () => {
        if (listeners.get(remotePeerId) === listener) listeners.delete(remotePeerId);
      };
    },
    close: topic.close,
  };
}
