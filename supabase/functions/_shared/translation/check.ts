/** What an engine answered, before anybody believes it. */
import { LIMITS, points } from "../contracts/limits.ts";
import { cannot, type EngineResult } from "./engine.ts";

/** No translation grows like this; an engine that rambles, or does what a text told it to, does. Code points. */
const mostOf = (asked: string) => Math.min(LIMITS.translation.max, 200 + 8 * points(asked));

/** Not blank, not far longer than what was asked; without what the database could not store. */
export function checkText(asked: string, answered: string): EngineResult<string> {
  const text = clean(answered);
  if (text.trim() === "") return cannot("empty text");
  return points(text) > mostOf(asked) ? cannot("too long a text") : { ok: true, value: text };
}

/** One text for each; each is checked by itself. */
export function checkTexts(
  asked: readonly string[],
  answered: readonly string[],
): EngineResult<readonly EngineResult<string>[]> {
  if (answered.length !== asked.length) return cannot("wrong number of texts");
  return { ok: true, value: asked.map((text, index) => checkText(text, answered[index] ?? "")) };
}

/**
 * Without what the database could not store: control characters and halves of surrogate pairs, one of which would take all
 * that is stored at once with it.
 */
export const clean = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/gu, "\n")
    .replaceAll(/[^\P{Cc}\t\n]/gu, "");
