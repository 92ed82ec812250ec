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

test("formatRanges joins consecutive numbers", () => {
  expect(formatRanges([2, 3, 4, 7, 9, 10])).toBe("2–4, 7, 9–10");
  expect(formatRanges([])).toBe("");
});
