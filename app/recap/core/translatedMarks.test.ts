import { describe, expect, test } from "vitest";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { type LanguagePairs, NO_PAIRS } from "#contracts/languagePairs.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Line } from "#contracts/lines.ts";
import type { TranslateResponse } from "#contracts/translate.ts";
import { createFakeClock, settle } from "../../../tests/fakes/clock.ts";
import { fakeRpc } from "../../../tests/fakes/rpc.ts";
import { serverLine } from "../../../tests/fakes/serverLine.ts";
import { columnText, type TranscriptColumn } from "../../transcripts/transcriptLine.ts";
import { createTranslatedMarks, toMarkedLines } from "./translatedMarks.ts";

type Status = TranslateResponse["results"][number]["status"];

const marked = (id: string, at: number, more: Partial<Line> = {}): Line =>
  serverLine({
    ...{ id, seq: at, changed: at, kind: "speech", author: "ines", text: `hola ${id}`, spoken_ms: 0 },
    ...{
      created_at: new Date(at).toISOString(),
      mark: { kind: "decision", who: null, done: false, by: "tom" },
      ...more,
    },
  });
const PAUSE_MS = 32_000;
const inEnglish = (line: Line): Line => ({
  ...line,
  translations: [
    { language: "en", revision: 1, status: "ready", text: `en: ${line.text}`, engine: "fake", reason: null },
  ],
});

/** `statuses`: the lines' status after each request. After `ready` the next poll returns the translations. */
function page(
  initial: readonly Line[],
  statuses: readonly (Status | "no result" | "lost" | "paused")[] = [],
  pairs: LanguagePairs = null,
) {
  const clock = createFakeClock();
  const requests: (readonly string[])[] = [];
  let stored = initial;
  const next = statuses.values();
  const rpc = fakeRpc({
    missed_lines() {
      requests.push(["missed_lines"]);
      return ok({ lines: 9, marks: [...stored] });
    },
  });
  const lines = createTranslatedMarks({
    ...{ callId: "c", initialLines: toMarkedLines(initial), rpc, pairs, clock },
    async translate(ids, { language } = {}): Promise<Result<TranslateResponse>> {
      requests.push(ids);
      if (language !== "en") return ok({ results: [] });
      const status = next.next().value ?? "ready";
      if (status === "lost") return fail("network/offline");
      if (status === "no result") return ok({ results: [] });
      if (status === "paused") return ok({ results: [], retry_after_ms: PAUSE_MS });
      if (status === "ready") stored = stored.map((line) => (ids.includes(line.id) ? inEnglish(line) : line));
      return ok({ results: ids.map((line_id) => ({ line_id, language: "en", status, reason: null })) });
    },
  });
  const texts = (column: TranscriptColumn) =>
    lines.getSnapshot().lines.map((line) => {
      const { text, state } = columnText(line, column);
      return state === "missing" ? `(${text})` : text;
    });
  const store = (marks: readonly Line[]) => {
    stored = marks;
  };
  return { clock, lines, requests, texts, store, translating: () => lines.getSnapshot().translating };
}

test("requests nothing that no engine translates", async () => {
  const { clock, lines, requests, texts, translating } = page([marked("a", 1)], [], NO_PAIRS);
  lines.setColumn("en");
  expect(translating()).toBe(false);
  await clock.advance(60_000);
  expect(requests).toEqual([]);
  expect(texts("en")).toEqual(["(hola a)"]);
});

test("requests missing translations once", async () => {
  const { clock, lines, requests, texts, translating } = page([inEnglish(marked("a", 1)), marked("b", 2)]);
  expect(texts("en")).toEqual(["en: hola a", "(hola b)"]);
  lines.setColumn("en");
  expect(translating()).toBe(true);
  await clock.advance(60_000);
  expect([texts("en"), translating()]).toEqual([["en: hola a", "en: hola b"], false]);
  expect(requests).toEqual([["b"], ["missed_lines"]]);
});

test.each(["original", "es"] as const)("requests nothing for the original (%s)", async (column) => {
  const { clock, lines, requests, translating } = page([marked("a", 1)]);
  lines.setColumn(column);
  expect(translating()).toBe(false);
  await clock.advance(60_000);
  expect(requests).toEqual([]);
});

test("polls claimed translations a limited number of times", async () => {
  const view = page([marked("a", 1)], ["claimed", "claimed", "ready"]);
  view.lines.setColumn("en");
  await view.clock.advance(60_000);
  expect(view.texts("en")).toEqual(["en: hola a"]);
  const never = page([marked("a", 1)], Array(50).fill("claimed"));
  never.lines.setColumn("en");
  await never.clock.advance(600_000);
  expect([never.texts("en"), never.translating()]).toEqual([["(hola a)"], false]);
  expect(never.requests.length).toBeLessThan(20);
});

