/** Parsers of the settings forms. A `.server` file keeps them, and zod, out of browser bundles. */
import * as z from "zod/mini";
import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { language } from "#contracts/languages.ts";
import { displayName } from "#contracts/meetings.ts";
import { LOCALE_CODES } from "~/i18n/locales.ts";
import { isTimeZone } from "~/lib/dates.ts";
import { MESSAGE_LANGUAGES } from "./messageLanguages.server.ts";
import type { LanguagesErrors, ProfileErrors } from "./settingsView.ts";

type Writable<T> = { -readonly [Field in keyof T]: T[Field] };

const profileForm = z.object({
  display_name: displayName,
  ui_locale: z.enum(LOCALE_CODES),
  // Absent from a form of an earlier page; the stored one stays.
  message_language: z.optional(z.enum(MESSAGE_LANGUAGES)),
  // Empty if no script proposed a time zone and none was chosen; the stored one stays.
  time_zone: z.union([
    z.pipe(
      z.literal(""),
      z.transform(() => undefined),
    ),
    z.string().check(z.refine(isTimeZone)),
  ]),
});
export type ProfileInput = z.infer<typeof profileForm>;

const languagesForm = z.object({ speaks: language, reads: language });
export type LanguagesInput = z.infer<typeof languagesForm>;

/** Returns the parsed values, or the errors by field. */
export function parseProfile(form: FormData): { values: ProfileInput } | { errors: ProfileErrors } {
  const parsed = profileForm.safeParse(Object.fromEntries(form));
  if (parsed.success) return { values: parsed.data };
  const errors: Writable<ProfileErrors> = {};
  for (const { path, message } of parsed.error.issues) {
    if (path[0] === "display_name") errors.name = isErrorCode(message) ? message : "name/empty";
    if (path[0] === "ui_locale") errors.locale = "locale/unknown";
    if (path[0] === "message_language") errors.messageLanguage = "locale/unknown";
    if (path[0] === "time_zone") errors.timeZone = "time-zone/unknown";
  }
  return { errors };
}

/** Assigns a database error to its field. */
export function toProfileErrors(code: ErrorCode): ProfileErrors {
  switch (code) {
    case "name/empty":
    case "name/too-long":
      return { name: code };
    case "locale/unknown":
      return { messageLanguage: code };
    case "time-zone/unknown":
      return { timeZone: code };
    default:
      return { form: code };
  }
}

/** Returns the parsed values, or the errors by field. */
export function parseLanguages(form: FormData): { values: LanguagesInput } | { errors: LanguagesErrors } {
  const parsed = languagesForm.safeParse(Object.fromEntries(form));
  if (parsed.success) return { values: parsed.data };
  const errors: Writable<LanguagesErrors> = {};
  for (const { path } of parsed.error.issues)
    if (path[0] === "speaks" || path[0] === "reads") errors[path[0]] = "language/unknown";
  return { errors };
}
