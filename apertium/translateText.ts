/** Translates a text line by line, and makes sure that it keeps its shape. */
import { fromStream, type Segment, splitLines, splitNumbers, toStream } from "./format.ts";

/** Sends a stream through a pipeline. */
export type SendStream = (stream: string) => Promise<string>;

/** Lines of a text in a pipeline at once, so that texts of other requests get their turn between them. */
const LINES_AT_ONCE = 8;

/** Rejects if `send` does. Line breaks, kept pieces and numbers come back unchanged. */
export async function translateText(text: string, send: SendStream): Promise<string> {
  const lines = splitLines(text);
  let translated = "";
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    const batch = lines.slice(from, from + LINES_AT_ONCE);
    const done = await Promise.all(batch.map(({ segments }) => translateLine(segments, send)));
    translated += done.map((line, index) => line + (batch[index]?.lineBreak ?? "")).join("");
  }
  return translated;
}

async function translateLine(line: readonly Segment[], send: SendStream): Promise<string> {
  const { head, inner, tail } = trimSegments(line);
  if (inner.length === 0) return head;
  const translation = await translateSegments(inner, send);
  if (isSameShape(inner, translation)) return head + textOf(translation) + tail;
  // Apertium lost, doubled or changed a piece: translates the words between the pieces by themselves.
  const parts = await Promise.all(
    splitNumbers(inner).map(async (segment) => (segment.isKept ? segment.text : await translateAlone(segment, send))),
  );
  return head + parts.join("") + tail;
}

async function translateAlone(segment: Segment, send: SendStream): Promise<string> {
  const { head, inner, tail } = trimSegments([segment]);
  return inner.length === 0 ? head : head + textOf(await translateSegments(inner, send)) + tail;
}

async function translateSegments(source: readonly Segment[], send: SendStream): Promise<Segment[]> {
  return likeSource(source, fromStream(await send(toStream(source))));
}

/** Splits off both ends that contain no word to translate, and the outer blanks. */
function trimSegments(segments: readonly Segment[]): { head: string; inner: Segment[]; tail: string } {
  const first = segments.findIndex(isTranslatable);
  if (first === -1) return { head: textOf(segments), inner: [], tail: "" };
  const last = segments.findLastIndex(isTranslatable);
  const inner = segments.slice(first, last + 1);
  const text = textOf(inner);
  const leading = text.length - text.trimStart().length;
  const trailing = text.length - text.trimEnd().length;
  return {
    head: textOf(segments.slice(0, first)) + text.slice(0, leading),
    inner: inner.map((segment, index) => ({
      isKept: segment.isKept,
      text: segment.text.slice(
        index === 0 ? leading : 0,
        index === inner.length - 1 ? -trailing || undefined : undefined,
      ),
    })),
    tail: text.slice(text.length - trailing) + textOf(segments.slice(last + 1)),
  };
}

const isTranslatable = ({ isKept, text }: Segment) => !isKept && /\p{L}/u.test(text);
const textOf = (segments: readonly Segment[]) => segments.map(({ text }) => text).join("");

/** Compares kept pieces and numbers in any order, because word order differs between languages. */
function isSameShape(source: readonly Segment[], translation: readonly Segment[]): boolean {
  return piecesOf(source) === piecesOf(translation) && emptyPairs(source) === emptyPairs(translation);
}

function piecesOf(segments: readonly Segment[]): string {
  const pieces = splitNumbers(segments).filter(({ isKept }) => isKept);
  return JSON.stringify(pieces.map(({ text }) => text).sort());
}

/** Counts neighbouring signs without a word between them, such as `****` if the word of `**no**` has moved. */
function emptyPairs(segments: readonly Segment[]): number {
  const pieces = segments.filter(({ isKept, text }) => isKept || /[\p{L}\p{N}]/u.test(text));
  return pieces.filter((piece, index) => isSigns(piece) && isSigns(pieces[index + 1])).length;
}

const isSigns = (segment: Segment | undefined) => segment?.isKept === true && /^[\p{P}\p{S}]+$/u.test(segment.text);

/** Gives a translation the capitals and the blanks of its source, which Apertium changes. */
function likeSource(source: readonly Segment[], translation: readonly Segment[]): Segment[] {
  const hasDoubleBlanks = source.some(({ isKept, text }) => !isKept && / {2}/u.test(text));
  const trimmed = trimSegments(translation).inner.map(({ isKept, text }) => ({
    isKept,
    text: isKept || hasDoubleBlanks ? text : text.replaceAll(/ {2,}/gu, " "),
  }));
  return withInitial(source, withCapitals(source, trimmed));
}

/** A sentence in capitals gets a translation in capitals: Apertium writes "The HOUSE IS BIG And RED". */
function withCapitals(source: readonly Segment[], translation: readonly Segment[]): Segment[] {
  const sources = sentencesOf(source);
  const translations = sentencesOf(translation);
  if (sources.length !== translations.length) {
    return translation.map((segment) => (isInCapitals(source) ? toCapitals(segment) : segment));
  }
  return translations.flatMap((sentence, index) =>
    isInCapitals(sources[index] ?? []) ? sentence.map(toCapitals) : sentence,
  );
}

const toCapitals = ({ isKept, text }: Segment): Segment => ({ isKept, text: isKept ? text : text.toUpperCase() });

/** A single capital, as in "I" or "A", is an ordinary beginning. */
function isInCapitals(segments: readonly Segment[]): boolean {
  const words = textOf(segments.filter(({ isKept }) => !isKept));
  return /\p{Lu}.*\p{Lu}/su.test(words) && !/\p{Ll}/u.test(words);
}

function sentencesOf(segments: readonly Segment[]): Segment[][] {
  const sentences: Segment[][] = [[]];
  for (const { isKept, text } of segments) {
    const parts = isKept ? [text] : text.split(/(?<=[.!?…])(?= )/u);
    for (const [index, part] of parts.entries()) {
      if (index > 0) sentences.push([]);
      sentences.at(-1)?.push({ isKept, text: part });
    }
  }
  return sentences;
}

/** A text that begins with a small letter stays so, except for the English pronoun "I". */
function withInitial([source]: readonly Segment[], translation: readonly Segment[]): Segment[] {
  const [first, ...others] = translation;
  if (source === undefined || first === undefined || first.isKept) return [...translation];
  if (!/^\p{Ll}/u.test(source.text) || /^I(?!\p{L})/u.test(first.text)) return [...translation];
  const [initial = ""] = first.text;
  return [{ isKept: false, text: initial.toLowerCase() + first.text.slice(initial.length) }, ...others];
}
