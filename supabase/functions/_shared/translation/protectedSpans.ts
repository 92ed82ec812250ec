/**
 * What no engine may touch: addresses, mail addresses, mentions, placeholders, code, tags, emoji, and the terms of a
 * glossary, which are put back as what they are in the other language. What is no word of the sentence does not go to the
 * engine at all when it stands at an end. For all else a mark goes, so that the sentence stays whole; where the marks do
 * not come back as they went, or an engine is known to lose them, the words between go one stretch at a time.
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

/** `stretches`: line breaks are kept by us too, for models that know only sentences. */
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
  // Ours, when somebody writes it.
  String.raw`\[\[\d+\]\]`,
].join("|");

/** A mark as engines give it back: with blanks, at worst. */
const PLACEHOLDER_PATTERN = /\[\s{0,2}\[\s{0,2}(\d{1,4})\s{0,2}\]\s{0,2}\]/gu;

type TextSegment =
  /** For the engine, with the blanks around it. */
  | { readonly kind: "words"; readonly text: string }
  /** Goes back as it is. */
  | { readonly kind: "kept"; readonly text: string }
  /** Goes back as what it is in the other language; `within` is the text in which it was found. */
  | { readonly kind: "term"; readonly found: TermMatch; readonly within: string };

/** `free`: the engine was not asked for it, and it says nothing of the engine. */
export type ProtectedResult = EngineResult<string> & { readonly free?: true };

/** An engine that keeps what must be kept. */
export interface ProtectingEngine {
  readonly name: string;
  /** As an engine's; with the terms that are to be put in. */
  translate(
    texts: readonly string[],
    source: Language,
    target: Language,
    within: TimeBudget,
    terms?: readonly TermEntry[],
  ): Promise<readonly ProtectedResult[]>;
}

/** The engine behind us; what is kept comes back unchanged, in the order in which it was written. */
export function protectSpans(engine: Engine, mode: ProtectionMode): ProtectingEngine {
  return {
    name: engine.name,
    translate: async (texts, source, target, within, terms = []) => {
      const ask = (asked: readonly string[]): Promise<readonly EngineResult<string>[]> =>
        asked.length === 0 ? Promise.resolve([]) : engine.translate(asked, source, target, within);
      const all = texts.map((text) => splitSegments(text, mode, (words) => matchTerms(words, terms, source, target)));
      const done = all.map((pieces): ProtectedResult | null =>
        pieces.some(isTranslatable) ? null : { ok: true, value: joinSegments(pieces, target, () => ""), free: true },
      );
      const open = () => all.flatMap((pieces, index) => (done[index] === null ? [{ pieces, index }] : []));

      const markable = mode === "marks" ? open() : [];
      const translations = (await ask(markable.map(({ pieces }) => withPlaceholders(pieces).trim()))).values();
      for (const { pieces, index } of markable) {
        const answer = translations.next().value ?? textRejected("no answer");
        const text = answer.ok ? restorePlaceholders(pieces, answer.value, target) : null;
        if (!answer.ok) done[index] = answer;
        else if (text !== null) done[index] = { ok: true, value: text };
      }

      const unrestored = open().map((one) => ({
        ...one,
        words: one.pieces.filter(isTranslatable).map(({ text }) => text.trim()),
      }));
      const stretches = await ask(unrestored.flatMap(({ words }) => words));
      let from = 0;
      for (const { pieces, index, words } of unrestored) {
        const own = stretches.slice(from, from + words.length);
        from += words.length;
        const answered = collectResults(own);
        const translated = answered.ok ? answered.value.values() : null;
        done[index] = answered.ok
          ? {
              ok: true,
              value: joinSegments(pieces, target, (text) => withOuterWhitespace(text, translated?.next().value ?? "")),
            }
          : partialFailure(answered, mode === "marks" || own.some((one) => one.ok || one.error.attempted));
      }
      return done.map((one) => enforceMaxLength(one ?? textRejected("no answer")));
    },
  };
}

/** Some of its words may have gone before those that did not. */
const partialFailure = ({ error }: EngineError, sent: boolean): EngineError => ({
  ok: false,
  error: { ...error, attempted: sent },
});

/** Of a glossary's terms a short text can become a very long one. */
function enforceMaxLength(result: ProtectedResult): ProtectedResult {
  if (!result.ok || codePointLength(result.value) <= LIMITS.translation.max) return result;
  return { ...textRejected("too long a text"), ...(result.free && { free: true }) };
}

type TranslatableSegment = Extract<TextSegment, { kind: "words" }>;
const isTranslatable = (piece: TextSegment): piece is TranslatableSegment =>
  piece.kind === "words" && /\p{L}/u.test(piece.text);

/** All pieces in their order; words with letters as `translate` gives them. */
function joinSegments(pieces: readonly TextSegment[], target: Language, translate: (text: string) => string): string {
  let text = "";
  for (const piece of pieces) {
    if (isTranslatable(piece)) text += translate(piece.text);
    else text += piece.kind === "term" ? renderTerm(piece.found, piece.within, target, text) : piece.text;
  }
  return text;
}

/** An answer with the blanks of what was asked around it. */
function withOuterWhitespace(asked: string, answer: string): string {
  const [before = ""] = /^\s*/u.exec(asked) ?? [];
  return before + answer.trim() + asked.slice(asked.trimEnd().length);
}

/** What has no letters belongs to what is kept beside it; a full stop behind a term belongs to the sentence. */
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

/** With a mark for each that is no words, blanks around it as they were. Only for pieces that hold words. */
function withPlaceholders(pieces: readonly TextSegment[]): string {
  let count = 0;
  return innerSegments(pieces)
    .map((piece) => {
      if (piece.kind === "words") return piece.text;
      return piece.kind === "term" ? `[[${count++}]]` : withOuterWhitespace(piece.text, `[[${count++}]]`);
    })
    .join("");
}

/** Null unless every mark is there, once. */
function restorePlaceholders(pieces: readonly TextSegment[], answer: string, target: Language): string | null {
  const inner = innerSegments(pieces);
  const kept = inner.filter(({ kind }) => kind !== "words");
  const marks = [...answer.matchAll(PLACEHOLDER_PATTERN)];
  const found = marks.map(([, number]) => Number(number));
  if (found.length !== kept.length || kept.some((_piece, index) => !found.includes(index))) return null;

  const asked = withPlaceholders(pieces);
  const translation = answer.trim();
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
  return head + withOuterWhitespace(asked, text + translation.slice(from)) + tail;
}

function protectedEnds(pieces: readonly TextSegment[]): [string, string] {
  const [first, last] = [pieces[0], pieces.at(-1)];
  return [first?.kind === "kept" ? first.text : "", last?.kind === "kept" ? last.text : ""];
}

/** Without what is kept at the ends. */
function innerSegments(pieces: readonly TextSegment[]): readonly TextSegment[] {
  return pieces.slice(pieces[0]?.kind === "kept" ? 1 : 0, pieces.at(-1)?.kind === "kept" ? -1 : undefined);
}
