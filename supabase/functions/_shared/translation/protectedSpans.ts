/**
 * Protects spans from engines: URLs, email addresses, mentions, placeholders, code, tags, emoji, and glossary terms, which
 * are rendered in the target language.
 *
 * A span at either end of the text is not sent at all. Every other span is replaced by a mark, so that the sentence stays
 * whole. If the marks do not come back intact, or an engine is known to lose them, the text between spans is sent as
 * separate stretches.
 */
import type { TermEntry } from "../contracts/glossary.ts";
import type { Language } from "../contracts/languages.ts";
import { codePointLength, LIMITS } from "../contracts/limits.ts";
import {
  collectResults,
  type Engine,
  type EngineError,
  type EngineResult,
  type TimeBudget,
  textRejected,
} from "./engine.ts";
import { matchTerms, renderTerm, type TermMatch } from "./glossary.ts";

/** `stretches` also protects line breaks, for models that translate only sentences. */
export type ProtectionMode = "marks" | "stretches";

const EMOJI_PATTERN = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|[\uFE0F\u{E0020}-\u{E007F}]|\u200D\p{Extended_Pictographic})*`;
const PROTECTED_PATTERN = [
  String.raw`(?:https?:\/\/|www\.)[^\s<>"]*[^\s<>"'.,;:!?)\]}…»”]`,
  String.raw`[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+`,
  String.raw`(?<![\p{L}\p{N}])@[\p{L}\p{N}_-]+`,
  "`[^`\\n]+`",
  String.raw`\$?\{\{?\s?[\w.-]{1,60}\s?\}?\}`,
  String.raw`%(?:\d+\$)?[sd]\b`,
  String.raw`<\/?[a-z][a-z0-9]{0,20}(?:\s[a-z-]{1,20}=(?:"[^"<>\n]{0,200}"|[^\s"<>]{1,200})){0,9}\s?\/?>`,
  String.raw`\p{Regional_Indicator}{2}`,
  String.raw`[0-9#*]\uFE0F?\u20E3`,
  EMOJI_PATTERN,
  // Our own mark, if a user types it.
  String.raw`\[\[\d+\]\]`,
].join("|");

/** A mark as engines return it: sometimes with blanks inside. */
const PLACEHOLDER_PATTERN = /\[\s{0,2}\[\s{0,2}(\d{1,4})\s{0,2}\]\s{0,2}\]/gu;

type TextSegment =
  /** Sent to the engine, with the blanks around it. */
  | { readonly kind: "words"; readonly text: string }
  /** Returned unchanged. */
  | { readonly kind: "kept"; readonly text: string }
  /** Rendered in the target language. `within` is the text that contains the term. */
  | { readonly kind: "term"; readonly found: TermMatch; readonly within: string };

/** `free` marks a result without a request, which says nothing about the engine. */
export type ProtectedResult = EngineResult<string> & { readonly free?: true };

/** An engine that leaves protected spans intact. */
export interface ProtectingEngine {
  readonly name: string;
  /** Translates like `Engine.translate`, and applies the terms. */
  translate(
    texts: readonly string[],
    source: Language,
    target: Language,
    within: TimeBudget,
    terms?: readonly TermEntry[],
  ): Promise<readonly ProtectedResult[]>;
}

/** Wraps an engine. Protected spans come back unchanged and in their original order. */
export function protectSpans(engine: Engine, mode: ProtectionMode): ProtectingEngine {
  return {
    name: engine.name,
    translate: async (texts, source, target, within, terms = []) => {
      const translate = (parts: readonly string[]): Promise<readonly EngineResult<string>[]> =>
        parts.length === 0 ? Promise.resolve([]) : engine.translate(parts, source, target, within);
      const all = texts.map((text) => splitSegments(text, mode, (words) => matchTerms(words, terms, source, target)));
      const done = all.map((pieces): ProtectedResult | null =>
        pieces.some(isTranslatable) ? null : { ok: true, value: joinSegments(pieces, target, () => ""), free: true },
      );
      const open = () => all.flatMap((pieces, index) => (done[index] === null ? [{ pieces, index }] : []));

      const markable = mode === "marks" ? open() : [];
      const translations = (await translate(markable.map(({ pieces }) => withPlaceholders(pieces).trim()))).values();
      for (const { pieces, index } of markable) {
        const result = translations.next().value ?? textRejected("no answer");
        const text = result.ok ? restorePlaceholders(pieces, result.value, target) : null;
        if (!result.ok) done[index] = result;
        else if (text !== null) done[index] = { ok: true, value: text };
      }

      const unrestored = open().map((segments) => ({
        ...segments,
        words: segments.pieces.filter(isTranslatable).map(({ text }) => text.trim()),
      }));
      const stretches = await translate(unrestored.flatMap(({ words }) => words));
      let from = 0;
      for (const { pieces, index, words } of unrestored) {
        const own = stretches.slice(from, from + words.length);
        from += words.length;
        const collected = collectResults(own);
        const translated = collected.ok ? collected.value.values() : null;
        done[index] = collected.ok
          ? {
              ok: true,
              value: joinSegments(pieces, target, (text) => withOuterWhitespace(text, translated?.next().value ?? "")),
            }
          : partialFailure(collected, mode === "marks" || own.some((result) => result.ok || result.error.attempted));
      }
      return done.map((result) => enforceMaxLength(result ?? textRejected("no answer")));
    },
  };
}

