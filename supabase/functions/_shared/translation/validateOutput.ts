/** Validates the output of engines. */

import { codePointLength, LIMITS } from "../contracts/limits.ts";
import { isVisible } from "../contracts/text/cleanMessage.ts";
import { type EngineResult, textRejected } from "./engine.ts";

/** In code points. Only an engine that rambles, or obeys a text's instructions, exceeds this length. */
const maxLengthFor = (source: string) => Math.min(LIMITS.translation.max, 200 + 8 * codePointLength(source));

/** Rejects blank text and text far longer than the source. Removes characters that the database cannot store. */
export function validateText(source: string, output: string): EngineResult<string> {
  const text = toStorableText(output);
  if (!isVisible(text)) return textRejected("empty text");
  return codePointLength(text) > maxLengthFor(source) ? textRejected("too long a text") : { ok: true, value: text };
}

/** Checks each text by itself. There must be one output for each source. */
export function validateTexts(
  sources: readonly string[],
  outputs: readonly string[],
): EngineResult<readonly EngineResult<string>[]> {
  if (outputs.length !== sources.length) return textRejected("wrong number of texts");
  return { ok: true, value: sources.map((text, index) => validateText(text, outputs[index] ?? "")) };
}

/**
 * Removes characters that the database cannot store: control characters and lone surrogates. A single one would fail the
 * whole batch.
 */
export const toStorableText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/gu, "\n")
    .replaceAll(/[^\P{Cc}\t\n]/gu, "");
