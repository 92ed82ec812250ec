import assert from "node:assert/strict";
import type { ProtectionMode } from "../_shared/contracts/text/translateProtected.ts";
import { collectResults, type Engine, outOfTime, textRejected } from "../_shared/translation/engine.ts";
import { protectSpans } from "../_shared/translation/protectedSpans.ts";
import { validateText } from "../_shared/translation/validateOutput.ts";
import { TIME_BUDGET } from "./fakeServer.ts";

/** Returns an engine with a scripted translation, and its requests. */
function scene(says: (text: string) => string, how: ProtectionMode = "marks") {
  const sentTexts: string[][] = [];
  const engine: Engine = {
    name: "fake",
    translate: (texts) => {
      sentTexts.push([...texts]);
      return Promise.resolve(texts.map((text) => ({ ok: true, value: says(text) })));
    },
  };
  const translate = async (...texts: string[]) => {
    const result = collectResults(await protectSpans(engine, how).translate(texts, "es", "en", TIME_BUDGET));
    return result.ok ? result.value : result.error;
  };
  return { sentTexts, engine, translate };
}

Deno.test("protectSpans: sends no request for text without words", async () => {
  const { sentTexts, translate } = scene(() => assert.fail("asked"));
  const texts = ["😀", "https://example.com/x", "12:30 – 14:00", "{name}", "👍🏽👍🏽 !!"];
  assert.deepEqual(await translate(...texts), texts);
  assert.deepEqual(sentTexts, []);
});

Deno.test("protectSpans: sends marks for inner spans only", async () => {
  const { sentTexts, translate } = scene((text) => text.toUpperCase());
  assert.deepEqual(await translate("  @Ana ven a https://x.example/ü ya 😀\n", "hola"), [
    "  @Ana VEN A https://x.example/ü YA 😀\n",
    "HOLA",
  ]);
  assert.deepEqual(sentTexts, [["ven a [[0]] ya", "hola"]]);
});

Deno.test("protectSpans: translates words in brackets", async () => {
  const { sentTexts, translate } = scene((text) => text.toUpperCase());
  assert.deepEqual(await translate("si a <b y c> d {o no, dime}", '<a href="/x">ven</a> {{ name }}'), [
    "SI A <B Y C> D {O NO, DIME}",
    '<a href="/x">VEN</a> {{ name }}',
  ]);
  assert.deepEqual(sentTexts, [["si a [[0]]b y c[[1]] d {o no, dime}", "ven"]]);
});

Deno.test("protectSpans: accepts marks in another order", async () => {
  const { translate } = scene((text) => text.replace("de [[0]] a [[1]]", "to [ [1] ] from [[0]]"));
  assert.deepEqual(await translate("voy de {a} a {b} hoy"), ["voy to {b} from {a} hoy"]);
});

const LOSSES: readonly [string, (text: string) => string][] = [
  ["loses a mark", (text) => text.replace("[[0]]", "")],
  ["doubles a mark", (text) => text.replace("[[0]]", "[[0]] [[0]]")],
  ["invents a mark", (text) => `${text} [[7]]`],
  ["changes a mark", (text) => text.replace("[[1]]", "[[0]]")],
];
for (const [name, spoil] of LOSSES) {
  Deno.test(`protectSpans: sends stretches to an engine that ${name}`, async () => {
    const { sentTexts, translate } = scene((text) => (text.includes("[[") ? spoil(text) : text.toUpperCase()));
    assert.deepEqual(await translate("de {a} a {b} hoy", "hola"), ["DE {a} A {b} HOY", "HOLA"]);
    assert.deepEqual(sentTexts, [
      ["de [[0]] a [[1]] hoy", "hola"],
      ["de", "a", "hoy"],
    ]);
  });
}

Deno.test("protectSpans: keeps line breaks in stretches", async () => {
  const { sentTexts, translate } = scene((text) => ` ${text.toUpperCase()}`, "stretches");
  assert.deepEqual(await translate("uno\n\n  dos, {a}\ntres"), ["UNO\n\n  DOS, {a}\nTRES"]);
  assert.deepEqual(sentTexts, [["uno", "dos,", "tres"]]);
});

