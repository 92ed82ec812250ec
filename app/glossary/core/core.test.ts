import { describe, expect, test } from "vitest";
import { decodeText } from "./decodeText.ts";
import { filterTerms } from "./filterTerms.ts";
import { formatRanges } from "./formatRanges.ts";
import type { TermView } from "./glossaryView.ts";

const view = (over: Partial<TermView>): TermView => ({
  ...{ id: "1", term: "Éire", language: "ga", never: false, translations: [["es", "Irlanda"]], note: "" },
  ...{ state: "approved", meeting: null, changedAt: "", ...over },
});

describe("finding", () => {
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
  const found = (wanted: Partial<Parameters<typeof filterTerms>[1]>) =>
    filterTerms(terms, { text: "", language: "", state: "", ...wanted }).map(({ id }) => id);

  test("needs no accents, capitals or vowel marks, and looks at translations too", () => {
    expect(found({ text: "EIRE" })).toEqual(["eire"]);
    expect(found({ text: "írlanda" })).toEqual(["eire"]);
    expect(found({ text: "بوابة" })).toEqual(["gate"]);
    expect(found({ text: "nothing" })).toEqual([]);
    expect(found({ text: "  " })).toEqual(["eire", "gate"]);
  });

  test("narrows by language, of the term or of a translation, and by state", () => {
    expect(found({ language: "es" })).toEqual(["eire", "gate"]);
    expect(found({ language: "ga" })).toEqual(["eire"]);
    expect(found({ language: "es", state: "proposed" })).toEqual(["gate"]);
  });
});

test("a file is read in the encoding that spreadsheets wrote it in", () => {
  expect(decodeText(new TextEncoder().encode("\uFEFFmañana"))).toBe("mañana");
  expect(decodeText(new Uint8Array([0x6d, 0x61, 0xf1, 0x61, 0x6e, 0x61]))).toBe("mañana");
  expect(decodeText(new Uint8Array([0xff, 0xfe, 0x6d, 0x00, 0xf1, 0x00]))).toBe("mñ");
});

test("numbers in a row are told as a range", () => {
  expect(formatRanges([2, 3, 4, 7, 9, 10])).toBe("2–4, 7, 9–10");
  expect(formatRanges([])).toBe("");
});
