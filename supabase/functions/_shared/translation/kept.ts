/**
 * What no engine may touch: addresses, mail addresses, mentions, placeholders, code, tags, emoji. At the ends of a text
 * they do not go to the engine at all. Between words a mark stands for each, so that the sentence stays whole; where the
 * marks do not come back as they went, or an engine is known to lose them, the words between go one stretch at a time.
 */
import type { Engine, EngineResult } from "./engine.ts";

/** `stretches`: line breaks are kept by us too, for models that know only sentences. */
export type Keeping = "marks" | "stretches";

const EMOJI = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|[\uFE0F\u{E0020}-\u{E007F}]|\u200D\p{Extended_Pictographic})*`;
const KEPT = [
  String.raw`(?:https?:\/\/|www\.)[^\s<>"]*[^\s<>"'.,;:!?)\]}…»”]`,
  String.raw`[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+`,
  String.raw`(?<![\p{L}\p{N}])@[\p{L}\p{N}_-]+`,
  "`[^`\\n]+`",
  String.raw`\$?\{\{?\s?[\w.-]{1,60}\s?\}?\}`,
  String.raw`%(?:\d+\$)?[sd]\b`,
  String.raw`<\/?[a-z][a-z0-9]{0,20}(?:\s[a-z-]{1,20}=(?:"[^"<>\n]{0,200}"|[^\s"<>]{1,200})){0,9}\s?\/?>`,
  String.raw`\p{Regional_Indicator}{2}`,
  String.raw`[0-9#*]\uFE0F?\u20E3`,
  EMOJI,
  // Ours, when somebody writes it.
  String.raw`\[\[\d+\]\]`,
].join("|");

/** A mark as engines give it back: with blanks, at worst. */
const MARK = /\[\s?\[\s?(\d{1,4})\s?\]\s?\]/gu;

interface Part {
  /** Goes back as it is; else it is words for the engine, without blanks at its ends. */
  readonly kept: boolean;
  readonly text: string;
}

/** The engine behind us; what is kept comes back unchanged, in the order in which it was written. */
export function keeping(engine: Engine, how: Keeping): Engine {
  return {
    name: engine.name,
    translate: async (texts, source, target, signal) => {
      const ask = (asked: readonly string[]): Promise<EngineResult<string[]>> =>
        asked.length === 0 ? Promise.resolve({ ok: true, value: [] }) : engine.translate(asked, source, target, signal);
      const all = texts.map((text) => partsOf(text, how));
      const done = all.map((parts) => (parts.every(({ kept }) => kept) ? joined(parts) : null));
      const open = () => all.flatMap((parts, index) => (done[index] === null ? [{ parts, index }] : []));

      if (how === "marks") {
        const whole = open();
        const answer = await ask(whole.map(({ parts }) => marked(parts)));
        if (!answer.ok) return answer;
        for (const [at, { parts, index }] of whole.entries()) done[index] = unmarked(parts, answer.value[at] ?? "");
      }
      const torn = open();
      const answer = await ask(torn.flatMap(({ parts }) => wordsOf(parts)));
      if (!answer.ok) return answer;
      const stretches = answer.value.values();
      for (const { parts, index } of torn) {
        done[index] = parts.map(({ kept, text }) => (kept ? text : (stretches.next().value ?? "").trim())).join("");
      }
      return { ok: true, value: done.map((text) => text ?? "") };
    },
  };
}

const joined = (parts: readonly Part[]) => parts.map(({ text }) => text).join("");
const wordsOf = (parts: readonly Part[]) => parts.flatMap(({ kept, text }) => (kept ? [] : [text]));

/** Neighbours are of different kinds. */
function partsOf(text: string, how: Keeping): Part[] {
  const parts: Part[] = [];
  const add = (kept: boolean, piece: string) => {
    const last = parts.at(-1);
    if (piece === "") return;
    if (last?.kept === kept) parts[parts.length - 1] = { kept, text: last.text + piece };
    else parts.push({ kept, text: piece });
  };
  const addWords = (piece: string) => {
    const words = piece.trim();
    const [before = "", after = ""] = words === "" ? [piece] : piece.split(words);
    add(true, before);
    add(!/\p{L}/u.test(words), words);
    add(true, after);
  };

  let from = 0;
  for (const { 0: kept, index } of text.matchAll(new RegExp(how === "marks" ? KEPT : String.raw`\n+|${KEPT}`, "giu"))) {
    addWords(text.slice(from, index));
    add(true, kept);
    from = index + kept.length;
  }
  addWords(text.slice(from));
  return parts;
}

/** Without what is kept at its ends, with a mark for each between. Only for parts that hold words. */
function marked(parts: readonly Part[]): string {
  let count = 0;
  return between(parts)
    .map(({ kept, text }) => (kept ? text.replace(text.trim(), () => `[[${count++}]]`) : text))
    .join("");
}

/** Null unless every mark is there, once. */
function unmarked(parts: readonly Part[], answer: string): string | null {
  const kept = between(parts).filter((part) => part.kept);
  const found = [...answer.matchAll(MARK)].map(([, number]) => Number(number));
  if (found.length !== kept.length || kept.some((_part, index) => !found.includes(index))) return null;
  const [head, tail] = ends(parts);
  const body = answer.trim().replaceAll(MARK, (_mark, number: string) => kept[Number(number)]?.text.trim() ?? "");
  return `${head}${body}${tail}`;
}

function ends(parts: readonly Part[]): [string, string] {
  const [first, last] = [parts[0], parts.at(-1)];
  return [first?.kept ? first.text : "", last?.kept ? last.text : ""];
}

function between(parts: readonly Part[]): readonly Part[] {
  return parts.slice(parts[0]?.kept ? 1 : 0, parts.at(-1)?.kept ? -1 : undefined);
}
