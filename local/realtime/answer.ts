/** What a channel tells its client. */
import type { ClientMessage, Payload, ServerMessage } from "./protocol.ts";

/** What replies to a message, if anything. */
export type Answer = { readonly status: "ok" | "error"; readonly response: Payload } | null;
export const NONE = null;
export const OK: Answer = { status: "ok", response: {} };
export const error = (reason: string): Answer => ({ status: "error", response: { reason } });

export const afterTheEnd = ({ event }: ClientMessage): Answer =>
  event === "phx_leave" ? OK : error("unmatched topic");

/** Said to whoever listens, not to one join. `topic` as on the wire. */
export const event = (topic: string, name: string, payload: Payload): ServerMessage & { readonly type: "push" } => ({
  type: "push",
  joinRef: null,
  ref: null,
  topic,
  event: name,
  payload,
});

export type BroadcastMessage = ServerMessage & { readonly type: "push" | "user-broadcast" };

/** Bytes of what was broadcast, without its envelope. */
export const sizeOf = (message: BroadcastMessage): number =>
  message.type === "user-broadcast"
    ? message.broadcast.bytes.length
    : Buffer.byteLength(JSON.stringify(message.payload.payload ?? null));
