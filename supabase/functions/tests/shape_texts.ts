/** Makes texts of people with everything that engines damage, and checks that a translation has kept it. */
import type { Language } from "../_shared/contracts/languages.ts";

/** People in the meeting of the made texts. */
export const NAMES: readonly string[] = [
  "Juan Blanco",
  "Juan Campos",
  "अमित",
  "ปิ่น",
  "Jose\u0301 Ruiz",
  "O'Neil",
  "张伟",
];

const WORDS: Partial<Record<Language, readonly string[]>> = {
  es: ["la casa", "roja", "el botón", "pulsa", "mañana", "puerta", "grande", "salimos", "tren", "museo", "vemos", "y"],
  en: ["the house", "red", "the button", "press", "tomorrow", "door", "big", "we leave", "train", "museum", "and"],
  fr: ["la maison", "rouge", "le bouton", "demain", "porte", "grande", "train", "musée", "nous partons", "et"],
  ca: ["la casa", "vermella", "el botó", "demà", "porta", "gran", "tren", "museu", "sortim", "i"],
  pt: ["a casa", "vermelha", "o botão", "amanhã", "porta", "grande", "comboio", "museu", "saímos", "e"],
};

/** Pieces that must come back as they are. */
const PIECES: readonly string[] = [
  ...["@Juan Blanco", "@Juan Campos", "@अमित", "@ปิ่น", "@Jose\u0301 Ruiz", "@O'Neil", "@张伟", "@desconocido"],
  ...["https://example.com/docs", "https://zh.wikipedia.org/wiki/道_(消歧义)", "http://localhost:5173/a?b=c&d=%20#e"],
  ...["www.example.com/casa", "ana.roja@correo.example", "museo.example/grupos/1"],
  ...["5*3", "2+2=4", "x=3", "*6", "*123#", "3^2", "C++", "mi_casa_roja"],
  ...[
    "`la casa`",
    "`casa\nroja`",
    "```\nla casa = *roja*;\n\nfin\n```",
    "{nombre}",
    "{{ casa }}",
    "%s",
    `$${"{casa}"}`,
  ],
  ...["<b>", "</b>", '<a href="/casa">', "Espa&ntilde;a", "AT&amp;T", "&lt;"],
  ...["20€", "50$", "$50", "3,5 €", "R$ 10", "¥500"],
  ...["README.md", "informe_final.pdf", "casa.tar.gz", "C:\\Users\\Ana\\casa.txt", "/home/ana/casa", "~/casa"],
  ...["#casa", "#CasaRoja2", ":)", ":-D", "<3"],
  ...["٣٫٥", "२०२६", "１２", "½", "12:30", "3.141", "2026", "50%", "+34", "A4", "COVID-19"],
  ...["😀", "👩🏽‍💻", "👨‍👩‍👧‍👦", "🇪🇸", "1️⃣", "❤️", "👍🏿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
];

/** Signs around words, which are translated. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["**", "**"],
  ["*", "*"],
  ["~~", "~~"],
  ["_", "_"],
  ["<", ">"],
  ["(", ")"],
  ["[", "]"],
  ["{ ", " }"],
];

export interface MadeText {
  readonly text: string;
  /** Pieces in the text that must be in its translation. */
  readonly pieces: readonly string[];
}

/** Returns the same texts for the same seed. */
export function makeTexts(count: number, language: Language, seed: number): MadeText[] {
  const words = WORDS[language] ?? [];
  let state = seed;
  // mulberry32
  const random = (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] ?? list[0] ?? ("" as T);
  const phrase = () => Array.from({ length: 1 + random(3) }, () => pick(words)).join(" ");

  return Array.from({ length: count }, () => {
    const pieces: string[] = [];
    const lines = Array.from({ length: 1 + (random(3) === 0 ? random(3) : 0) }, () => {
      const parts = [phrase()];
      for (let more = 1 + random(5); more > 0; more -= 1) {
        const kind = random(6);
        if (kind < 3) {
          const piece = pick(PIECES);
          pieces.push(piece);
          parts.push(piece);
        } else if (kind === 3) {
          const [open, close] = pick(PAIRS);
          parts.push(`${open}${phrase()}${close}`);
        } else parts.push(phrase() + pick(["", ",", ".", "!", ";"]));
      }
      return pick(["", "", "", "- "]) + parts.join(" ");
    });
    return { text: lines.join(pick(["\n", "\n", "\n\n"])), pieces };
  });
}

const count = (text: string, part: string) => text.split(part).length - 1;
const runs = (text: string) => text.match(/[*~^|\\<>#@_`]+|[[\]{}]|\n+/gu) ?? [];

/** Returns what the translation lacks or has too much, or null if it kept the shape of the text. */
export function shapeFault({ text, pieces }: MadeText, translation: string): string | null {
  const lost = pieces.find((piece) => count(translation, piece) < count(text, piece));
  if (lost !== undefined) return `lost ${lost}`;
  if (/\[\[\d+\]\]/u.test(translation)) return "shows a mark";
  for (const sign of ["*", "~", "^", "|", "\\", "<", ">", "#", "@", "_", "`", "[", "]", "{", "}", "&", "€", "$"])
    if (count(translation, sign) !== count(text, sign)) return `changed ${sign}`;
  for (const sign of ["(", ")", "%", "+", "="]) if (count(translation, sign) < count(text, sign)) return `lost ${sign}`;
  const breaks = (of: string) =>
    (pieces.reduce((rest, piece) => rest.replace(piece, ""), of).match(/\n+/gu) ?? []).join("|");
  if (breaks(translation) !== breaks(text)) return "changed line breaks";
  const angles = (of: string) => of.replaceAll(/[^<>]/gu, "");
  // Spans may change places, the signs around words may not.
  if (pieces.every((piece) => !/[<>]/u.test(piece)) && angles(translation) !== angles(text)) return "turned brackets";
  if (/\*\*\s[^*]*\*\*/u.test(translation) && !/\*\*\s[^*]*\*\*/u.test(text)) return "set signs apart";
  const sorted = (of: string) => runs(of).toSorted().join(" ");
  return sorted(translation) === sorted(text) ? null : "changed runs of signs";
}
