/** Texts of people keep their shape: what comes back unchanged, and what is sent to the engine. */
import assert from "node:assert/strict";
import type { Language } from "../_shared/contracts/languages.ts";
import { keepsShape, SPAN } from "../_shared/contracts/text/keepsShape.ts";
import { collectResults, type Engine, type EngineResult } from "../_shared/translation/engine.ts";
import { protectSpans } from "../_shared/translation/protectedSpans.ts";
import { TIME_BUDGET } from "./fakeServer.ts";

/** Translates with a scripted engine. Returns the translation, or the cause of the failure, and what was sent. */
async function translate(
  text: string,
  says: (text: string) => string,
  { names = [], target = "en" }: { names?: readonly string[]; target?: Language } = {},
) {
  const sent: string[] = [];
  const engine: Engine = {
    name: "fake",
    translate: (texts) => {
      sent.push(...texts);
      return Promise.resolve(texts.map((part): EngineResult<string> => ({ ok: true, value: says(part) })));
    },
  };
  const protectedEngine = protectSpans(engine, "marks");
  const result = collectResults(
    await protectedEngine.translate([text], "es", target, TIME_BUDGET, { terms: [], names }),
  );
  return { text: result.ok ? result.value[0] : result.error.cause, sent };
}

const shout = (text: string) => text.toUpperCase();
const JUANS = ["Juan Blanco", "Juan Campos"];
const DECOMPOSED = "Jose\u0301";
const MENTIONS: readonly [text: string, names: readonly string[], expected: string, sent: readonly string[]][] = [
  [
    "@Juan Blanco, ¿puedes abrir la puerta?",
    JUANS,
    "@Juan Blanco, ¿PUEDES ABRIR LA PUERTA?",
    [", ¿puedes abrir la puerta?"],
  ],
  ["dile a @juan blanco que sí", JUANS, "DILE A @juan blanco QUE SÍ", ["dile a [[0]] que sí"]],
  ["oye @Juan blanco es un color", ["Juan"], "OYE @Juan BLANCO ES UN COLOR", ["oye [[0]] blanco es un color"]],
  ["@Juan Blancos no está", JUANS, "@Juan BLANCOS NO ESTÁ", ["Blancos no está"]],
  ["oye @अमित ven", [], "OYE @अमित VEN", ["oye [[0]] ven"]],
  ["oye @ปิ่น ven", [], "OYE @ปิ่น VEN", ["oye [[0]] ven"]],
  [`oye @${DECOMPOSED} ven`, [], `OYE @${DECOMPOSED} VEN`, ["oye [[0]] ven"]],
  [`oye @${DECOMPOSED} Ruiz ven`, ["José Ruiz"], `OYE @${DECOMPOSED} Ruiz VEN`, ["oye [[0]] ven"]],
  ["oye @José Ruiz ven", [`${DECOMPOSED} Ruiz`], "OYE @José Ruiz VEN", ["oye [[0]] ven"]],
  ["oye @O'Neil ven", [], "OYE @O'Neil VEN", ["oye [[0]] ven"]],
  ["oye @Sean O’Neil ven", ["Sean O'Neil"], "OYE @Sean O’Neil VEN", ["oye [[0]] ven"]],
  ["oye @(a+)+$ ven", ["(a+)+$"], "OYE @(a+)+$ VEN", ["oye [[0]] ven"]],
  ["请@张伟看一下", ["张伟"], "请@张伟看一下", ["请[[0]]看一下"]],
  ["@Tom你好", [], "@Tom你好", ["你好"]],
  ["ana@blanco.example escribe", JUANS, "ana@blanco.example ESCRIBE", ["escribe"]],
];
for (const [text, names, expected, sent] of MENTIONS) {
  Deno.test(`mentions: stay whole in ${text}`, async () => {
    assert.deepEqual(await translate(text, shout, { names }), { text: expected, sent });
  });
}

