/**
 * Chooses what a reader sees of a line: the stored translation, then a new one from the server, then one of the browser,
 * then the original with the reason. Each step is tried only after the previous one failed. A short line that the reader
 * can probably read stays as it is.
 */
import type { Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line, Translation } from "#contracts/lines.ts";

/** Why a line is shown in its original language only. */
export type TranslationFailureReason =
  | "translate/unavailable"
  | "translate/unsupported-pair"
  | "translate/quota"
  /** The meeting stores no lines, and unstored lines are sent to no engine. */
  | "translate/not-kept"
  /** The workspace allows no translation. */
  | "translate/off"
  /** The workspace allows translation in the reader's browser only. */
  | "translate/device-only";

export type LineDisplay =
  | { readonly kind: "original" }
  /** The original, because the line is short and more likely in `language`, the reader's. It is translated on request. */
  | { readonly kind: "readable"; readonly language: Language }
  /** `device`: translated by this browser for this reader only, never stored. */
  | {
      readonly kind: "translated";
      readonly text: string;
      readonly language: Language;
      readonly source: "server" | "device";
    }
  /** Pending: the original is shown. */
  | { readonly kind: "on-its-way" }
  | { readonly kind: "unavailable"; readonly reason: TranslationFailureReason };

export interface ResolveTranslationInput {
  line: Pick<Line, "language" | "revision" | "fleeting" | "translations">;
  /** Own lines are not translated. */
  mine: boolean;
  reads: Language;
  /** Whether the reader can probably read the line as it is; undefined while this is checked. */
  readable: boolean | undefined;
  /** Why the server has no translation; null while it may still arrive. */
  serverFailure: TranslationFailureReason | null;
  /** The result of the browser's translator; undefined while it is pending. */
  browserResult: Result<string> | undefined;
  /** Whether a pending result of the browser will come at once. Otherwise the original is shown with the reason until then. */
  browserReady: boolean;
}

export function resolveTranslation({
  line,
  mine,
  reads,
  readable,
  serverFailure,
  browserResult,
  browserReady,
}: ResolveTranslationInput): LineDisplay {
  if (mine || line.language === reads) return { kind: "original" };
  if (readable === undefined) return { kind: "on-its-way" };
  if (readable) return { kind: "readable", language: reads };
  const stored = storedTranslation(line, reads);
  if (stored?.status === "ready" && stored.text !== null)
    return { kind: "translated", text: stored.text, language: reads, source: "server" };
  const failure = storedFailure(line, reads) ?? serverFailure;
  if (failure === null) return { kind: "on-its-way" };
  if (failure === "translate/off") return { kind: "unavailable", reason: failure };
  if (browserResult === undefined)
    return browserReady ? { kind: "on-its-way" } : { kind: "unavailable", reason: failure };
  return browserResult.ok
    ? { kind: "translated", text: browserResult.value, language: reads, source: "device" }
    : { kind: "unavailable", reason: failure };
}

/** Returns the stored translation of the current revision into `reads`. */
export const storedTranslation = (line: ResolveTranslationInput["line"], reads: Language): Translation | undefined =>
  line.translations.find(({ language, revision }) => language === reads && revision === line.revision);

/** Returns why the stored line has no translation: all attempts are used up, or the last one failed. */
export function storedFailure(line: ResolveTranslationInput["line"], reads: Language): TranslationFailureReason | null {
  if (line.fleeting) return "translate/not-kept";
  const stored = storedTranslation(line, reads);
  return stored?.status === "unavailable" || stored?.status === "failed" ? toFailureReason(stored.reason) : null;
}

/** Maps an error code to a reason for the reader. */
export function toFailureReason(code: string | null): TranslationFailureReason {
  switch (code) {
    case "translate/unsupported-pair":
    case "translate/quota":
    case "translate/off":
    case "translate/device-only":
      return code;
    default:
      return "translate/unavailable";
  }
}

/** Returns whether a request to the server may produce the missing translation. */
export function needsServerTranslation({
  line,
  mine,
  reads,
}: Pick<ResolveTranslationInput, "line" | "mine" | "reads">): boolean {
  if (mine || line.fleeting || line.language === reads) return false;
  const status = storedTranslation(line, reads)?.status;
  return status !== "ready" && status !== "unavailable";
}
