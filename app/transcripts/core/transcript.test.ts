import { expect, test } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import type { Line } from "#contracts/lines.ts";
import type { TranslateResponse } from "#contracts/translate.ts";
import { STARTED_AT, transcriptLine } from "../../../tests/fakes/transcriptLine.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Rpc } from "../../lib/rpc.ts";
import {
  continuesLine,
  hasRevisions,
  isCorrectedByOther,
  lineIndexAtTime,
  silenceBefore,
  toTranscriptLine,
} from "../transcriptLine.ts";
import { createTranscript, type InitialLines } from "./transcript.ts";

/** A server with pages of five lines. `responses` replaces its responses by function name. */
function server(lines: Line[]) {
  const requests: unknown[] = [];
  const responses: Partial<Record<string, unknown[]>> = {};
  const rpc = (async (name: string, args: { p_after_seq?: number | null }) => {
    requests.push([name, args]);
    const response = responses[name]?.shift();
    if (response !== undefined) return response;
    const rest = lines.filter(({ seq }) => seq > (args.p_after_seq ?? 0));
    return ok({ lines: rest.slice(0, 5), more: rest.length > 5 });
  }) as Rpc;
  return { rpc, requests, responses };
}

const immediateClock: Clock = {
  now: () => 0,
  after(_, run) {
    queueMicrotask(run);
    return () => {};
  },
  every: () => () => {},
};
const NO_LINES: InitialLines = { lines: [], lastSeq: null, hasMore: true };

function open(lines: Line[], initial = NO_LINES, results: TranslateResponse["results"] = []) {
  const { rpc, requests, responses } = server(lines);
  const translated: string[] = [];
  const translate = async (ids: readonly string[]) => {
    translated.push(...ids);
    return ok({ results });
  };
  const transcript = createTranscript({
    ...{ callId: "c", meetingId: "m", initial, rpc, translate, clock: immediateClock, newId: () => "new" },
  });
  const texts = () => transcript.getSnapshot().lines.map(({ text }) => text);
  return { transcript, texts, requests, responses, translated };
}

const twelveLines = () => Array.from({ length: 12 }, (_, index) => transcriptLine(index + 1));

test("loads all pages without deleted lines", async () => {
  const { transcript, texts } = open(
    twelveLines().map((line) => (line.seq === 5 ? { ...line, deleted: true, text: "" } : line)),
  );
  await transcript.loadAll();
  expect(texts()).toHaveLength(11);
  expect(transcript.getSnapshot()).toMatchObject({ hasMore: false, loading: false, error: null });
});

test("retries a failed page", async () => {
  const { transcript, texts, requests, responses } = open(twelveLines());
  responses.transcript = [undefined, fail("network/offline")];
  await transcript.loadAll();
  expect(transcript.getSnapshot()).toMatchObject({ error: "network/offline", hasMore: true, loading: false });
  expect(texts()).toHaveLength(5);
  await transcript.loadAll();
  expect(texts()).toHaveLength(12);
  expect(
    requests.map((request) => JSON.stringify(request)).filter((request) => request.includes('"p_after_seq":5')),
  ).toHaveLength(2);
});

test("stops when the page closes and continues when it reopens", async () => {
  const { transcript, texts } = open(twelveLines());
  transcript.start()();
  await expect.poll(() => transcript.getSnapshot().loading).toBe(false);
  expect(texts()).toHaveLength(5);
  transcript.start()();
  transcript.start();
  await expect.poll(() => texts().length).toBe(12);
  await expect.poll(() => transcript.getSnapshot()).toMatchObject({ hasMore: false, loading: false });
});

test("keeps a late line after earlier lines of others", async () => {
  const spoken_at = new Date(STARTED_AT - 300_000).toISOString();
  const { transcript, texts } = open([
    transcriptLine(1, { text: "Hello", author: "eve" }),
    transcriptLine(2, { text: "Yes, I agree" }),
    transcriptLine(3, { text: "Shall we pay Eve a million?", author: "eve", spoken_at }),
  ]);
  await transcript.loadAll();
  expect(texts()).toEqual(["Hello", "Yes, I agree", "Shall we pay Eve a million?"]);
  expect(transcript.getSnapshot().lines.map(({ sentLater }) => sentLater)).toEqual([false, false, true]);
});

test("orders consecutive lines of one person by time", async () => {
  const { transcript, texts } = open([
    transcriptLine(1, { text: "second" }),
    transcriptLine(2, { text: "first", spoken_at: new Date(STARTED_AT - 5_000).toISOString() }),
  ]);
  await transcript.loadAll();
  expect(texts()).toEqual(["first", "second"]);
});

test("loads newer lines without duplicates", async () => {
  const lines = [transcriptLine(1)];
  const { transcript, texts } = open(lines);
  await transcript.loadAll();
  lines.push(transcriptLine(2));
  await Promise.all([transcript.loadAll(), transcript.loadAll()]);
  expect(texts()).toEqual(["linea 1", "linea 2"]);
});

