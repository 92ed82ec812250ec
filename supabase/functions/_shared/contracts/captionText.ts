/** Splits long text into captions, in the page and in the function `transcribe` alike. */
import type { Language } from "./languages.ts";
import { codePointLength, LIMITS } from "./limits.ts";
import { isVisible } from "./text/cleanMessage.ts";

/** Returns visible captions of at most `max` characters, split between sentences, else between words, else anywhere. */
export function splitIntoCaptions(text: string, language: Language, max: number = LIMITS.caption.max): string[] {
  const captions: string[] = [];
  let caption = "";
  for (const piece of splitPieces(text, language, max)) {
    if (codePointLength((caption + piece).trim()) > max) {
      captions.push(caption);
      caption = "";
    }
    caption += piece;
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
