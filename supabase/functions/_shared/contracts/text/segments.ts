/** Splits a text into what is translated and what is not, and puts the translation together again. */

import { joinParts, type Part } from "./joinParts.ts";
import { SPAN } from "./keepsShape.ts";
import { findMentions } from "./mentions.ts";
import { mentionTokensFor } from "./mentionTokens.ts";
import { HINT, PROTECTED, PROTECTED_IN_SENTENCES, PROTECTED_STRICTLY } from "./protectedPatterns.ts";

/**
 * `marks` replaces each span by a mark, so that the sentence stays whole. `stretches` sends the text between the spans, for
 * engines that lose marks. `strict` does the same, and protects every sign.
 */
export type ProtectionLevel = "marks" | "stretches" | "strict";

const PATTERNS = { marks: PROTECTED, stretches: PROTECTED_IN_SENTENCES, strict: PROTECTED_STRICTLY } as const;

/** A term at a position of a text, which is rendered in the target language. */
export interface FoundTerm {
  readonly from: number;
  readonly to: number;
  /** `before` is the translated text before the term. */
  render(before: string): string;
}

/** Whether a span begins and ends with a sign, which belongs to the word beside it. */
interface SpanEdges {
  readonly signStart: boolean;
  readonly signEnd: boolean;
}

export type TextSegment =
  /** Sent to the engine, with the blanks around it. */
  | { readonly kind: "words"; readonly text: string }
  /** Returned unchanged. */
  | ({ readonly kind: "kept"; readonly text: string } & SpanEdges)
  | { readonly kind: "term"; readonly term: FoundTerm };

type Words = Extract<TextSegment, { kind: "words" }>;
const hasLetters = (text: string): boolean => /\p{L}/u.test(text);
export const isTranslatable = (piece: TextSegment): piece is Words => piece.kind === "words" && hasLetters(piece.text);

/** Returns the terms in a range of the text, in order, without overlaps. */
export type FindTerms = (text: string, from: number, to: number) => readonly FoundTerm[];

/** Returns a function that splits texts. `names` are those of people whom the texts may mention. */
export function createSplitter(
  level: ProtectionLevel,
  names: readonly string[],
  termsIn: FindTerms,
): (text: string) => TextSegment[] {
  const tokens = names.flatMap(mentionTokensFor);
  return (text) => splitText(text, level, tokens, termsIn);
}

interface Patterns {
  readonly atoms: RegExp;
  /** Matches of the group `sign` are signs. */
  readonly others: RegExp;
}

const compiled = new Map<ProtectionLevel, Patterns>();

