/** Translates texts of people with an engine that may damage them: protects what must stay, and checks the result. */
import type { Language } from "../languages.ts";
import { keepsShape, SPAN } from "./keepsShape.ts";
import {
  createSplitter,
  type FindTerms,
  isTranslatable,
  joinSegments,
  type ProtectionLevel,
  restorePlaceholders,
  type TextSegment,
  withOuterWhitespace,
  withoutPlaceholders,
  withPlaceholders,
  wordsOf,
} from "./segments.ts";

/** How a text is tried first. */
export type ProtectionMode = "marks" | "stretches";

type Translated<F> = { readonly ok: true; readonly value: string } | F;
export interface ProtectedTranslation<F> {
  readonly result: Translated<F>;
  /** The result needed no request, so it says nothing about the engine. */
  readonly free: boolean;
}

export interface ProtectedTextOptions<F extends { readonly ok: false }> {
  readonly mode: ProtectionMode;
  readonly target: Language;
  /** Names of people whom the texts may mention. */
  readonly names: readonly string[];
  readonly termsIn: FindTerms;
  /** Sends parts of texts to the engine. Returns a result for each, in order. */
  translate(parts: readonly string[]): Promise<readonly Translated<F>[]>;
  /** The failure of a text whose shape the engine does not keep. */
  readonly rejected: F;
  /** Combines the failure of a part with whether other parts of the text were sent. */
  failure(failed: F, attempted: boolean, parts: readonly Translated<F>[]): F;
}

interface OpenText {
  readonly text: string;
  readonly index: number;
  /** The level to try next. */
  readonly level: ProtectionLevel;
  /** The parts that were sent last. */
  readonly sent: readonly string[] | null;
}

/** Each part can cost a request. */
const MAX_PARTS = 100;
/** Quotas count the text, and engines what they receive. A mark is longer than an emoji. */
const maxMarkedLength = (text: string): number => 2 * text.length + 200;
const LEVELS: readonly ProtectionLevel[] = ["marks", "stretches", "strict"];

/**
 * Returns a result for each text, in order. Protected spans come back unchanged. A text whose marks are lost, or whose signs
 * change, is sent again in smaller parts; if that fails too, or needs more than `MAX_PARTS`, it is rejected.
 */
export async function translateProtected<F extends { readonly ok: false }>(
  texts: readonly string[],
  options: ProtectedTextOptions<F>,
): Promise<readonly ProtectedTranslation<F>[]> {
  const { mode, names, termsIn, translate, rejected, failure } = options;
  const done: ProtectedTranslation<F>[] = texts.map(() => ({ result: rejected, free: false }));
  let open: readonly OpenText[] = texts.map((text, index) => ({ text, index, level: mode, sent: null }));
  for (const level of LEVELS) {
    const current = open.filter((item) => item.level === level);
    if (current.length === 0) continue;
    const split = createSplitter(level, names, termsIn);
    const next: OpenText[] = open.filter((item) => item.level !== level);
    const attempts = current.flatMap((item) => {
      const pieces = split(item.text);
      const parts = partsOf(pieces, level);
      if (level === "marks" && (parts[0]?.length ?? 0) > maxMarkedLength(item.text)) {
        next.push({ ...item, level: "stretches" });
        return [];
      }
      if (parts.length <= MAX_PARTS) return isNew(item, parts) ? [{ item, pieces, parts }] : [];
      done[item.index] = { result: rejected, free: item.sent === null };
      return [];
    });
    const results = await translate(attempts.flatMap(({ parts }) => parts));
    let from = 0;
    for (const { item, pieces, parts } of attempts) {
      const own = results.slice(from, from + parts.length);
      from += parts.length;
      const failed = own.find((result): result is F => !result.ok);
      if (failed !== undefined || own.length < parts.length) {
        done[item.index] = { result: failure(failed ?? rejected, item.sent !== null, own), free: false };
        continue;
      }
      const values = own.flatMap((result) => (result.ok ? [result.value] : []));
      const outcome = assemble(pieces, level, values, options);
      if (outcome.ok) done[item.index] = { result: outcome, free: parts.length === 0 };
      else if (outcome.next !== null) next.push({ ...item, level: outcome.next, sent: parts });
    }
    open = next;
  }
  return done;
}

/** Without new parts the engine would return the same again. */
const isNew = ({ sent }: OpenText, parts: readonly string[]) =>
  sent === null || sent.length !== parts.length || parts.some((part, index) => part !== sent[index]);

function partsOf(pieces: readonly TextSegment[], level: ProtectionLevel): string[] {
  const words = pieces.filter(isTranslatable);
  if (words.length === 0) return [];
  return level === "marks" ? [withPlaceholders(pieces).trim()] : words.map(({ text }) => text.trim());
}

type Outcome =
  | { readonly ok: true; readonly value: string }
  /** The level to try next. */
  | { readonly ok: false; readonly next: ProtectionLevel | null };

function assemble<F extends { readonly ok: false }>(
  pieces: readonly TextSegment[],
  level: ProtectionLevel,
  values: readonly string[],
  { target }: ProtectedTextOptions<F>,
): Outcome {
  const words = wordsOf(pieces);
  const capitals = isAllCapitals(words) && target !== "ka";
  const cased = values.map((value) => (capitals ? value.toLocaleUpperCase(target) : value));
  const [whole = ""] = cased;
  if (level === "marks" && cased.length > 0) {
    const value = restorePlaceholders(pieces, whole);
    if (value === null) return { ok: false, next: "stretches" };
    const inner = withoutPlaceholders(withPlaceholders(pieces));
    return keepsShape(inner, withoutPlaceholders(whole), target) ? { ok: true, value } : { ok: false, next: "strict" };
  }
  const translated = new Map(pieces.filter(isTranslatable).map((piece, index) => [piece, cased[index] ?? ""]));
  // Only the first piece begins a line. `SPAN` stands for what is before the others.
  const isKept = pieces.every((piece, index) => {
    const value = isTranslatable(piece) ? translated.get(piece) : undefined;
    const before = index === 0 ? "" : SPAN;
    return piece.kind !== "words" || value === undefined || keepsShape(before + piece.text, before + value, target);
  });
  if (!isKept) return { ok: false, next: level === "strict" ? null : "strict" };
  return {
    ok: true,
    value: joinSegments(pieces, (piece) => withOuterWhitespace(piece.text, translated.get(piece) ?? "")),
  };
}

/** Returns whether the words are several and all in capitals: emphasis, not an acronym. */
function isAllCapitals(words: string): boolean {
  if (words !== words.toUpperCase()) return false;
  const capitals = words.match(/\p{Lu}[\p{Lu}\p{M}'’]*/gu) ?? [];
  return capitals.length > 1 && capitals.join("").length > 3;
}
