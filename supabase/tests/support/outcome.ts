/** What a persona gets who calls a function. */
import type { ERRORS } from "#contracts/errors.ts";
import type { Argument } from "./house.ts";
import { everybody, type Row, type Scene } from "./personas.ts";

/** `denied`: the role may not call it. Else the code of the catalogue. */
export type Outcome = "done" | "denied" | keyof typeof ERRORS;
export const signedIn = (outcome: Outcome, but: Partial<Row<Outcome>> = {}): Row<Outcome> =>
  everybody(outcome, { anon: "denied", service: "denied", ...but });

export interface Act {
  name: string;
  /** What the test names it by, when the function stands here more than once. */
  about?: string;
  args: (scene: Scene) => Record<string, Argument>;
  outcomes: Row<Outcome>;
}
