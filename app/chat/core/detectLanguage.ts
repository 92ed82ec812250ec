/**
 * Detects the language of a typed line; loaded on demand, with its letter statistics. The worst mistake is to take a line
 * in the author's language for another one: it would be translated from the wrong language without any request. So only
 * languages of people in the call are considered, and a short or doubtful text counts as the author's language.
 */
import { detectAll } from "tinyld/light";
import { LANGUAGE_CODES, type Language } from "#contracts/languages.ts";
import { UNKNOWN_MENTION } from "#contracts/text/mentions.ts";
import { EMAIL_ADDRESS, WEB_ADDRESS } from "#contracts/text/webAddresses.ts";

/** The codes under which the statistics have the languages that share a script. */
const DETECTOR_CODES: Readonly<Partial<Record<Language, string>>> = {
  ...{ en: "en", es: "es", fr: "fr", de: "de", pt: "pt", it: "it", nl: "nl", sv: "sv", nb: "no", fi: "fi" },
  ...{ pl: "pl", ro: "ro", tr: "tr", hu: "hu" },
};

/** The languages that romanised text of other scripts resembles. */
const ROMANISED_CODES: readonly string[] = ["fi", "it", "tr"];

/** Languages with a script other than Latin. Serbian uses both. */
const SCRIPTS: readonly (readonly [RegExp, readonly Language[]])[] = [
  [/\p{Script=Arabic}/gu, ["ar", "fa", "ps", "ur"]],
  [/\p{Script=Armenian}/gu, ["hy"]],
  [/\p{Script=Bengali}/gu, ["bn"]],
  [/\p{Script=Cyrillic}/gu, ["be", "bg", "kk", "mk", "mn", "ru", "sr", "uk"]],
  [/\p{Script=Devanagari}/gu, ["hi", "mr", "ne"]],
  [/\p{Script=Ethiopic}/gu, ["am", "ti"]],
  [/\p{Script=Georgian}/gu, ["ka"]],
  [/\p{Script=Greek}/gu, ["el"]],
  [/\p{Script=Gujarati}/gu, ["gu"]],
  [/\p{Script=Gurmukhi}/gu, ["pa"]],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, ["ja", "zh-Hans", "zh-Hant"]],
  [/\p{Script=Hangul}/gu, ["ko"]],
  [/\p{Script=Hebrew}/gu, ["he"]],
  [/\p{Script=Kannada}/gu, ["kn"]],
  [/\p{Script=Khmer}/gu, ["km"]],
  [/\p{Script=Malayalam}/gu, ["ml"]],
  [/\p{Script=Myanmar}/gu, ["my"]],
  [/\p{Script=Tamil}/gu, ["ta"]],
  [/\p{Script=Telugu}/gu, ["te"]],
  [/\p{Script=Thai}/gu, ["th"]],
];
const NOT_LATIN: ReadonlySet<Language> = new Set(SCRIPTS.flatMap(([, languages]) => languages));
const LATIN: ReadonlySet<Language> = new Set([...LANGUAGE_CODES.filter((code) => !NOT_LATIN.has(code)), "sr"]);

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const SIMPLIFIED = /[们这个国时会说对学没么吗请为来过还发现开东车书见]/gu;
const TRADITIONAL = /[們這個國時會說對學沒麼嗎請為來過還發現開東車書見]/gu;

/** Addresses, mentions and file names, which have no language. */
const NON_WORD_PATTERN = new RegExp(
  String.raw`${WEB_ADDRESS}|${EMAIL_ADDRESS}|${UNKNOWN_MENTION}|\p{L}[\p{L}\p{N}-]{0,80}\.\p{L}[\p{L}\p{N}.\/-]+`,
  "giu",
);
/** The least text that can decide. */
const MIN_TEXT = { words: 4, letters: 14 };
/** Longer texts are cut to their first words. */
const MAX_WORDS = 40;

