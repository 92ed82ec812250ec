import assert from "node:assert/strict";
import type { TermEntry } from "../_shared/contracts/glossary.ts";
import type { Language } from "../_shared/contracts/languages.ts";
import { enginesFrom } from "../_shared/translation/config.ts";
import { collectResults, type Engine, textRejected } from "../_shared/translation/engine.ts";
import { matchTerms, renderTerm } from "../_shared/translation/glossary.ts";
import { protectSpans } from "../_shared/translation/protectedSpans.ts";
import { TIME_BUDGET, withServer } from "./fakeServer.ts";
import { ENGINE_BEHAVIOURS, glossaryCases, SCRIPTED_ENGINES, survivingTerms, TERMS } from "./glossary_fixtures.ts";

/** Returns a term. Without a translation it is never translated. */
const term = (language: Language, text: string, translation?: string): TermEntry => ({
  term: text,
  language,
  never: translation === undefined,
  translations: translation === undefined ? {} : { en: translation, es: translation },
});

/** Returns the matches as written in the text. */
const found = (text: string, source: Language, ...terms: TermEntry[]) =>
  matchTerms(text, terms, source, "en").map(({ from, to }) => text.slice(from, to));

const WHOLE: readonly [string, Language, string, string, string[]][] = [
  ["no part of another word", "fr", "art", "Art, arts et parti: art-", ["Art", "arts", "art"]],
  ["no adjacent letter, number or mark", "it", "ab", "ab1 1ab abc ab\u0302 ab", ["ab"]],
  ["characters of regular expressions", "en", "a.b*c(", "a.b*c( aab*c( AXB*C(", ["a.b*c("]],
  ["a symbol at the end", "en", "C++", "C++, c++; C++11 and ObjC++", ["C++", "c++"]],
  ["a symbol at the start", "en", ".NET", "ASP.NET is .NET", [".NET"]],
  ["composed and decomposed characters", "vi", "Hue\u0302\u0301", "ở Huế, hue", ["Huế"]],
  ["no letter without its marks", "en", "x", "x\u0302 x", ["x"]],
  ["capitals of two letters", "de", "Straße", "STRASSE Straße Strasse", ["STRASSE", "Straße", "Strasse"]],
  ["a final sigma", "el", "δρόμος", "ΔΡΌΜΟΣ δρόμος", ["ΔΡΌΜΟΣ", "δρόμος"]],
  ["dotted and dotless i", "tr", "İzmir", "izmir İZMİR ızmır IZMIR", ["izmir", "İZMİR"]],
  [
    "apostrophes and hyphens of any kind",
    "en",
    "O'Neil-Fox",
    "O’Neil\u2011Fox O‘Neil–Fox",
    ["O’Neil\u2011Fox", "O‘Neil–Fox"],
  ],
  ["blanks of any kind", "en", "New York", "New\u00A0York, New  York, NewYork", ["New\u00A0York", "New  York"]],
  ["invisible characters", "ar", "باريس", "\u200Fبا\u200Eريس\u200F", ["با\u200Eريس"]],
  ["Arabic marks", "ar", "مُدِير", "المُدِير مدير", ["المُدِير"]],
  ["scripts without blanks", "ja", "東京", "昨日東京タワーへ", ["東京"]],
  ["Latin letters between scripts without blanks", "ja", "Parley", "Parleyを使う", ["Parley"]],
  ["Thai", "th", "ข้าว", "กินข้าวที่บ้าน", ["ข้าว"]],
  ["no Thai letter without its vowel", "th", "ก", "กิน", []],
];
for (const [name, language, word, text, expected] of WHOLE) {
  Deno.test(`matchTerms: handles ${name}`, () => {
    assert.deepEqual(found(text, language, term(language, word)), expected);
  });
}

