/** Made texts keep their shape through engines of every habit, the real Apertium among them, or are rejected. */
import assert from "node:assert/strict";
import type { Language } from "../_shared/contracts/languages.ts";
import type { ProtectionMode } from "../_shared/contracts/text/translateProtected.ts";
import { createApertiumEngine } from "../_shared/translation/apertium.ts";
import type { Engine, EngineResult } from "../_shared/translation/engine.ts";
import { protectSpans } from "../_shared/translation/protectedSpans.ts";
import { validateText } from "../_shared/translation/validateOutput.ts";
import { TIME_BUDGET } from "./fakeServer.ts";
import { makeTexts, NAMES, shapeFault } from "./shape_texts.ts";

const TEXTS = 500;
const SEED = 27;

interface Habit {
  readonly name: string;
  does(text: string): string;
  /** The engine adds marks of its own, so that some texts cannot be kept. */
  readonly spoils?: true;
}

const MARK = /\[\[(\d+)\]\]/gu;
const swapFirstMarks = (text: string) =>
  text.replaceAll(/\[\[([01])\]\]/gu, (_mark, number) => `[[${number === "0" ? 1 : 0}]]`);
const dropsChars = (chars: RegExp) => (text: string) => text.replaceAll(chars, "");

/** All but the first write capitals, so that whatever was sent is changed. */
const HABITS: readonly Habit[] = [
  { name: "returns the text", does: (text) => text },
  { name: "keeps signs", does: (text) => text.toUpperCase() },
  { name: "drops asterisks", does: dropsChars(/\*/gu) },
  { name: "eats tildes", does: dropsChars(/~/gu) },
  { name: "drops Markdown", does: dropsChars(/[*_`~#]/gu) },
  { name: "drops brackets", does: dropsChars(/[()<>{}]/gu) },
  { name: "drops square brackets", does: dropsChars(/[[\]]/gu) },
  { name: "keeps only letters and marks", does: (text) => text.replaceAll(/[^\p{L}\p{M}\s[\]0-9]/gu, "") },
  { name: "keeps only letters", does: (text) => text.replaceAll(/[^\p{L}\p{M}\s]/gu, "").trim() || "x" },
  { name: "adds blanks inside marks", does: (text) => text.replaceAll(MARK, "[ [ $1 ] ]") },
  { name: "adds blanks around marks", does: (text) => text.replaceAll(MARK, " $& ").replaceAll(/ +/gu, " ") },
  { name: "removes blanks around marks", does: (text) => text.replaceAll(/ ?(\[\[\d+\]\]) ?/gu, "$1") },
  { name: "reorders marks", does: swapFirstMarks },
  { name: "loses a mark", does: (text) => text.replace("[[0]]", "") },
  { name: "doubles a mark", does: (text) => text.replace("[[0]]", "[[0]] [[0]]") },
  { name: "translates marks", does: (text) => text.replaceAll(MARK, "[[zero]]") },
  { name: "numbers marks anew", does: (text) => text.replaceAll(MARK, "[[0]]") },
  { name: "decodes entities", does: (text) => text.replaceAll("&amp;", "&").replaceAll("&ntilde;", "ñ") },
  { name: "writes out ampersands", does: (text) => text.replaceAll("&", "and") },
  { name: "encodes entities", does: (text) => text.replaceAll("&", "&amp;").replaceAll("e", "&eacute;"), spoils: true },
  { name: "swallows line breaks", does: (text) => text.replaceAll(/\s+/gu, " ") },
  { name: "joins empty lines", does: (text) => text.replaceAll(/\n+/gu, "\n") },
  { name: "breaks lines", does: (text) => text.replaceAll(". ", ".\n"), spoils: true },
  { name: "drops bullets", does: (text) => text.replaceAll(/^- /gmu, "") },
  {
    name: "changes digits",
    does: (text) => text.replaceAll(/(?<!\[)\d(?!\])/gu, (digit) => String(9 - Number(digit))),
  },
  {
    name: "writes Arabic digits",
    does: (text) => text.replaceAll(/\d/gu, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? ""),
  },
  {
    name: "strips emoji",
    does: (text) => text.replaceAll(/[\u200D\uFE0F\p{Emoji_Modifier}\p{Extended_Pictographic}]/gu, ""),
  },
  {
    name: "widens punctuation",
    does: (text) =>
      text.replaceAll(/[(),.!:;%+=]/gu, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)),
    spoils: true,
  },
  { name: "strips tags", does: (text) => text.replaceAll(/<[^<>]*>/gu, "").trim() || "x" },
  { name: "changes currencies", does: (text) => text.replaceAll(/[€$¥]/gu, "£") },
  { name: "marks unknown words", does: (text) => text.replaceAll(/(?<!\p{L})(?=roja|red)/giu, "*"), spoils: true },
  { name: "cannot generate words", does: (text) => text.replaceAll(/(?<!\p{L})(?=casa|tren)/giu, "#"), spoils: true },
  { name: "leaves lemmas", does: (text) => text.replaceAll(/(?<!\p{L})(?=casa|tren)/giu, "@"), spoils: true },
  { name: "leaks tags", does: (text) => text.replace(/(?<=casa)(?!\p{L})/iu, "<prn><tn>"), spoils: true },
  { name: "leaks an analysis", does: (text) => text.replace(/tren/iu, "^tren/train$"), spoils: true },
  { name: "adds Markdown", does: (text) => `**${text}**`, spoils: true },
  { name: "says nothing", does: () => "", spoils: true },
];

function scripted({ name, does }: Habit): Engine {
  const say = (text: string): EngineResult<string> => {
    const output = does(text);
    return validateText(text, name === "returns the text" ? output : output.toUpperCase());
  };
  return { name, translate: (texts) => Promise.resolve(texts.map(say)) };
}

/** Translates made texts. Returns the share that kept its shape; fails on a text that is shown without. */
async function keptShare(
  engine: Engine,
  mode: ProtectionMode,
  source: Language,
  target: Language,
  budget = TIME_BUDGET,
) {
  const made = makeTexts(TEXTS, source, SEED);
  const texts = made.map(({ text }) => text);
  const results = await protectSpans(engine, mode).translate(texts, source, target, budget, {
    terms: [],
    names: NAMES,
  });
  let kept = 0;
  for (const [index, one] of made.entries()) {
    const result = results[index];
    assert.ok(result, "a result is missing");
    if (!result.ok) continue;
    kept += 1;
    assert.equal(shapeFault(one, result.value), null, `${JSON.stringify(one.text)} → ${JSON.stringify(result.value)}`);
  }
  return kept / TEXTS;
}

for (const habit of HABITS) {
  for (const mode of ["marks", "stretches"] as const) {
    Deno.test(`shape: survives, with ${mode}, an engine that ${habit.name}`, async () => {
      const share = await keptShare(scripted(habit), mode, "es", "en");
      if (!habit.spoils) assert.equal(share, 1);
    });
  }
}

const real = Deno.env.get("APERTIUM_URL");
const MIN_APERTIUM_SHARE = 1;
const DIRECTIONS = [
  ["es", "en"],
  ["en", "es"],
  ["es", "fr"],
  ["fr", "es"],
  ["es", "ca"],
  ["ca", "es"],
  ["es", "pt"],
  ["pt", "es"],
] as const;
for (const [source, target] of DIRECTIONS) {
  Deno.test({ name: `shape: survives Apertium itself from ${source} to ${target}`, ignore: !real }, async () => {
    const budget = { startRequest: () => AbortSignal.timeout(60_000) };
    const share = await keptShare(createApertiumEngine(real ?? ""), "marks", source, target, budget);
    // The rest is rejected, because Apertium could not generate a word and marked it.
    assert.ok(share >= MIN_APERTIUM_SHARE, `${share}`);
  });
}
