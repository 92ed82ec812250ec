/** What one says at the door, as its form sends it. */
import * as z from "zod/mini";
import { isErrorCode } from "#contracts/errors.ts";
import { language } from "#contracts/languages.ts";
import { displayName } from "#contracts/meetings.ts";
import type { DoorErrors, DoorValues } from "../view.ts";
import type { Said } from "./waiting.ts";

const said = z.object({ display_name: displayName, speaks: language, reads: language });

/** What stays in the form when it is refused, also where the page has no scripts yet: the name as it was typed. */
export function typedAtDoor(form: { get(name: string): unknown }): Partial<DoorValues> {
  const name = form.get("display_name");
  const speaks = language.safeParse(form.get("speaks"));
  const reads = language.safeParse(form.get("reads"));
  return {
    ...(typeof name === "string" && { name }),
    ...(speaks.success && { speaks: speaks.data }),
    ...(reads.success && { reads: reads.data }),
  };
}

/** The door's answer, or what is wrong with which field. */
export function parseSaid(form: FormData): { values: Said } | { errors: DoorErrors } {
  const sent = said.safeParse(Object.fromEntries(form));
  if (sent.success) return { values: sent.data };
  const errors: { -readonly [Field in keyof DoorErrors]: DoorErrors[Field] } = {};
  for (const { path, message } of sent.error.issues) {
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