function patternsFor(level: ProtectionLevel): Patterns {
  const known = compiled.get(level);
  if (known !== undefined) return known;
  const { atoms, expressions, signs } = PATTERNS[level];
  const patterns = {
    atoms: new RegExp(atoms, "giu"),
    others: new RegExp(`(?:${expressions})|(?<sign>${signs})`, "giu"),
  };
  compiled.set(level, patterns);
  return patterns;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns mentions and atoms in order. If two overlap, the first counts; at one position the mention does. */
function findAtoms(text: string, pattern: RegExp, tokens: readonly string[]): Span[] {
  const mentions = findMentions(text, tokens);
  const spans: Span[] = [];
  let next = 0;
  let from = 0;
  let atom: RegExpExecArray | null = null;
  for (let isOver = false; ; ) {
    // An atom behind a mention is still the next one, so the text is searched once.
    if (!isOver && (atom === null || atom.index < from)) {
      pattern.lastIndex = from;
      atom = pattern.exec(text);
      isOver = atom === null;
    }
    while ((mentions[next]?.from ?? from) < from) next += 1;
    const mention = mentions[next];
    if (mention !== undefined && mention.from <= (atom?.index ?? text.length)) spans.push(mention);
    else if (atom !== null) spans.push({ from: atom.index, to: atom.index + atom[0].length });
    else return spans;
    from = spans.at(-1)?.to ?? from;
  }
}

/** Adds text without letters to the protected span beside it. Punctuation beside a term stays with the sentence. */
function splitText(text: string, level: ProtectionLevel, tokens: readonly string[], termsIn: FindTerms): TextSegment[] {
  const { atoms, others } = patternsFor(level);
  const hasOthers = level === "strict" || HINT.test(text);
  const pieces: TextSegment[] = [];
  const keep = (piece: string, sign: boolean) => {
    const last = pieces.at(-1);
    if (piece === "") return;
    if (last?.kind !== "kept") pieces.push({ kind: "kept", text: piece, signStart: sign, signEnd: sign });
    else pieces[pieces.length - 1] = { ...last, text: last.text + piece, signEnd: sign };
  };
  const addWords = (words: string, isBesideTerm: boolean) => {
    if (words === "") return;
    if (isBesideTerm || hasLetters(words)) pieces.push({ kind: "words", text: words });
    else keep(words, false);
  };
  /** Adds a range without atoms and terms. */
  const addRange = (start: number, end: number, isBesideTerm: boolean) => {
    // Cut at the end only, so that expressions see what is before them.
    const head = text.slice(0, end);
    others.lastIndex = start;
    let from = start;
    for (let match = hasOthers ? others.exec(head) : null; match !== null; match = others.exec(head)) {
      addWords(head.slice(from, match.index), isBesideTerm && from === start);
      keep(match[0], match.groups?.sign !== undefined);
      from = others.lastIndex;
    }
    addWords(head.slice(from), isBesideTerm);
  };
  const addTerms = (start: number, end: number) => {
    let from = start;
    for (const term of termsIn(text, start, end)) {
      addRange(from, term.from, true);
      pieces.push({ kind: "term", term });
      from = term.to;
    }
    addRange(from, end, from > start);
  };

  let from = 0;
  for (const atom of findAtoms(text, atoms, tokens)) {
    addTerms(from, atom.from);
    keep(text.slice(atom.from, atom.to), false);
    from = atom.to;
  }
  addTerms(from, text.length);
  return pieces;
}

/** Returns the words with `SPAN` in place of each span, for `keepsShape`. */
export const wordsOf = (pieces: readonly TextSegment[]): string =>
  pieces.map((piece) => (piece.kind === "words" ? piece.text : SPAN)).join("");

/** Joins all pieces in order. `translate` supplies the translatable ones. */
export function joinSegments(pieces: readonly TextSegment[], translate: (piece: Words) => string): string {
  return joinParts(
    pieces.map((piece, index): Part => {
      if (piece.kind !== "words") return partOf(piece, index, pieces);
      return { kind: "text", text: hasLetters(piece.text) ? translate(piece) : piece.text };
    }),
  );
}

/** Returns a span with its neighbours in the source. */
function partOf(piece: Exclude<TextSegment, Words>, index: number, pieces: readonly TextSegment[]): Part {
  if (piece.kind === "term") return { kind: "term", render: piece.term.render };
  const [previous, next] = [pieces[index - 1], pieces[index + 1]];
  return {
    ...piece,
    before: previous?.kind === "words" ? lastCharacter(previous.text) : "",
    after: next?.kind === "words" ? firstCharacter(next.text) : "",
  };
}

/** The same for a span whose outer blanks the translation contains. */
function markedPartOf(piece: Exclude<TextSegment, Words>, index: number, pieces: readonly TextSegment[]): Part {
  const part = partOf(piece, index, pieces);
  if (part.kind !== "kept" || part.text.trim() === "") return part;
  const [first, last] = [firstCharacter(part.text), lastCharacter(part.text)];
  return {
    ...part,
    text: part.text.trim(),
    before: first.trim() === "" ? first : part.before,
    after: last.trim() === "" ? last : part.after,
  };
}

const firstCharacter = (text: string) => text[Symbol.iterator]().next().value ?? "";
const lastCharacter = (text: string) => /.$/su.exec(text)?.[0] ?? "";

/** Gives a translation the outer blanks of its source. */
export function withOuterWhitespace(source: string, translation: string): string {
  const [leading = ""] = /^\s*/u.exec(source) ?? [];
  return leading + translation.trim() + source.slice(source.trimEnd().length);
}

/** A mark as engines return it: sometimes with blanks inside. */
const PLACEHOLDER_PATTERN = /\[\s{0,2}\[\s{0,2}(\d{1,4})\s{0,2}\]\s{0,2}\]/gu;

/** Replaces each span by a mark and keeps the blanks around it. The pieces must contain words. */
export function withPlaceholders(pieces: readonly TextSegment[]): string {
  let count = 0;
  return innerSegments(pieces)
    .map((piece) => {
      if (piece.kind === "words") return piece.text;
      return piece.kind === "term" ? `[[${count++}]]` : withOuterWhitespace(piece.text, `[[${count++}]]`);
    })
    .join("");
}

/** Returns the output with `SPAN` in place of each mark, for `keepsShape`. */
export const withoutPlaceholders = (output: string): string => output.replaceAll(PLACEHOLDER_PATTERN, SPAN);

/** Returns null unless the output contains every mark exactly once, and signs in their order. */
export function restorePlaceholders(pieces: readonly TextSegment[], output: string): string | null {
  const spans = pieces.flatMap((piece, index) =>
    piece.kind === "words" || isProtectedEnd(piece, index, pieces) ? [] : [markedPartOf(piece, index, pieces)],
  );
  const translation = withOuterWhitespace(withPlaceholders(pieces), output);
  const parts: Part[] = [];
  const found = new Set<number>();
  let from = 0;
  for (const { 0: mark, 1: digits, index } of translation.matchAll(PLACEHOLDER_PATTERN)) {
    const number = Number(digits);
    const span = spans[number];
    if (span === undefined || found.has(number)) return null;
    // Other spans may change places. The order of signs, such as brackets, matters.
    if (span.kind === "kept" && (span.signStart || span.signEnd) && number !== found.size) return null;
    found.add(number);
    parts.push({ kind: "text", text: translation.slice(from, index) }, span);
    from = index + mark.length;
  }
  if (found.size < spans.length) return null;
  parts.push({ kind: "text", text: translation.slice(from) });
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (first?.kind === "kept") parts.unshift(partOf(first, 0, pieces));
  if (last?.kind === "kept") parts.push(partOf(last, pieces.length - 1, pieces));
  return joinParts(parts);
}

/** Returns whether the span is at an end of the text, so that it is not sent. */
const isProtectedEnd = (piece: TextSegment, index: number, pieces: readonly TextSegment[]) =>
  piece.kind === "kept" && (index === 0 || index === pieces.length - 1);

const innerSegments = (pieces: readonly TextSegment[]) =>
  pieces.filter((piece, index) => !isProtectedEnd(piece, index, pieces));
