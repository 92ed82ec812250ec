/** How a text that is too long for one caption becomes several: the same on a page and in the function `transcribe`. */
import type { Language } from "./languages.ts";
import { LIMITS, points } from "./limits.ts";

/** In their order, each within `LIMITS.caption` and none empty: cut where sentences end, else between words, else anywhere. */
export function captionsFrom(text: string, language: Language): string[] {
  const captions: string[] = [];
  let caption = "";
  for (const piece of piecesOf(text, language)) {
    if (points((caption + piece).trim()) > LIMITS.caption.max) {
      captions.push(caption);
      caption = "";
    }
    caption += piece;
  }
  return [...captions, caption].map((one) => one.trim()).filter((one) => one !== "");
}

export const sentencesOf = (text: string, language: Language): string[] => segments(text, language, "sentence");

/** Sentences; of one that is too long its words, of such a word its characters. Together they are the text. */
function piecesOf(text: string, language: Language): string[] {
  const isLong = (piece: string) => points(piece) > LIMITS.caption.max;
  return sentencesOf(text, language)
    .flatMap((sentence) => (isLong(sentence) ? segments(sentence, language, "word") : [sentence]))
    .flatMap((word) => (isLong(word) ? [...word] : [word]));
}

function segments(text: string, language: Language, granularity: "sentence" | "word"): string[] {
  return [...new Intl.Segmenter(language, { granularity }).segment(text)].map(({ segment }) => segment);
}
