import type { Rpc } from "../lib/rpc.ts";
import type { ReadSignals } from "../webrtc/signalInbox.ts";
import type { SendSignal } from "../webrtc/signalling.ts";

/**
 * Signals by database functions. `send_signal` adds the sender and limits their number. `missed_signals` returns those of the last
 * minute, which Realtime may not have delivered.
 */
export const createSignalRequests = (rpc: Rpc): { sendSignal: SendSignal; readSignals: ReadSignals } => ({
  sendSignal: async (callId, from, to, signal) =>
    (await rpc("send_signal", { p_call_id: callId, p_from: from, p_to: to, p_signal: signal })).ok,
  readSignals: (callId, peerId) => rpc("missed_signals", { p_call_id: callId, p_peer_id: peerId }),
});
