import { describe, expect, test } from "vitest";
import type { InsightFigures } from "#contracts/measureResults.ts";
import { getTranslator } from "../../i18n/allMessages.server.ts";
import { createFigureFormats } from "../../lib/figureFormats.ts";
import type { TranslationPrices } from "../../lib/loadContext.ts";
import { costOf } from "../../lib/translationPrices.ts";
import { buildTables } from "./buildTables.ts";
import type { InsightTable, TableId } from "./insightTable.ts";

const NOTHING: InsightFigures = {
  ...{ calls: 0, measured: 0, unkept: 0, seconds: 0, spoken: 0, people: 0, speakers: 0, effective_speakers: 0 },
  ...{ talk_ms: 0, turns: 0, overlaps: 0, interruptions: 0 },
  ...{ days: [], languages: [], reach: [], engines: [], own: null },
  device: { lines: 0, characters: 0 },
  reading: { watched_ms: 0, behind_ms: 0 },
  captions: { count: 0, delay_ms: 0 },
};
const RANGE = { from: "2026-03-02", until: "2026-03-03", name: null };

function tablesOf(figures: Partial<InsightFigures>, prices: TranslationPrices | null = null) {
  const tables = buildTables({ ...NOTHING, ...figures }, RANGE, {
    t: getTranslator("en"),
    format: createFigureFormats("en-GB"),
    languageName: (code) => code.toUpperCase(),
    prices,
  });
  return (id: TableId): InsightTable => {
    const table = tables.find((known) => known.id === id);
    if (table === undefined) throw new Error(`no table ${id}`);
    return table;
  };
}
const texts = ({ rows }: InsightTable) => rows.map((row) => row.map(({ text }) => text));
const values = ({ rows }: InsightTable) => rows.map((row) => row.map(({ value }) => value));

test("without data every table is complete and nothing is drawn", () => {
  const table = tablesOf({});
  expect(table("meetings").rows).toHaveLength(2);
  for (const id of ["meetings", "languages", "reach", "turns", "waiting", "translation"] as const) {
    expect([id, table(id).chart]).toEqual([id, null]);
    for (const row of table(id).rows) expect(row).toHaveLength(table(id).columns.length);
  }
  expect(() => table("own")).toThrow();
});

test("CSV has plain numbers and fixed names of columns", () => {
  const table = tablesOf({
    days: [{ day: "2026-03-03", calls: 1_200, seconds: 5_430 }],
    languages: [{ language: "es", speakers: 2, readers: 3, talk_ms: 61_540 }],
    talk_ms: 123_080,
  });
  expect(texts(table("meetings"))).toEqual([
    ["2 Mar", "0", "0"],
    ["3 Mar", "1,200", "91"],
  ]);
  expect(table("meetings").csvColumns).toEqual(["from", "meetings", "minutes"]);
  expect(values(table("meetings"))[1]).toEqual(["2026-03-03", 1_200, 90.5]);
  expect(values(table("languages"))).toEqual([["es", 61.5, 0.5, 2, 3]]);
});

test("the chart of reach shows other languages, most lines first", () => {
  const table = tablesOf({
    reach: [
      { spoken: "ar", read: "es", lines: 1, reached: 1 },
      { spoken: "en", read: "es", lines: 30, reached: 15 },
      { spoken: "es", read: "es", lines: 10, reached: 10 },
      { spoken: "es", read: "en", lines: 10, reached: 9 },
    ],
  })("reach");
  expect(table.columns).toEqual(["Lines in", "For ES", "For EN"]);
  expect(texts(table)).toEqual([
    ["AR", "100%", "–"],
    ["EN", "50%", "–"],
    ["ES", "100%", "90%"],
  ]);
  expect(values(table)).toEqual([
    ["ar", 1, ""],
    ["en", 0.5, ""],
    ["es", 1, 0.9],
  ]);
  expect(table.chart?.rows.map(({ label }) => label)).toEqual(["EN to ES", "ES to EN", "AR to ES"]);
  expect(table.summary).toBe("61% of the lines reached readers of another language.");
});

describe("the reader beside the group", () => {
  const own = {
    ...{ calls: 2, talk_ms: 30_000, group_ms: 120_000, even_ms: 40_000 },
    ...{ turns: 3, group_turns: 12, interruptions: 1, group_interruptions: 4 },
  };

  test("has no row of another person", () => {
    const table = tablesOf({ own })("own");
    expect(texts(table)).toEqual([
      ["Talk time", "30 secs", "2 mins", "25%"],
      ["Even share", "40 secs", "2 mins", "33%"],
      ["Turns", "3", "12", "25%"],
      ["Interruptions", "1", "4", "25%"],
    ]);
    expect(table.chart?.rows.map(({ label, values: [value] }) => [label, value])).toEqual([
      ["You", 0.25],
      ["Everyone else", 0.75],
    ]);
  });

  test("shows no share when nobody spoke", () => {
    const table = tablesOf({ own: { ...own, talk_ms: 0, group_ms: 0, even_ms: 0 } })("own");
    expect([table.chart, texts(table)[0]?.at(-1)]).toEqual([null, "–"]);
  });
});

describe("the cost of translation", () => {
  const engines = [
    { engine: "deepl", lines: 900, characters: 250_000 },
    { engine: "apertium", lines: 10, characters: 1_000 },
  ];
  const prices = { currency: "EUR", perMillion: { deepl: 20 } };

  test("is a price for each million characters", () => {
    expect(costOf(prices, "deepl", 250_000)).toBe(5);
    expect(costOf(prices, "apertium", 250_000)).toBeNull();
    expect(costOf(null, "deepl", 250_000)).toBeNull();
  });

  test("has no column without a price", () => {
    expect(tablesOf({ engines })("translation").csvColumns).not.toContain("cost_EUR");
    expect(tablesOf({ engines }, { currency: "EUR", perMillion: { openai: 1 } })("translation").columns).toHaveLength(
      4,
    );
  });

  test("is shown for priced engines, and free on a device", () => {
    const table = tablesOf({ engines, device: { lines: 4, characters: 80 } }, prices)("translation");
    expect(table.summary).toBe("251,080 characters were translated for €5.00.");
    expect(texts(table)).toEqual([
      ["DeepL", "Server", "900", "250,000", "€5.00"],
      ["Apertium", "Server", "10", "1,000", "–"],
      ["Browser", "Reader’s device", "4", "80", "€0.00"],
    ]);
    expect(table.chart?.rows.map(({ pattern }) => pattern)).toEqual([undefined, undefined, "stripes"]);
  });
});

test("numbers and dates follow the locale", () => {
  const [es, ar] = [createFigureFormats("es"), createFigureFormats("ar-EG")];
  expect([es.number(12_345), es.decimal(3.14), es.day("2026-02-02", "day")]).toEqual(["12.345", "3,1", "2 feb"]);
  expect(ar.number(12_345)).toBe("12,345");
  expect(createFigureFormats("en").money(0.0042, "USD")).toBe("$0.0042");
  expect([40, 90, 7_200, 147_600].map((seconds) => createFigureFormats("en").duration(seconds))).toEqual([
    ...["40 sec", "2 min", "2 hr", "41 hr"],
  ]);
});