const INFLECTED: readonly [Language, string, string, string[]][] = [
  ["en", "sprint", "sprints, the sprint's and the sprint’s, not sprinter", ["sprints", "sprint's", "sprint’s"]],
  ["en", "AI", "AI's, not AIs", ["AI"]],
  ["es", "tutor", "tutores tutor tutoría", ["tutores", "tutor"]],
  ["de", "Termin", "Termine, des Termins, Terminen, Terminal", ["Termine", "Termins", "Terminen"]],
  ["fr", "tableau", "tableaux", ["tableaux"]],
  ["pt", "tutor", "tutores", ["tutores"]],
  ["it", "libro", "libri", []],
  ["ru", "книга", "книги книгу книгами книжка", ["книги", "книгу", "книгами"]],
  ["uk", "мова", "мови мовою мовник", ["мови", "мовою"]],
  ["pl", "Kraków", "Krakowie Krakówem Kraków", ["Krakówem", "Kraków"]],
  ["cs", "Praha", "Prahou Prahy pražský", ["Prahou", "Prahy"]],
  ["tr", "Parley", "Parley'den Parleyde", ["Parley'den"]],
  ["fi", "Parley", "Parley’ssa Parleyssa", ["Parley’ssa"]],
  ["ko", "회의", "회의를 회의에서 회의실", ["회의를", "회의에서"]],
  ["ar", "مكتب", "والمكتب للمكتب مكتبة بمكتب", ["والمكتب", "للمكتب", "بمكتب"]],
  ["he", "ישיבה", "בישיבה והישיבה ישיבה", ["בישיבה", "והישיבה", "ישיבה"]],
];
for (const [language, word, text, expected] of INFLECTED) {
  Deno.test(`matchTerms: inflects ${word} in ${language}`, () => {
    assert.deepEqual(found(text, language, term(language, word)), expected);
  });
}

Deno.test("matchTerms: prefers the longer of overlapping terms", () => {
  const terms = ["New York", "York City Hall", "New", "City"].map((word) => term("en", word));
  assert.deepEqual(found("New York City Hall, New York City", "en", ...terms), [
    "New",
    "York City Hall",
    "New York",
    "City",
  ]);
});

Deno.test("matchTerms: takes little memory for large glossaries", () => {
  const listOf = (number: number) =>
    Array.from({ length: 500 }, (_, at) =>
      term("en", `${String.fromCodePoint(0x4e00 + number * 500 + at)}${"ﬃ".repeat(79)}`),
    );
  const lists = Array.from({ length: 6 }, (_, number) => listOf(number));
  const before = Deno.memoryUsage().heapUsed;
  for (const list of lists) assert.deepEqual(matchTerms("a", list, "en", "es"), []);
  const grownBytes = Deno.memoryUsage().heapUsed - before;
  assert.ok(grownBytes < 50_000_000, `${grownBytes}`);
});

Deno.test("matchTerms: ignores terms that do not apply to the pair", () => {
  assert.deepEqual(
    found("a bus", "en", term("es", "bus"), { ...term("en", "bus", "x"), translations: { fr: "x" } }),
    [],
  );
});

const CAPITALS: readonly [string, string, string, string][] = [
  ["a capital at the start of a sentence", "Bus!", "", "Guagua"],
  ["a capital after a full stop and a quotation mark", "Yes. “Bus", "Sí. «", "Guagua"],
  ["a capital that no longer starts a sentence", "Bus stops", "Las ", "guagua"],
  ["a capital inside a sentence", "the Bus", "la ", "Guagua"],
  ["all capitals", "the BUS", "la ", "GUAGUA"],
  ["all capitals but the ending", "the BUS's", "la ", "GUAGUA"],
  ["lower case", "a bus", "", "guagua"],
];
for (const [name, text, before, expected] of CAPITALS) {
  Deno.test(`renderTerm: handles ${name}`, () => {
    const [match] = matchTerms(text, [term("en", "bus", "guagua")], "en", "es");
    assert.equal(match && renderTerm(match, text, "es", before), expected);
  });
}

Deno.test("renderTerm: keeps the given capitals of a capitalised term", () => {
  const nato = "NATO met";
  const [match] = matchTerms(nato, [term("en", "NATO", "la Alianza")], "en", "es");
  assert.equal(match && renderTerm(match, nato, "es", "y "), "la Alianza");
  const bus = "BUS";
  const [other] = matchTerms(bus, [term("en", "bus", "バス")], "en", "es");
  assert.equal(other && renderTerm(other, bus, "es", ""), "バス");
});

/** Returns an engine that makes words upper case and applies a behaviour to marks. */
function scene(does: (text: string) => string) {
  const sentTexts: string[] = [];
  const engine: Engine = {
    name: "fake",
    translate: (texts) => {
      sentTexts.push(...texts);
      return Promise.resolve(texts.map((text) => ({ ok: true, value: does(text).toUpperCase() })));
    },
  };
  const translate = async (text: string, ...terms: TermEntry[]) => {
    const result = collectResults(
      await protectSpans(engine, "marks").translate([text], "en", "es", TIME_BUDGET, { terms, names: [] }),
    );
    return result.ok ? result.value[0] : result;
  };
  return { sentTexts, translate };
}

