/** What a recogniser wrote, as captions: cleaned, cut where sentences end, without what models make up of silence. */
import { captionsFrom, sentencesOf } from "../_shared/contracts/captionText.ts";
import type { Language } from "../_shared/contracts/languages.ts";
import { clean } from "../_shared/translation/check.ts";

/** In their order, each of a caption's length; `prompt` is what the recogniser had been told. */
export function captionsOf(text: string, language: Language, prompt: string): string[] {
  const said = clean(text).replaceAll(/\s+/gu, " ").trim();
  return isBabble(said, language, prompt) ? [] : captionsFrom(said, language);
}

/** A note of what is heard besides: `[Music]`, `(applause)`, `*coughs*`, `<|nospeech|>`. */
const NOTE = /\[[^\][]{0,80}\]|\([^()]{0,80}\)|\*[^*]{0,80}\*|<\|[^|]{0,80}\|>/gu;

/** Ends of films and videos that models were taught with, as they come without signs and capitals. Nobody says them here. */
const CREDITS = [
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
function isBabble(said: string, language: Language, prompt: string): boolean {
  const words = plain(said.replaceAll(NOTE, " "));
  if (words === "" || words === plain(prompt)) return true;
  return sentencesOf(said.replaceAll(NOTE, " "), language).every((sentence) => {
    const one = plain(sentence);
    return one === "" || CREDITS.some((credit) => credit.test(one));
  });
}

const plain = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
