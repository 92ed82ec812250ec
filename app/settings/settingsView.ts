/** Values, errors and outcomes of the settings forms. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Locale } from "~/i18n/locales.ts";
import type { Theme } from "~/lib/theme.ts";

/** Result of the last "Save": a new object each time, `null` before the first. */
export type SaveOutcome = { readonly saved: boolean } | null;

export interface ProfileValues {
  readonly name: string;
  readonly locale: Locale;
  /** Empty: not chosen yet. */
  readonly timeZone: string;
  readonly theme: Theme;
  /** Emails about decisions and tasks that wait for an answer. */
  readonly emails: boolean;
}

export interface ProfileErrors {
  readonly name?: ErrorCode;
  readonly locale?: ErrorCode;
  readonly timeZone?: ErrorCode;
  /** An error of the account or the connection, not of a field. */
  readonly form?: ErrorCode;
}

export interface LanguagesValues {
  readonly speaks: Language;
  readonly reads: Language;
}

export interface LanguagesErrors {
  readonly speaks?: ErrorCode;
  readonly reads?: ErrorCode;
  readonly form?: ErrorCode;
}