/** Marks the failure as attempted if any part of the text was, even if the failed part was not. */
const partialFailure = ({ error }: EngineError, attempted: boolean): EngineError => ({
  ok: false,
  error: { ...error, attempted },
});

/** Terms can turn a short text into a very long one. */
function enforceMaxLength(result: ProtectedResult): ProtectedResult {
  if (!result.ok || codePointLength(result.value) <= LIMITS.translation.max) return result;
  return { ...textRejected("too long a text"), ...(result.free && { free: true }) };
}

type TranslatableSegment = Extract<TextSegment, { kind: "words" }>;
const isTranslatable = (piece: TextSegment): piece is TranslatableSegment =>
  piece.kind === "words" && /\p{L}/u.test(piece.text);

/** Joins all pieces in order. `translate` supplies the translatable ones. */
function joinSegments(pieces: readonly TextSegment[], target: Language, translate: (text: string) => string): string {
  let text = "";
  for (const piece of pieces) {
    if (isTranslatable(piece)) text += translate(piece.text);
    else text += piece.kind === "term" ? renderTerm(piece.found, piece.within, target, text) : piece.text;
  }
  return text;
}

/** Gives a translation the outer blanks of its source. */
function withOuterWhitespace(source: string, translation: string): string {
  const [leading = ""] = /^\s*/u.exec(source) ?? [];
  return leading + translation.trim() + source.slice(source.trimEnd().length);
}

/** Adds text without letters to the protected span beside it. Punctuation beside a term stays with the sentence. */
function splitSegments(
  text: string,
  mode: ProtectionMode,
  termsOf: (words: string) => readonly TermMatch[],
): TextSegment[] {
  const pieces: TextSegment[] = [];
  const keep = (piece: string) => {
    const last = pieces.at(-1);
    if (piece === "") return;
    if (last?.kind === "kept") pieces[pieces.length - 1] = { kind: "kept", text: last.text + piece };
    else pieces.push({ kind: "kept", text: piece });
  };
  const addWords = (start: number, end: number) => {
    const words = text.slice(start, end);
    let from = start;
    const add = (piece: string, isBesideTerm: boolean) => {
      if (piece === "") return;
      if (isBesideTerm || /\p{L}/u.test(piece)) pieces.push({ kind: "words", text: piece });
      else keep(piece);
    };
    for (const { term, ...at } of termsOf(words)) {
      const found = { term, from: start + at.from, to: start + at.to, coreTo: start + at.coreTo };
      add(text.slice(from, found.from), true);
      pieces.push({ kind: "term", found, within: text });
      from = found.to;
    }
    add(text.slice(from, end), from > start);
  };

  let from = 0;
  for (const { 0: kept, index } of text.matchAll(
    new RegExp(mode === "marks" ? PROTECTED_PATTERN : String.raw`\n+|${PROTECTED_PATTERN}`, "giu"),
  )) {
    addWords(from, index);
    keep(kept);
    from = index + kept.length;
  }
  addWords(from, text.length);
  return pieces;
}

/** Replaces each span by a mark and keeps the blanks around it. The pieces must contain words. */
function withPlaceholders(pieces: readonly TextSegment[]): string {
  let count = 0;
  return innerSegments(pieces)
    .map((piece) => {
      if (piece.kind === "words") return piece.text;
      return piece.kind === "term" ? `[[${count++}]]` : withOuterWhitespace(piece.text, `[[${count++}]]`);
    })
    .join("");
}

/** Returns null unless the output contains every mark exactly once. */
function restorePlaceholders(pieces: readonly TextSegment[], output: string, target: Language): string | null {
  const inner = innerSegments(pieces);
  const kept = inner.filter(({ kind }) => kind !== "words");
  const marks = [...output.matchAll(PLACEHOLDER_PATTERN)];
  const found = marks.map(([, number]) => Number(number));
  if (found.length !== kept.length || kept.some((_piece, index) => !found.includes(index))) return null;

  const marked = withPlaceholders(pieces);
  const translation = output.trim();
  let text = "";
  let from = 0;
  for (const { 0: mark, 1: number, index } of translation.matchAll(PLACEHOLDER_PATTERN)) {
    text += translation.slice(from, index);
    const piece = kept[Number(number)];
    if (piece?.kind === "term") text += renderTerm(piece.found, piece.within, target, text);
    else text += piece?.text.trim() ?? "";
    from = index + mark.length;
  }
  const [head, tail] = protectedEnds(pieces);
  return head + withOuterWhitespace(marked, text + translation.slice(from)) + tail;
}

function protectedEnds(pieces: readonly TextSegment[]): [string, string] {
  const [first, last] = [pieces[0], pieces.at(-1)];
  return [first?.kind === "kept" ? first.text : "", last?.kind === "kept" ? last.text : ""];
}

/** Returns the pieces without the protected spans at both ends. */
function innerSegments(pieces: readonly TextSegment[]): readonly TextSegment[] {
  return pieces.slice(pieces[0]?.kind === "kept" ? 1 : 0, pieces.at(-1)?.kind === "kept" ? -1 : undefined);
}
