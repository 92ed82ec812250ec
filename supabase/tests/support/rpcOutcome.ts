/** What a persona gets who calls a function. */
import type { ERRORS } from "#contracts/errors.ts";
import { everybody, type Row, type Scene } from "./personas.ts";
import type { Argument } from "./testDatabase.ts";

/** `denied`: the role may not call it. Else the code of the catalogue. */
export type RpcOutcome = "done" | "denied" | keyof typeof ERRORS;
export const signedIn = (outcome: RpcOutcome, but: Partial<Row<RpcOutcome>> = {}): Row<RpcOutcome> =>
  everybody(outcome, { anon: "denied", service: "denied", ...but });

export interface RpcCase {
  name: string;
  /** What the test names it by, when the function stands here more than once. */
  about?: string;
  args: (scene: Scene) => Record<string, Argument>;
  outcomes: Row<RpcOutcome>;
}
