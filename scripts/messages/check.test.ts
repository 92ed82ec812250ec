import { describe, expect, test } from "vitest";
import { checkMessages, missingForms, parametersOf } from "./check.ts";

const en = { "a.hello": "Hello {name}", "a.count": "{n, plural, one {# line} other {# lines}}" };

describe("checkMessages", () => {
  test("accepts the same keys and parameters in any order", () => {
    const es = { "a.count": "{n, plural, one {# línea} other {# líneas}}", "a.hello": "Hola, {name}" };
    expect(checkMessages({ en, es }, "en", [])).toEqual([]);
  });

  test.each([
    ["a missing key", { "a.hello": "Hola, {name}" }, 'es.json: "a.count" is missing; en.json has it.'],
    ["an extra key", { ...en, "a.more": "Más" }, 'es.json: "a.more" is not in en.json.'],
    [
      "a renamed parameter",
      { ...en, "a.hello": "Hola, {nombre}" },
      'es.json: "a.hello" has the parameters nombre (text); en.json has name (text).',
    ],
    [
      "a parameter of another kind",
      { ...en, "a.count": "{n} líneas" },
      'es.json: "a.count" has the parameters n (text); en.json has n (number).',
    ],
    ["an empty text", { ...en, "a.hello": " " }, 'es.json: "a.hello" is empty.'],
  ])("reports %s", (_, es, fault) => {
    expect(checkMessages({ en, es }, "en", [])).toEqual([fault]);
  });

  test("reports malformed ICU with its key", () => {
    const [fault, ...more] = checkMessages({ en, es: { ...en, "a.hello": "Hola, {name" } }, "en", []);
    expect(fault).toMatch(/^es\.json: "a\.hello" is not valid ICU: /u);
    expect(more).toEqual([]);
  });

  test("reports an error code without its two messages", () => {
    expect(checkMessages({ en: { ...en, "error.x/y": "It broke." } }, "en", ["x/y"])).toEqual([
      'en.json: "error.x/y.do" is missing; every error needs a message.',
    ]);
  });

  test("reports missing plural forms of the language", () => {
    const ar = { ...en, "a.count": "{n, plural, other {# سطر}}" };
    expect(checkMessages({ en, ar: { ...ar, "a.hello": "مرحبا {name}" } }, "en", [])).toEqual([
      'ar.json: "a.count" lacks the plural forms few, many, one, two, zero.',
    ]);
  });
});

test("parametersOf returns number for a parameter counted anywhere", () => {
  expect([...parametersOf("{n} of {n, plural, one {# by {who}} other {#}}")]).toEqual([
    ["n", "number"],
    ["who", "text"],
  ]);
});

test.each([
  ["en", "{n, plural, one {# line} other {# lines}}", []],
  ["en", "{n, plural, other {# lines}}", ["one"]],
  ["es", "{n, plural, one {# línea} other {# líneas}}", []],
  ["ar", "{n, plural, one {سطر} other {# سطر}}", ["few", "many", "two", "zero"]],
  ["ar", "{names}{n, plural, other {في الداخل}}", []],
  ["ar", "{kind, select, a {{n, plural, other {# سطر}}} other {x}}", ["few", "many", "one", "two", "zero"]],
])("missingForms in %s of %s returns %j", (locale, text, missing) => {
  expect(missingForms(text, locale)).toEqual(missing);
});
