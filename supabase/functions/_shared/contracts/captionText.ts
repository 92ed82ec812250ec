/** How a text that is too long for one caption becomes several: the same on a page and in the function `transcribe`. */
import type { Language } from "./languages.ts";
import { codePointLength, LIMITS } from "./limits.ts";

/** In their order, each within `LIMITS.caption` and none empty: cut where sentences end, else between words, else anywhere. */
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
  return [...captions, caption].map((one) => one.trim()).filter((one) => one !== "");
}

export const splitSentences = (text: string, language: Language): string[] => segments(text, language, "sentence");

/** Sentences; of one that is too long its words, of such a word its characters. Together they are the text. */
function splitPieces(text: string, language: Language): string[] {
  const isLong = (piece: string) => codePointLength(piece) > LIMITS.caption.max;
  return splitSentences(text, language)
    .flatMap((sentence) => (isLong(sentence) ? segments(sentence, language, "word") : [sentence]))
    .flatMap((word) => (isLong(word) ? [...word] : [word]));
}

function segments(text: string, language: Language, granularity: "sentence" | "word"): string[] {
  return [...new Intl.Segmenter(language, { granularity }).segment(text)].map(({ segment }) => segment);
}
