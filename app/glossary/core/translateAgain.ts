/** Requests new translations of the lines that a changed term released. */
import type { ErrorCode } from "#contracts/errors.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { TranslateLines } from "~/translation/translateLines.ts";

export interface TranslatedAgain {
  /** Lines that have a new translation into every language. */
  readonly lines: number;
  /** Lines without one. They are translated for their next reader. */
  readonly missed: number;
  /** Why further lines were not requested. */
  readonly error: ErrorCode | null;
}

export async function translateAgain(translate: TranslateLines, ids: readonly string[]): Promise<TranslatedAgain> {
  const missed = new Set<string>();
  const toResult = (error: ErrorCode | null): TranslatedAgain => ({
    ...{ lines: ids.length - missed.size, missed: missed.size, error },
  });
  for (let from = 0; from < ids.length; from += LIMITS.linesPerTranslateRequest) {
    const response = await translate(ids.slice(from, from + LIMITS.linesPerTranslateRequest));
    if (!response.ok) {
      for (const id of ids.slice(from)) missed.add(id);
      return toResult(response.error.code);
    }
    // With a reason, a ready translation is the old one.
    for (const { line_id, status, reason } of response.value.results)
      if (status === "failed" || status === "unavailable" || reason !== null) missed.add(line_id);
  }
  return toResult(null);
}