/** Returns `own` in case of doubt. `present` are the languages that people in the call speak and read. */
export function detectLanguage(text: string, own: Language, present: readonly Language[]): Language {
  const others = [...new Set(present)].filter((language) => language !== own);
  if (others.length === 0) return own;
  const plain = text.replace(NON_WORD_PATTERN, " ");
  const letters = countMatches(plain, /\p{L}/gu);
  for (const [script, languages] of SCRIPTS) {
    const found = countMatches(plain, script);
    // Nearly all letters must be of the script: a single foreign word is a name.
    if (found >= 2 && found >= letters * 0.8) return detectInScript(plain, own, others, languages);
  }
  return detectInLatin(plain, own, others);
}

const countMatches = (text: string, what: RegExp) => text.match(what)?.length ?? 0;

function detectInScript(
  text: string,
  own: Language,
  others: readonly Language[],
  languages: readonly Language[],
): Language {
  const possible = others.filter((language) => languages.includes(language));
  if (languages.includes("ja")) {
    if (KANA.test(text)) return possible.includes("ja") ? "ja" : own;
    if (languages.includes(own)) return own;
    const chinese = possible.filter((language) => language !== "ja");
    if (chinese.length < 2) return chinese[0] ?? own;
    return countMatches(text, TRADITIONAL) > countMatches(text, SIMPLIFIED) ? "zh-Hant" : "zh-Hans";
  }
  // Languages of one script are not distinguished: the statistics cover too few of them.
  return languages.includes(own) || possible.length !== 1 ? own : (possible[0] ?? own);
}

function detectInLatin(text: string, own: Language, others: readonly Language[]): Language {
  const possible = others.filter((language) => DETECTOR_CODES[language] !== undefined);
  const ownCode = DETECTOR_CODES[own];
  if (possible.length === 0 || (ownCode === undefined && LATIN.has(own))) return own;
  const words = significantWords(text);
  if (words.length < MIN_TEXT.words || words.join("").length < MIN_TEXT.letters) return own;
  // A language of another script may be typed in Latin letters, which resembles none of the present languages.
  const against = ownCode === undefined ? ROMANISED_CODES : [ownCode];
  const only = [...new Set([...against, ...possible.flatMap((language) => DETECTOR_CODES[language] ?? [])])];
  const votes = new Map<string, number>();
  for (const word of words) {
    const [best, ...rest] = detectAll(word, { only });
    if (best === undefined) continue;
    const ownAccuracy = rest.find(({ lang }) => lang === ownCode)?.accuracy ?? 0;
    if (best.lang === ownCode || ownAccuracy < best.accuracy / 2) votes.set(best.lang, (votes.get(best.lang) ?? 0) + 1);
  }
  const forOthers = [...votes].filter(([lang]) => lang !== ownCode).sort(([, a], [, b]) => b - a);
  const [winner, winnerVotes] = forOthers[0] ?? ["", 0];
  const opposingVotes = ownCode === undefined ? (forOthers[1]?.[1] ?? 0) : (votes.get(ownCode) ?? 0);
  const clear =
    ownCode === undefined
      ? winnerVotes >= opposingVotes * 2 && winnerVotes * 2 > words.length
      : winnerVotes > opposingVotes * 3;
  if (winnerVotes < 3 || !clear) return own;
  // Check the whole text too, where a rare letter can decide.
  const [first, ...rest] = detectAll(words.join(" "), { only });
  const ownAccuracy = rest.find(({ lang }) => lang === ownCode)?.accuracy ?? 0;
  if (first?.lang !== winner || ownAccuracy > first.accuracy * 0.6) return own;
  return possible.find((language) => DETECTOR_CODES[language] === winner) ?? own;
}

/** Returns the words without capitalised ones inside a sentence, which are names. */
function significantWords(text: string): readonly string[] {
  const all = text.match(/[\p{L}\p{M}'’]+/gu) ?? [];
  const isAllCaps = text === text.toUpperCase();
  return all.filter((word, at) => isAllCaps || at === 0 || !/^\p{Lu}/u.test(word)).slice(0, MAX_WORDS);
}
