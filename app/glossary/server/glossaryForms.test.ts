import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { termValuesOf } from "../core/formValues.ts";
import { parseTerm, toTermErrors } from "./glossaryForms.server.ts";

const ID = "4f4b7c1c-6ff5-4d2c-9a8e-0d7a8f5ef0aa";

function typed(fields: Record<string, string>, translations: readonly (readonly [string, string])[] = []) {
  const form = new FormData();
  for (const [field, value] of Object.entries({ id: ID, term: "Puerta", language: "es", note: "", ...fields }))
    form.set(field, value);
  for (const [to, word] of translations) {
    form.append("to", to);
    form.append("word", word);
  }
  return termValuesOf(form);
}
const errors = (...args: Parameters<typeof typed>) => {
  const read = parseTerm(typed(...args));
  return "errors" in read ? read.errors : null;
};

describe("a term's form", () => {
  test("is cleaned as the database cleans it; translations without a word are none", () => {
    const read = parseTerm(
      typed({ term: " Puer\u202eta\u200b  Norte ", note: " a\r\nb " }, [
        ["en", " North\tGate "],
        ["fr", " "],
      ]),
    );
    expect(read).toEqual({
      term: {
        id: ID,
        term: "Puerta Norte",
        language: "es",
        never: false,
        translations: { en: "North Gate" },
        note: "a\nb",
      },
    });
  });

  test("of what is never translated no translation is read, wrong ones neither", () => {
    expect(parseTerm(typed({ never: "on" }, [["xx", "y"]]))).toMatchObject({ term: { never: true, translations: {} } });
  });

  test("says at each field what is wrong with it", () => {
    expect(errors({ term: " \u200b " })).toEqual({ term: "glossary/empty" });
    expect(errors({ term: "x".repeat(LIMITS.term.max + 1) })).toEqual({ term: "glossary/too-long" });
    expect(errors({ term: "👩".repeat(LIMITS.term.max) })).toBeNull();
    expect(errors({ language: "<script>" })).toEqual({ language: "language/unknown" });
    expect(errors({ note: "x".repeat(LIMITS.termNote.max + 1) })).toEqual({ note: "glossary/too-long" });
    expect(errors({ id: "1; drop table" })).toEqual({ form: "request/invalid" });
    expect(
      errors({}, [
        ["en", "gate"],
        ["es", "puerta"],
        ["en", "door"],
        ["tlh", "lojmIt"],
        ["fr", "x".repeat(LIMITS.term.max + 1)],
      ]),
    ).toEqual({ translations: { 1: "own", 2: "twice", 3: "language/unknown", 4: "glossary/too-long" } });
  });

  test("a file where a word should be is no word", () => {
    const form = new FormData();
    form.set("term", new File(["x"], "x.txt"));
    expect(termValuesOf(form)).toMatchObject({ term: "", translations: [] });
  });
});

test("what the database refuses is said at its field", () => {
  expect(toTermErrors("glossary/duplicate")).toEqual({ term: "glossary/duplicate" });
  expect(toTermErrors("glossary/full")).toEqual({ form: "glossary/full" });
});
