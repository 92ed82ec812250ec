/** Splits long text into captions, in the page and in the function `transcribe` alike. */
import type { Language } from "./languages.ts";
import { codePointLength, LIMITS } from "./limits.ts";
import { isVisible } from "./text/cleanMessage.ts";

/** Returns visible captions within `LIMITS.caption`, split between sentences, else between words, else anywhere. */
export function splitIntoCaptions(text: string, language: Language): string[] {
  const captions: string[] = [];
  let caption = "";
  for (const piece of splitPieces(text, language)) {
    if (codePointLength((caption + piece).trim()) > LIMITS.caption.max) {
      captions.push(caption);
      caption = "";
    }
    caption += piece;
  }
  return [...captions, caption].map((text) => text.trim()).filter(isVisible);
}

export const splitSentences = (text: string, language: Language): string[] => segments(text, language, "sentence");

/** Returns the sentences, with words for a sentence that is too long, and characters for such a word. */
function splitPieces(text: string, language: Language): string[] {
  const isLong = (piece: string) => codePointLength(piece) > LIMITS.caption.max;
  return splitSentences(text, language)
    .flatMap((sentence) => (isLong(sentence) ? segments(sentence, language, "word") : [sentence]))
    .flatMap((word) => (isLong(word) ? [...word] : [word]));
}

function segments(text: string, language: Language, granularity: "sentence" | "word"): string[] {
  return [...new Intl.Segmenter(language, { granularity }).segment(text)].map(({ segment }) => segment);
}
