/** Values of the two forms that lead into a meeting, made by their route. */
import type { Access, Retention } from "#contracts/meetings.ts";

/** Settings of a meeting that starts. */
export interface StartValues {
  readonly title: string;
  readonly access: Access;
  readonly keep: Retention;
}

/** Submitted values of the form that failed. */
export interface SubmittedStartOrJoin {
  readonly code?: string;
  readonly values?: StartValues;
}
