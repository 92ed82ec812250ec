/** Where a person stands with a call, and how one comes to stand there. */
import type { ErrorCode, Failure } from "#contracts/errors.ts";
import type { CallSession } from "./callSession.ts";

export type CallState =
  | { readonly name: "joining" }
  /** Entered; the meeting's topic is not heard yet. */
  | { readonly name: "connecting" }
  | { readonly name: "connected" }
  /** It is tried further; `reason` says what is missing. */
  | { readonly name: "reconnecting"; readonly reason: ErrorCode }
  | { readonly name: "left" }
  /** Another tab of the same person is the peer now. `enter` takes the call back. */
  | { readonly name: "taken-over" }
  /** By somebody who leads the meeting. */
  | { readonly name: "removed" }
  /** The meeting, for everybody. */
  | { readonly name: "ended" }
  /** `enter` tries again. */
  | { readonly name: "failed"; readonly error: Failure };

export function stateForConnection(connection: ReturnType<CallSession["connection"]>): CallState {
  if (typeof connection === "string") return { name: connection };
  return { name: "reconnecting", reason: connection.lost };
}

/** Two refusals are no failure: they say what became of the meeting, or of this person in it. */
export function stateForError(error: Failure): CallState {
  if (error.code === "meeting/removed") return { name: "removed" };
  return error.code === "meeting/ended" ? { name: "ended" } : { name: "failed", error };
}
