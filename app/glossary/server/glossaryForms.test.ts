import { describe, expect, test } from "vitest";
import { GLOSSARY } from "#contracts/glossaryLimits.ts";
import { termValuesOf } from "../core/formValues.ts";
import { parseTerm, toTermErrors } from "./glossaryForms.server.ts";

const ID = "4f4b7c1c-6ff5-4d2c-9a8e-0d7a8f5ef0aa";

function values(fields: Record<string, string>, translations: readonly (readonly [string, string])[] = []) {
  const form = new FormData();
  for (const [field, value] of Object.entries({ id: ID, term: "Puerta", language: "es", note: "", ...fields }))
    form.set(field, value);
  for (const [to, word] of translations) {
    form.append("to", to);
    form.append("word", word);
  }
  return termValuesOf(form);
}
const errors = (...args: Parameters<typeof values>) => {
  const parsed = parseTerm(values(...args));
  return "errors" in parsed ? parsed.errors : null;
};

describe("parseTerm", () => {
  test("cleans values and omits empty translations", () => {
    const parsed = parseTerm(
      values({ term: " Puer\u202eta\u200b  Norte ", note: " a\r\nb " }, [
        ["en", " North\tGate "],
        ["fr", " "],
      ]),
    );
    expect(parsed).toEqual({
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

  test("ignores translations of a never-translated term", () => {
    expect(parseTerm(values({ never: "on" }, [["xx", "y"]]))).toMatchObject({
      term: { never: true, translations: {} },
    });
  });

  test("returns an error for each invalid field", () => {
    expect(errors({ term: " \u200b " })).toEqual({ term: "glossary/empty" });
    expect(errors({ term: "x".repeat(GLOSSARY.term.max + 1) })).toEqual({ term: "glossary/too-long" });
    expect(errors({ term: "👩".repeat(GLOSSARY.term.max) })).toBeNull();
    expect(errors({ language: "<script>" })).toEqual({ language: "language/unknown" });
    expect(errors({ note: "x".repeat(GLOSSARY.termNote.max + 1) })).toEqual({ note: "glossary/too-long" });
    expect(errors({ id: "1; drop table" })).toEqual({ form: "request/invalid" });
    expect(
      errors({}, [
        ["en", "gate"],
        ["es", "puerta"],
        ["en", "door"],
        ["tlh", "lojmIt"],
        ["fr", "x".repeat(GLOSSARY.term.max + 1)],
      ]),
    ).toEqual({ translations: { 1: "own", 2: "twice", 3: "language/unknown", 4: "glossary/too-long" } });
  });

  test("ignores a file in a text field", () => {
    const form = new FormData();
    form.set("term", new File(["x"], "x.txt"));
    expect(termValuesOf(form)).toMatchObject({ term: "", translations: [] });
  });
});

test("toTermErrors assigns a database error to its field", () => {
  expect(toTermErrors("glossary/duplicate")).toEqual({ term: "glossary/duplicate" });
  expect(toTermErrors("glossary/full")).toEqual({ form: "glossary/full" });
});