const CHINESE: Readonly<Record<string, string>> = {
  "请看[[0]]，谢谢大家": "Please see [[0]], thank you all",
  "请看[[0]]谢谢大家": "Please see [[0]] thank you all",
  "詳しくは（[[0]]）を見て。": "For details see ([[0]]).",
  "。下午三点开会": ". Meeting at 3 pm",
  请看: "Please see",
  "，谢谢大家": ", thank you all",
};
const ADDRESSES: readonly [text: string, expected: string][] = [
  ["请看https://example.com/docs，谢谢大家", "Please see https://example.com/docs, thank you all"],
  ["请看https://example.com/docs谢谢大家", "Please see https://example.com/docs thank you all"],
  ["詳しくは（https://example.com/a）を見て。", "For details see (https://example.com/a)."],
  ["https://example.com/x。下午三点开会", "https://example.com/x. Meeting at 3 pm"],
  ["请看https://zh.wikipedia.org/wiki/道_(消歧义)", "Please see https://zh.wikipedia.org/wiki/道_(消歧义)"],
];
for (const [text, expected] of ADDRESSES) {
  Deno.test(`addresses: end where the sentence goes on in ${text}`, async () => {
    assert.equal((await translate(text, (part) => CHINESE[part] ?? assert.fail(part))).text, expected);
  });
}

Deno.test("addresses: get blanks even if marks are lost", async () => {
  const { text } = await translate("请看https://example.com/docs，谢谢大家", (part) =>
    part.includes("[[") ? "Please see" : (CHINESE[part] ?? assert.fail(part)),
  );
  assert.equal(text, "Please see https://example.com/docs, thank you all");
});

const KEPT: readonly [text: string, expected: string, sent: string][] = [
  ["La sala mide 5*3 metros", "LA SALA MIDE 5*3 METROS", "La sala mide [[0]] metros"],
  ["Pulsa *6 ahora", "PULSA *6 AHORA", "Pulsa [[0]] ahora"],
  ["Pulsa **no** aquí", "PULSA **NO** AQUÍ", "Pulsa [[0]]no[[1]] aquí"],
  ["Pulsa <el botón rojo> y espera", "PULSA <EL BOTÓN ROJO> Y ESPERA", "Pulsa [[0]]el botón rojo[[1]] y espera"],
  ["Escribe Espa&ntilde;a y AT&amp;T hoy", "ESCRIBE Espa&ntilde;a Y AT&amp;T HOY", "Escribe [[0]] y [[1]] hoy"],
  ["Cuesta 20€ o 50$ hoy", "CUESTA 20€ O 50$ HOY", "Cuesta [[0]] o [[1]] hoy"],
  ["Cuesta R$ 10 o 3,5 € hoy", "CUESTA R$ 10 O 3,5 € HOY", "Cuesta [[0]] o [[1]] hoy"],
  ["Mira README.md hoy", "MIRA README.md HOY", "Mira [[0]] hoy"],
  ["Mira museo.example/grupos/1, hoy", "MIRA museo.example/grupos/1, HOY", "Mira [[0]], hoy"],
  ["Voy a #casa hoy", "VOY A #casa HOY", "Voy a [[0]] hoy"],
  ["Abre C:\\Users\\Ana\\casa.txt ya", "ABRE C:\\Users\\Ana\\casa.txt YA", "Abre [[0]] ya"],
  ["Abre ~/casa o /home/ana/casa ya", "ABRE ~/casa O /home/ana/casa YA", "Abre [[0]] o [[1]] ya"],
  ["Usa `la casa\nroja` así", "USA `la casa\nroja` ASÍ", "Usa [[0]] así"],
  ["Usa ```\nla casa\n\n`roja`\n``` así", "USA ```\nla casa\n\n`roja`\n``` ASÍ", "Usa [[0]] así"],
  ["Usa mi_casa y x=3 en C++ hoy", "USA mi_casa Y x=3 EN C++ HOY", "Usa [[0]] y [[1]] en [[2]] hoy"],
  ["Son ٣٫٥ y २० hoy", "SON ٣٫٥ Y २० HOY", "Son [[0]] y [[1]] hoy"],
  ["Sí 👩🏽‍💻 y 🇪🇸 y 1️⃣ y ❤️ hoy", "SÍ 👩🏽‍💻 Y 🇪🇸 Y 1️⃣ Y ❤️ HOY", "Sí [[0]] y [[1]] y [[2]] y [[3]] hoy"],
  ["Eso ~~no~~ era :) hoy", "ESO ~~NO~~ ERA :) HOY", "Eso [[0]]no[[1]] era [[2]] hoy"],
  ["vale.gracias, y/o no", "VALE.GRACIAS, Y/O NO", "vale.gracias, y/o no"],
];
for (const [text, expected, sent] of KEPT) {
  Deno.test(`protectSpans: keeps the signs of ${text}`, async () => {
    assert.deepEqual(await translate(text, shout), { text: expected, sent: [sent] });
  });
}

