import { expect, test } from "vitest";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Line } from "#contracts/lines.ts";
import type { TranslateResponse } from "#contracts/translate.ts";
import { createFakeClock } from "../../../tests/fakes/clock.ts";
import { fakeRpc } from "../../../tests/fakes/rpc.ts";
import { columnText, type TranscriptColumn } from "../../transcripts/transcriptLine.ts";
import { createTranslatedMarks, toMarkedLines } from "./translatedMarks.ts";

type Status = TranslateResponse["results"][number]["status"];

const marked = (id: string, at: number, more: Partial<Line> = {}): Line => ({
  ...{ id, call_id: "c", seq: at, changed: at, kind: "speech", author: "ines", language: "es", text: `hola ${id}` },
  ...{ revision: 1, reply_to: null, mentions: [], forwarded: false, edited: false, deleted: false, fleeting: false },
  ...{
    created_at: new Date(at).toISOString(),
    spoken_at: null,
    spoken_ms: 0,
    typed_by: null,
    corrected_by: null,
    file: null,
  },
  ...{ mark: { kind: "decision", who: null, done: false, by: "tom" }, translations: [], reactions: [], ...more },
});
const inEnglish = (line: Line): Line => ({
  ...line,
  translations: [
    { language: "en", revision: 1, status: "ready", text: `en: ${line.text}`, engine: "fake", reason: null },
  ],
});

/** `answers`: how the lines stand after each request in turn; of `ready` the next look has the words. */
function page(first: readonly Line[], answers: readonly (Status | "refused" | "lost")[] = []) {
  const clock = createFakeClock();
  const asked: (readonly string[])[] = [];
  let stored = first;
  const next = answers.values();
  const rpc = fakeRpc({
    missed_lines() {
      asked.push(["missed_lines"]);
      return ok({ lines: 9, marks: [...stored] });
    },
  });
  const lines = createTranslatedMarks({
    ...{ callId: "c", initialLines: toMarkedLines(first), rpc, clock },
    async translate(ids, { language: into } = {}): Promise<Result<TranslateResponse>> {
      asked.push(ids);
      if (into !== "en") return ok({ results: [] });
      const status = next.next().value ?? "ready";
      if (status === "lost") return fail("network/offline");
      if (status === "refused") return ok({ results: [] });
      if (status === "ready") stored = stored.map((line) => (ids.includes(line.id) ? inEnglish(line) : line));
      return ok({ results: ids.map((line_id) => ({ line_id, language: "en", status, reason: null })) });
    },
  });
  const words = (column: TranscriptColumn) =>
    lines.getSnapshot().lines.map((line) => {
      const { text, state } = columnText(line, column);
      return state === "missing" ? `(${text})` : text;
    });
  return { clock, lines, asked, words, translating: () => lines.getSnapshot().translating };
}

test("what nobody had translated is asked for, once, and is then in the reader's language", async () => {
  const { clock, lines, asked, words, translating } = page([inEnglish(marked("a", 1)), marked("b", 2)]);
  expect(words("en")).toEqual(["en: hola a", "(hola b)"]);
  lines.setColumn("en");
  expect(translating()).toBe(true);
  await clock.advance(60_000);
  expect([words("en"), translating()]).toEqual([["en: hola a", "en: hola b"], false]);
  expect(asked).toEqual([["b"], ["missed_lines"]]);
});

test.each(["original", "es"] as const)("as it was said (%s) nothing is asked for", async (column) => {
  const { clock, lines, asked, translating } = page([marked("a", 1)]);
  lines.setColumn(column);
  expect(translating()).toBe(false);
  await clock.advance(60_000);
  expect(asked).toEqual([]);
});

test("what somebody else's request has in hand is looked for again, and not without end", async () => {
  const one = page([marked("a", 1)], ["claimed", "claimed", "ready"]);
  one.lines.setColumn("en");
  await one.clock.advance(60_000);
  expect(one.words("en")).toEqual(["en: hola a"]);
  const never = page([marked("a", 1)], Array(50).fill("claimed"));
  never.lines.setColumn("en");
  await never.clock.advance(600_000);
  expect([never.words("en"), never.translating()]).toEqual([["(hola a)"], false]);
  expect(never.asked.length).toBeLessThan(20);
});

test.each(["failed", "unavailable", "refused", "lost"] as const)("%s ends it: the original stands", async (answer) => {
  const { clock, lines, asked, words, translating } = page([marked("a", 1)], [answer]);
  lines.setColumn("en");
  await clock.advance(60_000);
  expect([words("en"), translating(), asked.length]).toEqual([["(hola a)"], false, 2]);
});

test("many are asked for in requests of as many as one takes", async () => {
  const all = Array.from({ length: LIMITS.translateBatch + 1 }, (_, at) => marked(`${at}`, at));
  const { clock, lines, asked, words } = page(all);
  lines.setColumn("en");
  await clock.advance(1_000);
  expect(asked.map(({ length }) => length)).toEqual([LIMITS.translateBatch, 1, 1]);
  expect(words("en")).toHaveLength(all.length);
  expect(words("en")[0]).toBe("en: hola 0");
});

test("a page that is left, or reads another language now, asks no more for what it wanted before", async () => {
  const left = page([marked("a", 1)], ["claimed"]);
  const end = left.lines.setColumn("en");
  await left.clock.advance(100);
  end();
  await left.clock.advance(60_000);
  expect(left.asked).toEqual([["a"], ["missed_lines"]]);
  const other = page([marked("a", 1)], ["claimed"]);
  other.lines.setColumn("en");
  await other.clock.advance(100);
  other.lines.setColumn("original");
  await other.clock.advance(60_000);
  expect([other.words("en"), other.asked]).toEqual([["(hola a)"], [["a"], ["missed_lines"]]]);
  expect(other.translating()).toBe(false);
});

test("marks stand in the order in which their lines were said; of what was deleted there is none", () => {
  const spoken = marked("b", 5, { spoken_at: new Date(0).toISOString() });
  expect(toMarkedLines([marked("a", 1), spoken, marked("d", 6, { deleted: true })]).map(({ id }) => id)).toEqual([
    "b",
    "a",
  ]);
});
