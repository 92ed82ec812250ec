/**
 * Protects spans from engines: addresses, mentions, placeholders, code, tags, emoji, and glossary terms, which are rendered
 * in the target language. See `translateProtected`.
 */
import type { TermEntry } from "../contracts/glossary.ts";
import type { Language } from "../contracts/languages.ts";
import { codePointLength, LIMITS } from "../contracts/limits.ts";
import { type ProtectionMode, translateProtected } from "../contracts/text/translateProtected.ts";
import { type Engine, type EngineError, type EngineResult, type TimeBudget, textRejected } from "./engine.ts";
import { matchTerms, renderTerm } from "./glossary.ts";

/** `free` marks a result without a request, which says nothing about the engine. */
export type ProtectedResult = EngineResult<string> & { readonly free?: true };

/** Words that an engine must not translate by itself. */
export interface Vocabulary {
  readonly terms: readonly TermEntry[];
  /** Names of people whom the texts may mention. */
  readonly names: readonly string[];
}

export const NO_VOCABULARY: Vocabulary = { terms: [], names: [] };

/** An engine that leaves protected spans intact. */
export interface ProtectingEngine extends Pick<Engine, "name" | "readPairs"> {
  /** Translates like `Engine.translate`, and applies the vocabulary. */
  translate(
    texts: readonly string[],
    source: Language,
    target: Language,
    within: TimeBudget,
    vocabulary?: Vocabulary,
  ): Promise<readonly ProtectedResult[]>;
}

/** Wraps an engine. Protected spans come back unchanged; a text whose signs the engine changes is rejected. */
export function protectSpans(engine: Engine, mode: ProtectionMode): ProtectingEngine {
  return {
    name: engine.name,
    ...(engine.readPairs && { readPairs: engine.readPairs }),
    translate: async (texts, source, target, within, { terms, names } = NO_VOCABULARY) => {
      // The text around a term decides its capitals, so each text has terms of its own.
      const results = await translateProtected(texts, {
        mode,
        target,
        names,
        termsIn: (text, from, to) =>
          matchTerms(text.slice(from, to), terms, source, target).map((found) => {
            const term = { ...found, from: from + found.from, to: from + found.to, coreTo: from + found.coreTo };
            return { ...term, render: (before: string) => renderTerm(term, text, target, before) };
          }),
        translate: (parts) =>
          parts.length === 0 ? Promise.resolve([]) : engine.translate(parts, source, target, within),
        rejected: textRejected("changed signs"),
        failure: partialFailure,
      });
      return results.map(({ result, free }) => ({ ...enforceMaxLength(result), ...(free && { free }) }));
    },
  };
}

/** Marks the failure as attempted if any part of the text was, even if the failed part was not. */
const partialFailure = (
  { error }: EngineError,
  attempted: boolean,
  parts: readonly EngineResult<string>[],
): EngineError => ({
  ok: false,
  error: { ...error, attempted: attempted || parts.some((part) => part.ok || part.error.attempted) },
});

/** Terms can turn a short text into a very long one. */
const enforceMaxLength = (result: EngineResult<string>): EngineResult<string> =>
  result.ok && codePointLength(result.value) > LIMITS.translation.max ? textRejected("too long a text") : result;
