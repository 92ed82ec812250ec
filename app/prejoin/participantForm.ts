/** The participant form: name and languages. */
import * as z from "zod/mini";
import { isErrorCode } from "#contracts/errors.ts";
import { type Language, language } from "#contracts/languages.ts";
import { displayName } from "#contracts/meetings.ts";
import type { ParticipantFormErrors, ParticipantFormValues } from "./preJoinView.ts";

/** Name and languages with which a participant joins. */
export interface ParticipantInput {
  readonly display_name: string;
  readonly speaks: Language;
  readonly reads: Language;
}

const participantInputSchema = z.object({ display_name: displayName, speaks: language, reads: language });

/** Returns the submitted values to show again after a rejection, also without JavaScript: the name as typed. */
export function submittedValues(form: { get(name: string): unknown }): Partial<ParticipantFormValues> {
  const name = form.get("display_name");
  const speaks = language.safeParse(form.get("speaks"));
  const reads = language.safeParse(form.get("reads"));
  return {
    ...(typeof name === "string" && { name }),
    ...(speaks.success && { speaks: speaks.data }),
    ...(reads.success && { reads: reads.data }),
  };
}

/** Returns the parsed values, or the errors by field. */
export function parseParticipantForm(form: FormData): { values: ParticipantInput } | { errors: ParticipantFormErrors } {
  const parsed = participantInputSchema.safeParse(Object.fromEntries(form));
  if (parsed.success) return { values: parsed.data };
  const errors: { -readonly [Field in keyof ParticipantFormErrors]: ParticipantFormErrors[Field] } = {};
  for (const { path, message } of parsed.error.issues) {
    switch (path[0]) {
      case "display_name":
        errors.name = isErrorCode(message) ? message : "name/empty";
        break;
      case "speaks":
      case "reads":
        errors[path[0]] = "language/unknown";
        break;
      default:
        errors.form = "request/invalid";
    }
  }
  return { errors };
}