test.each(["failed", "unavailable", "no result", "lost"] as const)("keeps the original after %s", async (outcome) => {
  const { clock, lines, requests, texts, translating } = page([marked("a", 1)], [outcome]);
  lines.setColumn("en");
  await clock.advance(60_000);
  expect([texts("en"), translating(), requests.length]).toEqual([["(hola a)"], false, 2]);
});

test("requests again when an engine may be up", async () => {
  const { clock, lines, requests, texts, translating } = page([marked("a", 1)], [...Array(7).fill("paused"), "ready"]);
  lines.setColumn("en");
  await clock.advance(7 * PAUSE_MS - 1);
  expect([texts("en"), translating(), requests.length]).toEqual([["(hola a)"], false, 14]);
  await clock.advance(1);
  expect([texts("en"), translating()]).toEqual([["en: hola a"], false]);
});

test("requests many lines in batches", async () => {
  const all = Array.from({ length: LIMITS.linesPerTranslateRequest + 1 }, (_, at) => marked(`${at}`, at));
  const { clock, lines, requests, texts } = page(all);
  lines.setColumn("en");
  await clock.advance(1_000);
  expect(requests.map(({ length }) => length)).toEqual([LIMITS.linesPerTranslateRequest, 1, 1]);
  expect(texts("en")).toHaveLength(all.length);
  expect(texts("en")[0]).toBe("en: hola 0");
});

test("stops when the page closes or the column changes", async () => {
  const left = page([marked("a", 1)], ["claimed"]);
  const end = left.lines.setColumn("en");
  await left.clock.advance(100);
  end();
  await left.clock.advance(60_000);
  expect(left.requests).toEqual([["a"], ["missed_lines"]]);
  const other = page([marked("a", 1)], ["claimed"]);
  other.lines.setColumn("en");
  await other.clock.advance(100);
  other.lines.setColumn("original");
  await other.clock.advance(60_000);
  expect([other.texts("en"), other.requests]).toEqual([["(hola a)"], [["a"], ["missed_lines"]]]);
  expect(other.translating()).toBe(false);
});

test("toMarkedLines orders by seq and omits deleted lines", () => {
  const spoken = marked("b", 5, { spoken_at: new Date(0).toISOString() });
  expect(toMarkedLines([spoken, marked("a", 1), marked("d", 6, { deleted: true })]).map(({ id }) => id)).toEqual([
    "a",
    "b",
  ]);
});

test("reads the marks again at intervals while others change them", async () => {
  const { clock, lines, requests, store } = page([marked("a", 1)]);
  lines.refresh();
  lines.refresh();
  await clock.advance(150);
  expect(requests).toEqual([["missed_lines"]]);
  store([marked("a", 1, { changed: 7, mark: { kind: "task", who: null, done: true, by: "tom" } })]);
  lines.refresh();
  await clock.advance(2_000);
  expect(requests).toHaveLength(1);
  await clock.advance(1_000);
  expect(lines.getSnapshot().lines.map(({ mark }) => mark?.done)).toEqual([true]);
});

test("translates marks that are new", async () => {
  const { clock, lines, texts, store } = page([]);
  lines.setColumn("en");
  await settle();
  store([marked("b", 2)]);
  lines.refresh();
  await clock.advance(150);
  expect(texts("en")).toEqual(["en: hola b"]);
});

test("requests nothing more once it is closed", async () => {
  const { clock, lines, requests } = page([marked("a", 1)]);
  lines.refresh();
  lines.close();
  await clock.advance(10_000);
  expect(requests).toEqual([]);
  expect(clock.pending()).toBe(0);
});

describe("marks that count as many reads", () => {
  // Eleven times 128 KB.
  const large = Array.from({ length: 100 }, (_, at) => marked(`${at}`, at, { text: "語".repeat(4_700) }));
  const READS = 11;

  test("take half of the reads that are permitted", async () => {
    const { clock, lines, requests } = page(large);
    for (let second = 0; second < 120; second += 1) {
      lines.refresh();
      await clock.advance(1_000);
    }
    expect(requests.length).toBeGreaterThan(2);
    expect(requests.length * READS).toBeLessThan(120);
  });

  test("are not polled for translations either", async () => {
    const { clock, lines, requests } = page(large, Array(100).fill("claimed"));
    lines.refresh();
    await clock.advance(150);
    lines.setColumn("en");
    await clock.advance(60_000);
    const reads = requests.filter(([name]) => name === "missed_lines");
    expect(reads.length).toBeGreaterThan(1);
    expect(reads.length * READS).toBeLessThan(60);
  });
});