Deno.test("protectSpans: mends blanks around signs", async () => {
  const spaced = (text: string) =>
    shout(text)
      .replaceAll(/\[\[\d\]\]/gu, " $& ")
      .replaceAll(/ +/gu, " ");
  assert.equal((await translate("Pulsa **no** aquí", spaced)).text, "PULSA **NO** AQUÍ");
  assert.equal((await translate("Sí (@Ana) hoy", spaced)).text, "SÍ (@Ana) HOY");
  const tight = (text: string) => shout(text).replaceAll(/ ?(\[\[\d\]\]) ?/gu, "$1");
  assert.equal((await translate("Pulsa **no** con @Ana hoy", tight)).text, "PULSA **NO** CON @Ana HOY");
});

Deno.test("protectSpans: protects every sign of a damaged text", async () => {
  const { text, sent } = await translate("el 5 de mayo (hoy)\n- ven & ve", (part) =>
    shout(part).replaceAll(/[5()&\n-]/gu, ""),
  );
  assert.equal(text, "EL 5 DE MAYO (HOY)\n- VEN & VE");
  assert.deepEqual(sent.slice(1), ["el", "de mayo", "hoy", "ven", "ve"]);
});

const FOREIGN: readonly [name: string, says: (text: string) => string][] = [
  ["marks unknown words", (text) => `*${text}`],
  ["leaks a tag", (text) => `${text}<prn>`],
  ["leaks an analysis", (text) => `^${text}`],
  ["marks words that it cannot generate", (text) => `#${text}`],
  ["encodes entities", (text) => `${text} it&#39;s`],
  ["invents a bracket", (text) => `[${text}`],
  ["breaks lines", (text) => text.replace(" ", "\n")],
];
for (const [name, says] of FOREIGN) {
  Deno.test(`protectSpans: rejects an engine that ${name}`, async () => {
    const result = await translate("hola a todos", says);
    assert.deepEqual(result, { text: "changed signs", sent: ["hola a todos"] });
  });
}

const CAPITALS: readonly [source: string, answer: string, expected: string][] = [
  ["LA CASA ES GRANDE Y ROJA", "The HOUSE IS BIG And RED", "THE HOUSE IS BIG AND RED"],
  [
    "¡NO TOQUES https://example.com/Casa NUNCA!",
    "Never touch [[0]] ever!",
    "NEVER TOUCH https://example.com/Casa EVER!",
  ],
  ["OTAN", "Nato", "Nato"],
  ["La OTAN y la ONU", "Nato and the UN", "Nato and the UN"],
];
for (const [source, answer, expected] of CAPITALS) {
  Deno.test(`protectSpans: turns ${source} into ${expected}`, async () => {
    assert.equal((await translate(source, () => answer)).text, expected);
  });
}

Deno.test("protectSpans: capitals follow the target language", async () => {
  assert.equal((await translate("QUÉ BIEN ESTÁ", () => "ne iyi", { target: "tr" })).text, "NE İYİ");
});

const SHAPES: readonly [source: string, translation: string, target: Language, kept: boolean][] = [
  ["son 1.000 casas", "1,000 houses", "en", true],
  ["son 12 casas", "21 houses", "en", false],
  ["dos casas", "2 houses", "en", true],
  ["3万人", "30,000 people", "en", true],
  ["¿sí?", "yes？", "en", false],
  ["sí (no)", "はい（いいえ）", "ja", true],
  ["sí (no)", "yes no", "en", false],
  ["uno\n\ndos", "one\ntwo", "en", false],
  ["- uno\n- dos", "- one\n- two", "en", true],
  ["- uno\n- dos", "- one\ntwo", "en", false],
  [`a ${SPAN} b`, `${SPAN} a b`, "en", true],
  ["50 %", "50%", "en", true],
  ["50 %", "50", "en", false],
];
for (const [source, translation, target, kept] of SHAPES) {
  Deno.test(`keepsShape: ${kept ? "accepts" : "rejects"} ${JSON.stringify(translation)} for ${JSON.stringify(source)}`, () => {
    assert.equal(keepsShape(source, translation, target), kept);
  });
}