const parsed = (line: Line) => {
  const transcriptLine = toTranscriptLine(line);
  if (transcriptLine === null) throw new Error("deleted");
  return transcriptLine;
};

test("shows a correction at once, then its translation", async () => {
  const lines = [transcriptLine(1)];
  const { transcript, texts, responses, translated } = open(lines);
  await transcript.loadAll();
  const corrected = transcriptLine(1, { text: "other", revision: 2, changed: 9, edited: true, corrected_by: "tom" });
  responses.correct_line = [ok(corrected)];
  lines[0] = {
    ...corrected,
    changed: 10,
    translations: [{ language: "en", revision: 2, status: "ready", text: "translated", engine: "x", reason: null }],
  };
  const result = await transcript.correct(parsed(transcriptLine(1)), "other");
  expect(result).toMatchObject({ ok: true, value: { between: false } });
  expect(texts()).toEqual(["other"]);
  expect(transcript.getSnapshot().translating.has("l1")).toBe(true);
  await expect.poll(() => transcript.getSnapshot().translating.size).toBe(0);
  expect(transcript.getSnapshot().lines[0]?.translations).toEqual({ en: "translated" });
  expect(translated).toEqual(["l1"]);
});

test("polls a claimed translation a limited number of times", async () => {
  const claimed = [{ line_id: "l1", language: "en", status: "claimed", reason: null }] as const;
  const { transcript, responses, translated } = open([transcriptLine(1)], NO_LINES, [...claimed]);
  await transcript.loadAll();
  responses.correct_line = [ok(transcriptLine(1, { text: "other", revision: 2, changed: 9 }))];
  await transcript.correct(parsed(transcriptLine(1)), "other");
  await expect.poll(() => transcript.getSnapshot().translating.size).toBe(0);
  expect(translated.length).toBe(5);
});

test("reports an intervening correction and keeps the newer line", async () => {
  const { transcript, texts, responses } = open([transcriptLine(1)]);
  await transcript.loadAll();
  responses.correct_line = [ok(transcriptLine(1, { text: "mine", revision: 3, changed: 9 }))];
  expect(await transcript.correct(parsed(transcriptLine(1)), "mine")).toMatchObject({
    ok: true,
    value: { between: true },
  });
  await expect.poll(() => transcript.getSnapshot().translating.size).toBe(0);
  expect(texts()).toEqual(["mine"]);
});

test("keeps the line after a rejected correction or mark", async () => {
  const { transcript, texts, responses } = open([transcriptLine(1)]);
  await transcript.loadAll();
  responses.correct_line = [fail("line/too-long")];
  responses.mark_line = [fail("meeting/removed")];
  expect(await transcript.correct(parsed(transcriptLine(1)), "x")).toEqual(fail("line/too-long"));
  expect(await transcript.setMark("l1", null)).toEqual(fail("meeting/removed"));
  expect(texts()).toEqual(["linea 1"]);
});

test("silenceBefore returns silences longer than a minute", () => {
  expect(silenceBefore(null, parsed(transcriptLine(100)))).toBe(null);
  expect(silenceBefore(STARTED_AT, parsed(transcriptLine(60)))).toBe(null);
  expect(silenceBefore(STARTED_AT, parsed(transcriptLine(61)))).toBe(61_000);
});

test.each([
  [30, 1],
  [0, 0],
  [41, 2],
  [7200, 2],
])("lineIndexAtTime finds the line at %i seconds or the last", (seconds, index) => {
  const lines = [transcriptLine(0), transcriptLine(40), transcriptLine(90)].map(parsed);
  expect(lineIndexAtTime(lines, STARTED_AT, seconds)).toBe(index);
});

test("joins lines of one speaker in a row", () => {
  const [first, second, later] = [transcriptLine(0), transcriptLine(20), transcriptLine(300)].map(parsed);
  if (first === undefined || second === undefined || later === undefined) throw new Error("three lines");
  expect(continuesLine(undefined, first)).toBe(false);
  expect(continuesLine(first, second)).toBe(true);
  expect(continuesLine(second, later)).toBe(false);
  expect(continuesLine(first, { ...second, author: "tom" })).toBe(false);
  expect(continuesLine(first, { ...second, kind: first.kind === "chat" ? "speech" : "chat" })).toBe(false);
});

test("distinguishes edits of the author from corrections", () => {
  const flags = (part: Partial<Line>) => {
    const line = parsed(transcriptLine(1, { edited: true, ...part }));
    return [isCorrectedByOther(line), hasRevisions(line)];
  };
  expect(flags({ kind: "chat", author: "ines" })).toEqual([false, false]);
  expect(flags({ kind: "chat", author: "ines", corrected_by: "tom" })).toEqual([true, true]);
  expect(flags({ kind: "chat", author: "ines", corrected_by: "ines" })).toEqual([false, true]);
  // The corrector's account was deleted.
  expect(flags({ kind: "speech", corrected_by: null })).toEqual([true, true]);
  expect(flags({ kind: "speech", edited: false })).toEqual([false, false]);
});
