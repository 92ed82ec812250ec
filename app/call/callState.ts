/** The states of a call, and the events that lead to them. */
import type { ErrorCode, Failure } from "#contracts/errors.ts";
import type { CallSession } from "./callSession.ts";

export type CallState =
  | { readonly name: "joining" }
  /** Entered, but not subscribed to the meeting's topic. */
  | { readonly name: "connecting" }
  | { readonly name: "connected" }
  /** Attempts continue. `reason`: the missing part. */
  | { readonly name: "reconnecting"; readonly reason: ErrorCode }
  | { readonly name: "left" }
  /** Another tab of this participant is in the call. `join` takes the call back. */
  | { readonly name: "taken-over" }
  /** The call was full, and a host or an admin took the place. `join` needs a free one. */
  | { readonly name: "replaced" }
  /** By a moderator. */
  | { readonly name: "removed" }
  /** The meeting ended for all. */
  | { readonly name: "ended" }
  /** `join` retries. */
  | { readonly name: "failed"; readonly error: Failure };

export function stateForConnection(connection: ReturnType<CallSession["connection"]>): CallState {
  if (typeof connection === "string") return { name: connection };
  return { name: "reconnecting", reason: connection.lost };
}

/** Maps a rejection to a state. Two rejections are no failures: the participant was removed, or the meeting ended. */
export function stateForError(error: Failure): CallState {
  if (error.code === "meeting/removed") return { name: "removed" };
  return error.code === "meeting/ended" ? { name: "ended" } : { name: "failed", error };
}