for (const [mode, requested] of [
  ["marks", 1],
  ["stretches", 0],
] as const) {
  Deno.test(`protectSpans: rejects text of many pieces after ${requested} requests (${mode})`, async () => {
    const { sentTexts, engine } = scene((text) => text.replaceAll(/\[\[\d+\]\]/gu, ""), mode);
    const texts = ["a😀".repeat(2_000), "hola", "a😀".repeat(101), "a😀".repeat(100)];
    const results = await protectSpans(engine, mode).translate(texts, "es", "en", TIME_BUDGET);
    const rejected = textRejected("changed signs");
    assert.deepEqual(results, [
      // With its marks it would be three times as long as what its quota counts.
      { ...rejected, free: true },
      { ok: true, value: "hola" },
      { ...rejected, ...(requested === 0 && { free: true }) },
      { ok: true, value: texts[3] },
    ]);
    // The text of 100 pieces is the only one that is cut.
    assert.equal(sentTexts.flat().length, requested * 2 + 1 + 100);
  });
}

Deno.test("protectSpans: returns the engine's failure", async () => {
  const failure = textRejected("empty text");
  const engine: Engine = { name: "fake", translate: () => Promise.resolve([failure]) };
  assert.deepEqual(
    collectResults(await protectSpans(engine, "marks").translate(["hola"], "es", "en", TIME_BUDGET)),
    failure,
  );
});

Deno.test("protectSpans: one text fails alone, marked as attempted", async () => {
  const engine: Engine = {
    name: "fake",
    translate: (texts) =>
      Promise.resolve(
        texts.map((text) => {
          if (text === "poison") return textRejected("empty text");
          if (text === "hoy") return outOfTime();
          return { ok: true, value: text.replace("[[0]]", "").toUpperCase() };
        }),
      ),
  };
  const results = await protectSpans(engine, "marks").translate(
    ["poison", "de {a} hoy", "sí {b} no", "hola"],
    "es",
    "en",
    TIME_BUDGET,
  );
  assert.deepEqual(
    results.map((result) => (result.ok ? result.value : [result.error.cause, result.error.attempted])),
    [["empty text", true], ["no time left", true], "SÍ {b} NO", "HOLA"],
  );
});

Deno.test("protectSpans: is fast for adversarial text", async () => {
  const { translate } = scene((text) => text);
  for (const text of [
    "a@".repeat(2_000),
    "{".repeat(4_000),
    "<a".repeat(2_000),
    "<a b=c ".repeat(600),
    "http://".repeat(570),
    "http://..".repeat(440),
    "http://a(".repeat(440),
    "a_".repeat(2_000),
    "1,".repeat(2_000),
    "A1-".repeat(1_300),
    "&amp".repeat(1_000),
    "/a.".repeat(1_300),
    "#_".repeat(2_000),
    "@a ".repeat(1_300),
    "` ".repeat(2_000),
    "*~^|\\<>#@_`".repeat(360),
    "👩🏽‍💻".repeat(1_000),
  ]) {
    const began = performance.now();
    const result = await translate(text);
    assert.ok(performance.now() - began < 1_000, text.slice(0, 9));
    // Its marks may make it too long, and its pieces too many.
    if (Array.isArray(result)) assert.deepEqual(result, [text]);
    else assert.ok("cause" in result && result.cause === "changed signs", text.slice(0, 9));
  }
});

Deno.test("validateText: removes unstorable characters and rejects empty text", () => {
  assert.deepEqual(validateText("hi", "ho\u0000la\r\n\ud800\tx\u009f"), { ok: true, value: "hola\n\ufffd\tx" });
  assert.deepEqual(validateText("hi", "\u0000\u0007"), textRejected("empty text"));
  assert.deepEqual(validateText("hi", "👩🏽‍💻 שלום"), { ok: true, value: "👩🏽‍💻 שלום" });
});
