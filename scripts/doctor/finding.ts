/** The result of one check of a step of docs/operating.md. */

/** `unknown`: this cannot be seen from here; the text gives the reason or what to look at. */
export type FindingState = "ok" | "fault" | "unknown";

export interface Finding {
  /** Section and step of docs/operating.md, such as `1.4`. */
  readonly step: string;
  readonly state: FindingState;
  /** A fault's text ends with what to change. */
  readonly text: string;
}

export const ok = (step: string, text: string): Finding => ({ step, state: "ok", text });
export const fault = (step: string, text: string): Finding => ({ step, state: "fault", text });
export const unknown = (step: string, text: string): Finding => ({ step, state: "unknown", text });

/** Returns a finding of `good` or `bad`. */
export const verdict = (step: string, isGood: boolean, good: string, bad: string): Finding =>
  isGood ? ok(step, good) : fault(step, bad);
