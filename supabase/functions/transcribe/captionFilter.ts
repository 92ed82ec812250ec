/** Turns a transcript into captions: cleaned, split between sentences, without hallucinations of silence. */
import { splitIntoCaptions, splitSentences } from "../_shared/contracts/captionText.ts";
import type { Language } from "../_shared/contracts/languages.ts";
import { cutLongClusters } from "../_shared/contracts/limits.ts";
import { toStorableText } from "../_shared/translation/validateOutput.ts";

/** Returns captions in order, each within a caption's length. `prompt` is the recogniser's prompt. */
export function captionsFromTranscript(text: string, language: Language, prompt: string): string[] {
  const transcript = toStorableText(text).replaceAll(/\s+/gu, " ").trim();
  return isHallucination(transcript, language, prompt) ? [] : splitIntoCaptions(transcript, language);
}

/** A description of other sounds: `[Music]`, `(applause)`, `*coughs*`, `<|nospeech|>`. */
const SOUND_NOTE = /\[[^\][]{0,80}\]|\([^()]{0,80}\)|\*[^*]{0,80}\*|<\|[^|]{0,80}\|>/gu;

/** Credits of films and videos in the models' training data, without punctuation and capitals. */
const SUBTITLE_CREDITS = [
  /^(?:thank you|thanks) (?:so much )?for watching(?: and (?:please )?subscribe)?$/u,
  /^(?:please )?(?:like and )?subscribe(?: to my channel)?$/u,
  /^(?:subtitles|subtítulos|sous titres|untertitel|legendas|sottotitoli|subtitulos) .*amara org.*$/u,
  /^untertitel (?:im auftrag des zdf|von stephanie geiges).*$/u,
  /^gracias por ver el (?:vídeo|video)$/u,
  /^merci d avoir regardé cette vidéo$/u,
  /^ご視聴ありがとうございました$/u,
  /^(?:спасибо за просмотр|продолжение следует|субтитры .*dimatorzok.*)$/u,
  /^(?:ترجمة نانسي قنقر|اشتركوا في القناة)$/u,
];

/** Returns whether the text has only sound notes, credits or the repeated prompt. With anything else, all of it is kept. */
function isHallucination(text: string, language: Language, prompt: string): boolean {
  const speech = text.replaceAll(SOUND_NOTE, " ");
  const normalized = normalizeText(speech);
  if (normalized === "" || normalized === normalizeText(prompt)) return true;
  return splitSentences(speech, language)
    .map(normalizeText)
    .every((sentence) => sentence === "" || SUBTITLE_CREDITS.some((credit) => credit.test(sentence)));
}

const normalizeText = (text: string): string =>
  cutLongClusters(text)
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
