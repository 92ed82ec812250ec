/** What the forms of `/` and of the door send. On the server only, so that their pages need no parser. */
import * as z from "zod/mini";
import { isErrorCode } from "#contracts/errors.ts";
import { language } from "#contracts/languages.ts";
import { displayName } from "#contracts/meetings.ts";
import type { DoorErrors } from "./view.ts";

export { meetingCode, showCode } from "#contracts/meetings.ts";

export const landingForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("start"), id: z.uuid() }),
  z.object({ intent: z.literal("join"), code: z.string() }),
]);

const doorForm = z.object({ display_name: displayName, speaks: language, reads: language });
export type DoorForm = z.infer<typeof doorForm>;

/** The door's answer, or what is wrong with which field. */
export function parseDoor(form: FormData): { values: DoorForm } | { errors: DoorErrors } {
  const sent = doorForm.safeParse(Object.fromEntries(form));
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
