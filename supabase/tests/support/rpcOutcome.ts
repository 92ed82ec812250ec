/** The outcome of a function call for a persona. */
import type { ErrorCode } from "#contracts/errors.ts";
import { everybody, type Row, type Scene } from "./personas.ts";
import type { Argument } from "./testDatabase.ts";

/** `denied` if the role may not call it, otherwise `done` or the error code. */
export type RpcOutcome = "done" | "denied" | ErrorCode;
export const signedIn = (outcome: RpcOutcome, but: Partial<Row<RpcOutcome>> = {}): Row<RpcOutcome> =>
  everybody(outcome, { anon: "denied", service: "denied", ...but });

export interface RpcCase {
  name: string;
  /** Distinguishes several cases of the same function in test names. */
  about?: string;
  args: (scene: Scene) => Record<string, Argument>;
  outcomes: Row<RpcOutcome>;
}
