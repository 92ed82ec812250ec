import { describe, expect, test } from "vitest";
import { decodeText } from "./decodeText.ts";
import { filterTerms } from "./filterTerms.ts";
import { formatRanges } from "./formatRanges.ts";
import type { TermView } from "./glossaryView.ts";

const view = (over: Partial<TermView>): TermView => ({
  ...{ id: "1", term: "Éire", language: "ga", never: false, translations: [["es", "Irlanda"]], note: "" },
  ...{ state: "approved", meeting: null, changedAt: "", ...over },
});

describe("filterTerms", () => {
  const terms = [
    view({ id: "eire" }),
    view({
      id: "gate",
      term: "Puerta Norte",
      language: "es",
      translations: [["ar", "بَوَّابة الشمال"]],
      state: "proposed",
    }),
  ];
  const found = (filter: Partial<Parameters<typeof filterTerms>[1]>) =>
    filterTerms(terms, { text: "", language: "", state: "", ...filter }).map(({ id }) => id);

  test("ignores accents, case and vowel marks", () => {
    expect(found({ text: "EIRE" })).toEqual(["eire"]);
    expect(found({ text: "írlanda" })).toEqual(["eire"]);
    expect(found({ text: "بوابة" })).toEqual(["gate"]);
    expect(found({ text: "nothing" })).toEqual([]);
    expect(found({ text: "  " })).toEqual(["eire", "gate"]);
  });

  test("filters by language and state", () => {
    expect(found({ language: "es" })).toEqual(["eire", "gate"]);
    expect(found({ language: "ga" })).toEqual(["eire"]);
    expect(found({ language: "es", state: "proposed" })).toEqual(["gate"]);
  });
});

test("decodeText detects the encoding of spreadsheets", () => {
  expect(decodeText(new TextEncoder().encode("\uFEFFmañana"))).toBe("mañana");
  expect(decodeText(new Uint8Array([0x6d, 0x61, 0xf1, 0x61, 0x6e, 0x61]))).toBe("mañana");
  expect(decodeText(new Uint8Array([0xff, 0xfe, 0x6d, 0x00, 0xf1, 0x00]))).toBe("mñ");
});

test.each([
  ["Arabic in Windows-1256", [0xc8, 0xe6, 0xc7, 0xc8, 0xc9, 0x2c, 0x61, 0x72]],
  ["a short Arabic word", [0xe3, 0xe4, 0x2c, 0x61, 0x72]],
  ["Russian in Windows-1251", [0xec, 0xee, 0xf1, 0xf2, 0x2c, 0x72, 0x75]],
  ["Greek in Windows-1253", [0xf0, 0xfd, 0xeb, 0xe7, 0x2c, 0x65, 0x6c]],
  ["Polish in Windows-1250", [0x70, 0xb3, 0x6f, 0x74]],
])("decodeText rejects %s", (_, bytes) => {
  expect(decodeText(new Uint8Array(bytes))).toBeNull();
});

test.each(["Ángel «café» naïve à où œuvre 20 m² 10 °C 5 € ¿qué?", "Øre Ærø Åse Straße Ünal, Ça là ñu"])(
  "decodeText reads western words in Windows-1252: %s",
  (text) => {
    const bytes = [...text].map((character) =>
      character === "œ" ? 0x9c : character === "€" ? 0x80 : (character.codePointAt(0) ?? 0),
    );
    expect(decodeText(new Uint8Array(bytes))).toBe(text);
  },
);

test("formatRanges joins consecutive numbers", () => {
  expect(formatRanges([2, 3, 4, 7, 9, 10])).toBe("2–4, 7, 9–10");
  expect(formatRanges([])).toBe("");
});
