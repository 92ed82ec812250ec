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
  /** The language of emails and SMS. */
  readonly messageLanguage: string;
  /** Empty: not chosen yet. */
  readonly timeZone: string;
  readonly theme: Theme;
  /** Emails about decisions and tasks that wait for an answer. */
  readonly emails: boolean;
}

/** A language of emails and SMS, with its own name. */
export interface MessageLanguage {
  readonly code: string;
  readonly name: string;
  readonly dir: "ltr" | "rtl";
}

/** Returns the option of a stored locale such as `es-MX`, else the proposed one. */
export function shownMessageLanguage(
  languages: readonly MessageLanguage[],
  stored: string | null,
  proposed: string,
): string {
  const [base] = (stored ?? "").toLowerCase().split("-");
  return languages.find(({ code }) => code === base)?.code ?? proposed;
}

export interface ProfileErrors {
  readonly name?: ErrorCode;
  readonly locale?: ErrorCode;
  readonly messageLanguage?: ErrorCode;
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
