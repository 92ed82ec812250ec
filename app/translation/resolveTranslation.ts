/**
 * What a reader sees of a line. The ladder: the stored translation, the server's, the browser's own, and at last the
 * original with the reason. Each rung is tried only when the one above it failed.
 */
import type { Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line, Translation } from "#contracts/lines.ts";

/** Why a line is shown in its original language only. */
export type TranslationFailureReason =
  | "translate/unavailable"
  | "translate/unsupported-pair"
  | "translate/quota"
  /** The meeting keeps nothing, and what is not kept is given to no engine. */
  | "translate/not-kept";

export type LineDisplay =
  | { readonly kind: "original" }
  /** `device`: made by this browser, seen by this reader alone, never stored. */
  | {
      readonly kind: "translated";
      readonly text: string;
      readonly language: Language;
      readonly source: "server" | "device";
    }
  /** The original stands there meanwhile. */
  | { readonly kind: "on-its-way" }
  | { readonly kind: "unavailable"; readonly reason: TranslationFailureReason };

export interface ResolveTranslationInput {
  line: Pick<Line, "language" | "revision" | "fleeting" | "translations">;
  /** Nobody needs to be told what they wrote themselves. */
  mine: boolean;
  reads: Language;
  /** Why the server has no translation; null while it may still come. */
  serverFailure: TranslationFailureReason | null;
  /** What this browser made of it; undefined before it answered. */
  browserResult: Result<string> | undefined;
}

export function resolveTranslation({
  line,
  mine,
  reads,
  serverFailure,
  browserResult,
}: ResolveTranslationInput): LineDisplay {
  if (mine || line.language === reads) return { kind: "original" };
  const stored = storedTranslation(line, reads);
  if (stored?.status === "ready" && stored.text !== null)
    return { kind: "translated", text: stored.text, language: reads, source: "server" };
  const failure = storedFailure(line, reads) ?? serverFailure;
  if (failure === null || browserResult === undefined) return { kind: "on-its-way" };
  return browserResult.ok
    ? { kind: "translated", text: browserResult.value, language: reads, source: "device" }
    : { kind: "unavailable", reason: failure };
}

/** The translation of the line's present revision into `reads`. */
export const storedTranslation = (line: ResolveTranslationInput["line"], reads: Language): Translation | undefined =>
  line.translations.find(({ language, revision }) => language === reads && revision === line.revision);

/** Why what the server knows of the line has no translation: nobody will make it any more, or it failed just now. */
export function storedFailure(line: ResolveTranslationInput["line"], reads: Language): TranslationFailureReason | null {
  if (line.fleeting) return "translate/not-kept";
  const stored = storedTranslation(line, reads);
  return stored?.status === "unavailable" || stored?.status === "failed" ? toFailureReason(stored.reason) : null;
}

/** Whatever kept the server from it, a reader is told one of these reasons. */
export function toFailureReason(code: string | null): TranslationFailureReason {
  return code === "translate/unsupported-pair" || code === "translate/quota" ? code : "translate/unavailable";
}

/** Whether a reader waits for a translation that a request to the server may bring. */
export function needsServerTranslation({
  line,
  mine,
  reads,
}: Pick<ResolveTranslationInput, "line" | "mine" | "reads">): boolean {
  if (mine || line.fleeting || line.language === reads) return false;
  const status = storedTranslation(line, reads)?.status;
  return status !== "ready" && status !== "unavailable";
}