Deno.test("protectSpans: sends terms as marks", async () => {
  const { sentTexts, translate } = scene((text) => text);
  const terms = [term("en", "bus", "guagua"), term("en", "Parley")];
  assert.equal(await translate("😀 Parley is our bus? 👍", ...terms), "😀 Parley IS OUR guagua? 👍");
  assert.equal(await translate("  one Parley, bus.\n", ...terms), "  ONE Parley, guagua.\n");
  assert.deepEqual(sentTexts, ["[[0]] is our [[1]]?", "one [[0]], [[1]]."]);
});

Deno.test("protectSpans: sends no request for terms alone", async () => {
  const { sentTexts, translate } = scene((text) => text);
  assert.equal(await translate("Buses! Parley", term("en", "bus", "guagua"), term("en", "Parley")), "Guagua! Parley");
  assert.deepEqual(sentTexts, []);
});

Deno.test("protectSpans: ignores terms inside other protected spans", async () => {
  const { sentTexts, translate } = scene((text) => text);
  assert.equal(
    await translate("see https://bus.example/bus @bus `bus` go", term("en", "bus", "guagua")),
    "SEE https://bus.example/bus @bus `bus` GO",
  );
  assert.deepEqual(sentTexts, ["see [[0]] go"]);
});

Deno.test("protectSpans: restores terms after a lost mark", async () => {
  const { translate } = scene((text) => text.replace("[[0]]", ""));
  assert.equal(await translate("our bus is here", term("en", "bus", "guagua")), "OUR guagua IS HERE");
});

Deno.test("protectSpans: rejects text that terms make too long", async () => {
  const { translate } = scene((text) => text);
  assert.deepEqual(
    await translate("go abc ".repeat(400), term("en", "abc", "x".repeat(80))),
    textRejected("too long a text"),
  );
});

Deno.test("matchTerms: is fast for adversarial text and terms", () => {
  const many = Array.from({ length: 500 }, (_, index) => term("en", `${"a ".repeat(index % 40)}a`));
  for (const text of ["a".repeat(4_000), "a ".repeat(2_000), "a\u0302".repeat(2_000), "'a".repeat(2_000)]) {
    const began = performance.now();
    matchTerms(text, many, "en", "es");
    assert.ok(performance.now() - began < 1_000, text.slice(0, 9));
  }
});

for (const { name, env, respond } of SCRIPTED_ENGINES) {
  for (const habit of ENGINE_BEHAVIOURS) {
    Deno.test(`glossary: terms survive ${name} that ${habit.name}`, async () => {
      await withServer(
        ({ path, body }) => Response.json(respond(path, body, (text) => habit.does(text).trim() || "x")),
        async ({ url }) => {
          const values = env(url);
          const [engine = assert.fail("no engine")] = enginesFrom((variable) => values[variable]);
          const cases = glossaryCases(40, "es");
          const result = collectResults(
            await engine.translate(
              cases.map(({ text }) => text),
              "en",
              "es",
              TIME_BUDGET,
              { terms: TERMS, names: [] },
            ),
          );
          assert.ok(result.ok, JSON.stringify(result));
          for (const [index, testCase] of cases.entries()) {
            const translation: string = result.value[index] ?? "";
            assert.equal(
              survivingTerms(testCase, translation).length,
              testCase.expected.length,
              `${testCase.text} → ${translation}`,
            );
            assert.doesNotMatch(translation, /\[\[/u);
          }
        },
      );
    });
  }
}

const real = Deno.env.get("APERTIUM_URL");
for (const target of ["es", "ca"] as const) {
  Deno.test(
    { name: `Apertium itself, into ${target}: every term of 40 sentences survives`, ignore: !real },
    async () => {
      const [engine = assert.fail("no engine")] = enginesFrom((name) => (name === "APERTIUM_URL" ? real : undefined));
      const cases = glossaryCases(40, target);
      const result = collectResults(
        await engine.translate(
          cases.map(({ text }) => text),
          "en",
          target,
          { startRequest: () => AbortSignal.timeout(60_000) },
          { terms: TERMS, names: [] },
        ),
      );
      assert.ok(result.ok, JSON.stringify(result));
      for (const [index, testCase] of cases.entries()) {
        const translation: string = result.value[index] ?? "";
        assert.equal(
          survivingTerms(testCase, translation).length,
          testCase.expected.length,
          `${testCase.text} → ${translation}`,
        );
      }
    },
  );
}
