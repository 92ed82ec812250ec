/** What an engine answered, before anybody believes it. */
import { LIMITS, points } from "../contracts/limits.ts";
import { cannot, type EngineResult } from "./engine.ts";

/** No translation grows like this; an engine that rambles, or does what a text told it to, does. Code points. */
const mostOf = (asked: string) => Math.min(LIMITS.translation.max, 200 + 8 * points(asked));

/**
 * One text for each, none blank, none far longer than what was asked; without what the database could not store:
 * control characters and halves of surrogate pairs, one of which would take the whole batch with it.
 */
export function checkTexts(asked: readonly string[], answered: readonly string[]): EngineResult<string[]> {
  if (answered.length !== asked.length) return cannot("wrong number of texts");
  const texts = answered.map(clean);
  if (texts.some((text) => text.trim() === "")) return cannot("empty text");
  if (texts.some((text, index) => points(text) > mostOf(asked[index] ?? ""))) return cannot("too long a text");
  return { ok: true, value: texts };
}

/** Without what the database could not store. */
export const clean = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/gu, "\n")
    .replaceAll(/[^\P{Cc}\t\n]/gu, "");
