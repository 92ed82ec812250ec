/**
 * Splits text into words for Apertium and pieces that must not change, and reads Apertium's stream format back. In a stream a
 * piece is a superblank `[…]`, which keeps its place among the words and lets grammar through.
 */

/** Words with the blanks and punctuation between them, or a piece that is kept as it is. */
export interface Segment {
  readonly isKept: boolean;
  readonly text: string;
}

export interface Line {
  readonly segments: readonly Segment[];
  /** The line break behind it, empty for the last line. */
  readonly lineBreak: string;
}

/** Pieces with blanks inside, or with signs that belong to the letters beside them. */
const SPANS = [
  "```[\\s\\S]*?```",
  "`[^`\\n]+`",
  // The marks with which Parley replaces what it protects itself.
  String.raw`\[\[\d+\]\]`,
  // Placeholders: `{name}`, `{{total}}`.
  String.raw`\$?\{\{?\s?[\p{L}\p{N}_.-]{1,60}\s?\}?\}`,
  // Keycap emoji.
  String.raw`[0-9#*]\uFE0F?\u20E3`,
  // Hashtags and mentions.
  String.raw`(?<![\p{L}\p{M}\p{N}/&])[#@][\p{L}\p{M}\p{N}_]+(?:[.-][\p{L}\p{M}\p{N}_]+)*`,
];
const LINE_BREAK = String.raw`\r\n|[\n\r\v\f\u0085\u2028\u2029]`;
const SPAN_OR_BREAK = new RegExp(`(${LINE_BREAK})|${SPANS.join("|")}`, "gu");

/** From the first letter or digit to the last, with the signs before and after. */
const WORD = /^([^\p{L}\p{N}]*)([\p{L}\p{N}](?:.*[\p{L}\p{N}\p{M}])?)([^\p{L}\p{N}\p{M}]*)$/su;
/** Signs that Apertium leaves where they are. All other signs are kept pieces. */
const PLAIN_SIGNS = String.raw`.,;:!?¿¡"'()\-–—…«»“”‘’%€`;
const OTHER_SIGNS = new RegExp(String.raw`[^\p{L}\p{N}${PLAIN_SIGNS}]+`, "gu");
/**
 * A sign of a number, such as in `+34`, `*6`, `$50` and `18+`. As pieces of their own they would move away from it. No two alternatives match the
 * same sign, and a run is only read from its start: else a line of such signs would stop the service.
 */
