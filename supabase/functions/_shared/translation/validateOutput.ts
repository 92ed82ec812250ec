/** What an engine answered, before anybody believes it. */
import { codePointLength, LIMITS } from "../contracts/limits.ts";
import { type EngineResult, textRejected } from "./engine.ts";

/** No translation grows like this; an engine that rambles, or does what a text told it to, does. Code points. */
const maxLengthFor = (source: string) => Math.min(LIMITS.translation.max, 200 + 8 * codePointLength(source));

/** Not blank, not far longer than what was asked; without what the database could not store. */
export function validateText(source: string, output: string): EngineResult<string> {
  const text = toStorableText(output);
  if (text.trim() === "") return textRejected("empty text");
  return codePointLength(text) > maxLengthFor(source) ? textRejected("too long a text") : { ok: true, value: text };
}

/** One text for each; each is checked by itself. */
export function validateTexts(
  sources: readonly string[],
  outputs: readonly string[],
): EngineResult<readonly EngineResult<string>[]> {
  if (outputs.length !== sources.length) return textRejected("wrong number of texts");
  return { ok: true, value: sources.map((text, index) => validateText(text, outputs[index] ?? "")) };
}

/**
 * Without what the database could not store: control characters and halves of surrogate pairs, one of which would take all
 * that is stored at once with it.
 */
export const toStorableText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/gu, "\n")
    .replaceAll(/[^\P{Cc}\t\n]/gu, "");
