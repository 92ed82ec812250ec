/** Sends signals to other peers with the database function `send_signal`, which adds the sender and limits their number. */
import type { Rpc } from "../lib/rpc.ts";
import type { SendSignal } from "../webrtc/signalling.ts";

export const createSendSignal =
  (rpc: Rpc): SendSignal =>
  async ({ callId, from, to, signal }) =>
    (await rpc("send_signal", { p_call_id: callId, p_from: from, p_to: to, p_signal: signal })).ok;