const NUMBER_SIGN = String.raw`(?:€|[^\p{L}\p{N}${PLAIN_SIGNS}])`;
const SIGNS_BEFORE_NUMBER = new RegExp(`(?<!${NUMBER_SIGN})${NUMBER_SIGN}+$`, "u");
const SIGNS_AFTER_NUMBER = new RegExp(`^${NUMBER_SIGN}+`, "u");
const CORE_WITH_OTHER_SIGN = new RegExp(String.raw`[^\p{L}\p{M}\p{N}·${PLAIN_SIGNS}]`, "u");
const ENTITY = /&#?[\p{L}\p{N}]+;/u;
const NUMBER = /^\p{N}[\p{N}.,:'’·]*$/u;
const NUMBERS = /\p{N}+(?:[.,:'’·]\p{N}+)*/gu;
/** `10:30`, which becomes `10.30` in Catalan. */
const TIME = /\p{N}:\p{N}/u;
/** The beginning of a path or a variable: `/usr`, `~/casa`, `$CASA`. */
const NAME_PREFIX = /(?<![/\\$])~?[/\\$]+$/u;
/** `README.md`, `nota:hola`. */
const DOTTED = /\p{L}[._:]\p{L}/u;
/** `U.S`, `EE.UU`: the dictionaries contain abbreviations. */
const ABBREVIATION = /^(?:\p{L}(?:\.\p{L})+|\p{Lu}{1,2}(?:\.\p{Lu}{1,2})+)$/u;

/** Splits a text into lines, and each line into segments. Drops NUL and soft hyphens, which Apertium cannot keep. */
export function splitLines(text: string): Line[] {
  const clean = text.toWellFormed().replaceAll(/[\0\u00AD]/gu, "");
  const lines: Line[] = [];
  let segments: Segment[] = [];
  let from = 0;
  for (const { 0: found, 1: lineBreak, index } of clean.matchAll(SPAN_OR_BREAK)) {
    segments.push(...splitWords(clean.slice(from, index)));
    from = index + found.length;
    if (lineBreak === undefined) segments.push({ isKept: true, text: found });
    else {
      lines.push({ segments: mergeWords(segments), lineBreak });
      segments = [];
    }
  }
  segments.push(...splitWords(clean.slice(from)));
  return [...lines, { segments: mergeWords(segments), lineBreak: "" }];
}

function splitWords(text: string): Segment[] {
  return (text.match(/[ \t]+|[^\S \t]+|\S+/gu) ?? []).flatMap((part): Segment[] => {
    if (/^\s/u.test(part)) return [{ isKept: !/^[ \t]/u.test(part), text: part }];
    return splitWord(part);
  });
}

function splitWord(word: string): Segment[] {
  const [, before = "", core = "", after = ""] = WORD.exec(word) ?? [];
  if (core === "") return splitSigns(word);
  if (ENTITY.test(word)) return [{ isKept: true, text: word }];
  const isNumber = NUMBER.test(core);
  const prefix = NAME_PREFIX.exec(before)?.[0] ?? (isNumber ? (SIGNS_BEFORE_NUMBER.exec(before)?.[0] ?? "") : "");
  const suffix = isNumber ? (SIGNS_AFTER_NUMBER.exec(after)?.[0] ?? "") : "";
  return [
    ...splitSigns(before.slice(0, before.length - prefix.length)),
    { isKept: prefix + suffix !== "" || isKeptCore(core), text: prefix + core + suffix },
    ...splitSigns(after.slice(suffix.length)),
  ];
}

function isKeptCore(core: string): boolean {
  if (CORE_WITH_OTHER_SIGN.test(core)) return true;
  if (/\p{L}/u.test(core) && /\p{N}/u.test(core)) return true;
  if (TIME.test(core)) return true;
  return DOTTED.test(core) && !ABBREVIATION.test(core);
}

function splitSigns(signs: string): Segment[] {
  return splitBy(signs, OTHER_SIGNS);
}

/** Splits the numbers of words off as kept pieces. */
export function splitNumbers(segments: readonly Segment[]): Segment[] {
  return segments.flatMap((segment) => (segment.isKept ? [segment] : splitBy(segment.text, NUMBERS)));
}

/** Returns the matches of `pattern` as kept segments, and the text between them as words. */
function splitBy(text: string, pattern: RegExp): Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    segments.push({ isKept: false, text: text.slice(from, index) }, { isKept: true, text: found });
    from = index + found.length;
  }
  return [...segments, { isKept: false, text: text.slice(from) }].filter((segment) => segment.text !== "");
}

/** Joins neighbouring words. Kept neighbours stay apart. */
function mergeWords(segments: readonly Segment[]): Segment[] {
  const merged: Segment[] = [];
  for (const segment of segments) {
    const last = merged.at(-1);
    if (last?.isKept === false && !segment.isKept)
      merged[merged.length - 1] = { isKept: false, text: last.text + segment.text };
    else if (segment.text !== "") merged.push(segment);
  }
  return merged;
}

/**
 * Writes segments in the stream format, with two empty superblanks at the end. Without the first, lt-proc loses a full stop at
 * the end. Without the second, it loses last words that could begin a longer entry of the dictionary ("Hola a todos").
 */
export function toStream(segments: readonly Segment[]): string {
  const parts = segments.map(({ isKept, text }) => {
    // Dictionaries contain composed letters.
    return isKept ? `[${escapeReserved(text)}]` : escapeReserved(text.normalize("NFC"));
  });
  return `${parts.join("")}[][]`;
}

const escapeReserved = (text: string) => text.replaceAll(/[\\^$/[\]{}@<>]/gu, "\\$&");

/** A kept piece, a leaked tag, an escaped sign, or any other sign. */
const STREAM_TOKEN = /\[((?:\\.|[^\\\]])*)\]|<(?:\\.|[^\\>])*>|\\(.)|([^\\])/gsu;
/** Signs with which Apertium marks unknown words and the parts of a word, when they are not escaped. */
const ENGINE_MARK = /[[\]^$<>{}/@*#~\0]/u;

/** Reads a stream. Drops everything that the source cannot contain outside kept pieces: Apertium's own marks. */
export function fromStream(stream: string): Segment[] {
  const segments: Segment[] = [];
  for (const [, kept, escaped, plain] of stream.matchAll(STREAM_TOKEN)) {
    if (kept !== undefined) segments.push({ isKept: true, text: kept.replaceAll(/\\(.)/gsu, "$1") });
    else if (escaped !== undefined) segments.push({ isKept: false, text: escaped });
    else if (plain !== undefined && !ENGINE_MARK.test(plain)) segments.push({ isKept: false, text: plain });
  }
  return mergeWords(segments);
}
