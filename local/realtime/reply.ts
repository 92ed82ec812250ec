/** Messages from a channel to its client. */
import type { ClientMessage, Payload, ServerMessage } from "./protocol.ts";

/** The reply to a message; null sends none. */
export type Reply = { readonly status: "ok" | "error"; readonly response: Payload } | null;
export const NO_REPLY = null;
export const OK_REPLY: Reply = { status: "ok", response: {} };
export const errorReply = (reason: string): Reply => ({ status: "error", response: { reason } });

export const replyAfterEnd = ({ event }: ClientMessage): Reply =>
  event === "phx_leave" ? OK_REPLY : errorReply("unmatched topic");

/** Returns a push for all subscribers, without the ref of a join. `topic` as on the wire. */
export const pushMessage = (
  topic: string,
  name: string,
  payload: Payload,
): ServerMessage & { readonly type: "push" } => ({
  type: "push",
  joinRef: null,
  ref: null,
  topic,
  event: name,
  payload,
});

export type BroadcastMessage = ServerMessage & { readonly type: "push" | "user-broadcast" };

/** Returns the size of a broadcast without its envelope. */
export const payloadBytes = (message: BroadcastMessage): number =>
  message.type === "user-broadcast"
    ? message.broadcast.bytes.length
    : Buffer.byteLength(JSON.stringify(message.payload.payload ?? null));
