/** What a recogniser wrote, as captions: cleaned, cut where sentences end, without what models make up of silence. */
import { splitIntoCaptions, splitSentences } from "../_shared/contracts/captionText.ts";
import type { Language } from "../_shared/contracts/languages.ts";
import { toStorableText } from "../_shared/translation/validateOutput.ts";

/** In their order, each of a caption's length; `prompt` is what the recogniser had been told. */
export function captionsFromTranscript(text: string, language: Language, prompt: string): string[] {
  const said = toStorableText(text).replaceAll(/\s+/gu, " ").trim();
  return isHallucination(said, language, prompt) ? [] : splitIntoCaptions(said, language);
}

/** A note of what is heard besides: `[Music]`, `(applause)`, `*coughs*`, `<|nospeech|>`. */
const SOUND_NOTE = /\[[^\][]{0,80}\]|\([^()]{0,80}\)|\*[^*]{0,80}\*|<\|[^|]{0,80}\|>/gu;

/** Ends of films and videos that models were taught with, as they come without signs and capitals. Nobody says them here. */
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

/** Notes, notes of music, credits, or the hints said back. Anything beside them, and all of it is kept. */
function isHallucination(text: string, language: Language, prompt: string): boolean {
  const words = normalizeText(text.replaceAll(SOUND_NOTE, " "));
  if (words === "" || words === normalizeText(prompt)) return true;
  return splitSentences(text.replaceAll(SOUND_NOTE, " "), language).every((sentence) => {
    const one = normalizeText(sentence);
    return one === "" || SUBTITLE_CREDITS.some((credit) => credit.test(one));
  });
}

const normalizeText = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
