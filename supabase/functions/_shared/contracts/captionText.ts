/** Splits long text into captions, in the page and in the function `transcribe` alike. */
import type { Language } from "./languages.ts";
import { codePointLength, LIMITS } from "./limits.ts";
import { isVisible } from "./text/cleanMessage.ts";

/** Returns visible captions of at most `max` characters, split between sentences, else between words, else anywhere. */
export function splitIntoCaptions(text: string, language: Language, max: number = LIMITS.caption.max): string[] {
  const captions: string[] = [];
  let caption = "";
  /** Characters of `caption` without its outer blanks, and those of the blanks at its end. */
  let [length, blanks] = [0, 0];
  for (const piece of splitPieces(text, language, max)) {
    const start = piece.trimStart();
    const body = start.trimEnd();
    if (body === "") {
      if (length > 0) caption += piece;
      blanks += codePointLength(piece);
      continue;
    }
    const bodyLength = codePointLength(body);
    const joined = length + blanks + codePointLength(piece) - codePointLength(start) + bodyLength;
    const fits = length === 0 || joined <= max;
    if (!fits) captions.push(caption);
    caption = fits && length > 0 ? caption + piece : piece;
    length = fits && length > 0 ? joined : bodyLength;
    blanks = codePointLength(start) - bodyLength;
  }
  return [...captions, caption].map((text) => text.trim()).filter(isVisible);
}

/** Divides a duration among successive captions by their lengths. Returns the offset and the duration of each. */
export function divideDuration(captions: readonly string[], durationMs: number): { startMs: number; ms: number }[] {
  const lengths = captions.map(codePointLength);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let before = 0;
  return lengths.map((length) => {
    const startMs = (durationMs * before) / total;
    before += length;
    return { startMs, ms: (durationMs * length) / total };
  });
}

export const splitSentences = (text: string, language: Language): string[] => segments(text, language, "sentence");

/** Returns the sentences, with words for a sentence that is too long, and characters for such a word. */
function splitPieces(text: string, language: Language, max: number): string[] {
  const isLong = (piece: string) => codePointLength(piece) > max;
  return splitSentences(text, language)
    .flatMap((sentence) => (isLong(sentence) ? segments(sentence, language, "word") : [sentence]))
    .flatMap((word) => (isLong(word) ? [...word] : [word]));
}

function segments(text: string, language: Language, granularity: "sentence" | "word"): string[] {
  return [...new Intl.Segmenter(language, { granularity }).segment(text)].map(({ segment }) => segment);
}
