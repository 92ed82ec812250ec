/** Finds numbers in a text: digits of any script, and small numbers in words of some languages. */
import type { Language } from "#contracts/languages.ts";

/**
 * Number words by value. One is missing, because it is an article in many languages. A number of two words, such as
 * "twenty-one", counts as two numbers on both sides.
 */
const NUMBER_WORDS: Readonly<Partial<Record<Language, Readonly<Record<number, string>>>>> = {
  ca: numberWords("zero dos,dues tres quatre cinc sis set vuit nou deu onze dotze tretze catorze quinze setze", {
    20: "vint",
    30: "trenta",
    40: "quaranta",
    50: "cinquanta",
    60: "seixanta",
    70: "setanta",
    80: "vuitanta",
    90: "noranta",
  }),
  de: numberWords(
    "null zwei,zwo drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn",
    {
      20: "zwanzig",
      30: "dreißig",
      40: "vierzig",
      50: "fünfzig",
      60: "sechzig",
      70: "siebzig",
      80: "achtzig",
      90: "neunzig",
    },
  ),
  en: numberWords("zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen", {
    20: "twenty",
    30: "thirty",
    40: "forty",
    50: "fifty",
    60: "sixty",
    70: "seventy",
    80: "eighty",
    90: "ninety",
  }),
  es: numberWords("cero dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis", {
    20: "veinte",
    30: "treinta",
    40: "cuarenta",
    50: "cincuenta",
    60: "sesenta",
    70: "setenta",
    80: "ochenta",
    90: "noventa",
  }),
  fr: numberWords("zéro deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize", {
    20: "vingt",
    30: "trente",
    40: "quarante",
    50: "cinquante",
    60: "soixante",
  }),
  it: numberWords(
    "zero due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici",
    {
      20: "venti",
      30: "trenta",
      40: "quaranta",
      50: "cinquanta",
      60: "sessanta",
      70: "settanta",
      80: "ottanta",
      90: "novanta",
    },
  ),
  pt: numberWords(
    "zero dois,duas três quatro cinco seis sete oito nove dez onze doze treze catorze,quatorze quinze dezesseis,dezasseis",
    {
      20: "vinte",
      30: "trinta",
      40: "quarenta",
      50: "cinquenta",
      60: "sessenta",
      70: "setenta",
      80: "oitenta",
      90: "noventa",
    },
  ),
};

/** `small`: the words for 0, then for 2 to 16. Commas separate several words for one value. */
function numberWords(small: string, tens: Readonly<Record<number, string>>): Readonly<Record<number, string>> {
  const named = small.split(" ").map((word, at): [number, string] => [at === 0 ? 0 : at + 1, word]);
  return { ...Object.fromEntries(named), ...tens };
}

const byWord = new Map<Language, ReadonlyMap<string, number>>();

function numberWordsOf(language: Language): ReadonlyMap<string, number> | null {
  const cached = byWord.get(language);
  if (cached !== undefined) return cached;
  const table = NUMBER_WORDS[language];
  if (table === undefined) return null;
  const values = new Map(
    Object.entries(table).flatMap(([value, names]) =>
      names.split(",").map((name): [string, number] => [name.normalize("NFC"), Number(value)]),
    ),
  );
  byWord.set(language, values);
  return values;
}

export const knowsNumberWords = (language: Language): boolean => NUMBER_WORDS[language] !== undefined;

/** A space, point, comma or apostrophe may separate thousands. Only the digits count, without leading zeros. */
const DIGITS = /\p{Nd}+(?:[.,'’\u066B\u066C\u00A0\u202F]\p{Nd}+)*/gu;
const ZERO = /\p{Nd}/u;

/** Returns the value of a decimal digit of any script. The ten digits of a script have successive code points. */
function digit(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  let zero = point;
  while (point - zero < 9 && ZERO.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return point - zero;
}

export interface SpokenNumber {
  readonly text: string;
  /** The digits, or the value of a word. */
  readonly value: string;
  readonly inWords: boolean;
}

/** Returns the numbers in the order of the text. */
export function numbersIn(text: string, language: Language): SpokenNumber[] {
  const clean = text.normalize("NFC");
  const digits = [...clean.matchAll(DIGITS)].map(({ 0: found, index }) => ({
    at: index,
    text: found,
    value: [...found]
      .flatMap((character) => (ZERO.test(character) ? [digit(character)] : []))
      .join("")
      .replace(/^0+(?=.)/u, ""),
    inWords: false,
  }));
  const table = numberWordsOf(language);
  const inWords =
    table === null
      ? []
      : [...clean.matchAll(/\p{L}+/gu)].flatMap(({ 0: word, index }) => {
          const value = table.get(word.toLocaleLowerCase(language));
          return value === undefined ? [] : [{ at: index, text: word, value: `${value}`, inWords: true }];
        });
  return [...digits, ...inWords].sort((a, b) => a.at - b.at).map(({ at: _, ...number }) => number);
}
