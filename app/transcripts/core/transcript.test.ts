import { expect, test } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import type { Line } from "#contracts/lines.ts";
import type { TranslateResponse } from "#contracts/translate.ts";
import { STARTED_AT, transcriptLine } from "../../../tests/fakes/transcriptLine.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Rpc } from "../../lib/rpc.ts";
import {
  hasRevisions,
  isCorrectedByOther,
  lineIndexAtTimeOfDay,
  silenceBefore,
  toTranscriptLine,
} from "../transcriptLine.ts";
import { createTranscript, type InitialLines } from "./transcript.ts";

/** A server with these lines, five a page; `answers` takes the place of what it would say. */
function server(lines: Line[]) {
  const asked: unknown[] = [];
  const answers: Partial<Record<string, unknown[]>> = {};
  const rpc = (async (name: string, args: { p_after_seq?: number | null }) => {
    asked.push([name, args]);
    const answer = answers[name]?.shift();
    if (answer !== undefined) return answer;
    const rest = lines.filter(({ seq }) => seq > (args.p_after_seq ?? 0));
    return ok({ lines: rest.slice(0, 5), more: rest.length > 5 });
  }) as Rpc;
  return { rpc, asked, answers };
}

const now: Clock = {
  now: () => 0,
  after(_, run) {
    queueMicrotask(run);
    return () => {};
  },
  every: () => () => {},
};
const NOTHING: InitialLines = { lines: [], lastSeq: null, hasMore: true };

function open(lines: Line[], first = NOTHING, answered: TranslateResponse["results"] = []) {
  const { rpc, asked, answers } = server(lines);
  const translated: string[] = [];
  const translate = async (ids: readonly string[]) => {
    translated.push(...ids);
    return ok({ results: answered });
  };
  const transcript = createTranscript({
    ...{ callId: "c", meetingId: "m", initial: first, rpc, translate, clock: now, newId: () => "new" },
  });
  const words = () => transcript.getSnapshot().lines.map(({ text }) => text);
  return { transcript, words, asked, answers, translated };
}

const ten = () => Array.from({ length: 12 }, (_, index) => transcriptLine(index + 1));

test("all lines come, page after page, and what was deleted does not", async () => {
  const { transcript, words } = open(ten().map((one) => (one.seq === 5 ? { ...one, deleted: true, text: "" } : one)));
  await transcript.loadAll();
  expect(words()).toHaveLength(11);
  expect(transcript.getSnapshot()).toMatchObject({ hasMore: false, loading: false, error: null });
});

test("a page that does not come is asked for again, from where it stopped", async () => {
  const { transcript, words, asked, answers } = open(ten());
  answers.transcript = [undefined, fail("network/offline")];
  await transcript.loadAll();
  expect(transcript.getSnapshot()).toMatchObject({ error: "network/offline", hasMore: true, loading: false });
  expect(words()).toHaveLength(5);
  await transcript.loadAll();
  expect(words()).toHaveLength(12);
  expect(asked.map((one) => JSON.stringify(one)).filter((one) => one.includes('"p_after_seq":5'))).toHaveLength(2);
});

test("a page that is gone asks for nothing more, one that is opened again goes on", async () => {
  const { transcript, words } = open(ten());
  transcript.start()();
  await expect.poll(() => transcript.getSnapshot().loading).toBe(false);
  expect(words()).toHaveLength(5);
  transcript.start()();
  transcript.start();
  await expect.poll(() => words().length).toBe(12);
  await expect.poll(() => transcript.getSnapshot()).toMatchObject({ hasMore: false, loading: false });
});

test("lines stand in the order in which they were said", async () => {
  const { transcript, words } = open([
    transcriptLine(1, { text: "second" }),
    transcriptLine(2, { text: "first", spoken_at: new Date(STARTED_AT - 5_000).toISOString() }),
  ]);
  await transcript.loadAll();
  expect(words()).toEqual(["first", "second"]);
});

test("asked again it brings what is newer, and nothing twice", async () => {
  const lines = [transcriptLine(1)];
  const { transcript, words } = open(lines);
  await transcript.loadAll();
  lines.push(transcriptLine(2));
  await Promise.all([transcript.loadAll(), transcript.loadAll()]);
  expect(words()).toEqual(["linea 1", "linea 2"]);
});

const of = (given: Line) => {
  const made = toTranscriptLine(given);
  if (made === null) throw new Error("deleted");
  return made;
};

test("a correction stands at once, and its translation when it is there", async () => {
  const lines = [transcriptLine(1)];
  const { transcript, words, answers, translated } = open(lines);
  await transcript.loadAll();
  const corrected = transcriptLine(1, { text: "other", revision: 2, changed: 9, edited: true, corrected_by: "tom" });
  answers.correct_line = [ok(corrected)];
  lines[0] = {
    ...corrected,
    changed: 10,
    translations: [{ language: "en", revision: 2, status: "ready", text: "translated", engine: "x", reason: null }],
  };
  const answer = await transcript.correct(of(transcriptLine(1)), "other");
  expect(answer).toMatchObject({ ok: true, value: { between: false } });
  expect(words()).toEqual(["other"]);
  expect(transcript.getSnapshot().translating.has("l1")).toBe(true);
  await expect.poll(() => transcript.getSnapshot().translating.size).toBe(0);
  expect(transcript.getSnapshot().lines[0]?.translations).toEqual({ en: "translated" });
  expect(translated).toEqual(["l1"]);
});

test("what another request has in hand is looked for again, but not for ever", async () => {
  const claimed = [{ line_id: "l1", language: "en", status: "claimed", reason: null }] as const;
  const { transcript, answers, translated } = open([transcriptLine(1)], NOTHING, [...claimed]);
  await transcript.loadAll();
  answers.correct_line = [ok(transcriptLine(1, { text: "other", revision: 2, changed: 9 }))];
  await transcript.correct(of(transcriptLine(1)), "other");
  await expect.poll(() => transcript.getSnapshot().translating.size).toBe(0);
  expect(translated.length).toBe(5);
});

test("somebody else's correction in between is told, and an older state of a line replaces no newer one", async () => {
  const { transcript, words, answers } = open([transcriptLine(1)]);
  await transcript.loadAll();
  answers.correct_line = [ok(transcriptLine(1, { text: "mine", revision: 3, changed: 9 }))];
  expect(await transcript.correct(of(transcriptLine(1)), "mine")).toMatchObject({ ok: true, value: { between: true } });
  await expect.poll(() => transcript.getSnapshot().translating.size).toBe(0);
  expect(words()).toEqual(["mine"]);
});

test("a refused correction and a refused mark change nothing", async () => {
  const { transcript, words, answers } = open([transcriptLine(1)]);
  await transcript.loadAll();
  answers.correct_line = [fail("line/too-long")];
  answers.mark_line = [fail("meeting/removed")];
  expect(await transcript.correct(of(transcriptLine(1)), "x")).toEqual(fail("line/too-long"));
  expect(await transcript.setMark("l1", null)).toEqual(fail("meeting/removed"));
  expect(words()).toEqual(["linea 1"]);
});

test("a silence longer than a minute is worth a word", () => {
  expect(silenceBefore(null, of(transcriptLine(100)))).toBe(null);
  expect(silenceBefore(STARTED_AT, of(transcriptLine(60)))).toBe(null);
  expect(silenceBefore(STARTED_AT, of(transcriptLine(61)))).toBe(61_000);
});

test.each([
  ["18:00:30", 1],
  ["18:00:00", 0],
  ["18:00:02", 1],
  ["17:59:00", 0],
  ["20:00:00", 2],
])("the line at %s is the next one then, or the end that is nearer", (time, index) => {
  const lines = [transcriptLine(0), transcriptLine(40), transcriptLine(90)].map(of);
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  const clock = (at: number) => Math.floor(at / 1000) % 86_400;
  expect(lineIndexAtTimeOfDay(lines, hours * 3600 + minutes * 60 + seconds, clock)).toBe(index);
});

test("an edit of one's own message is no correction; what somebody corrected has earlier words to read", () => {
  const told = (part: Partial<Line>) => {
    const made = of(transcriptLine(1, { edited: true, ...part }));
    return [isCorrectedByOther(made), hasRevisions(made)];
  };
  expect(told({ kind: "chat", author: "ines" })).toEqual([false, false]);
  expect(told({ kind: "chat", author: "ines", corrected_by: "tom" })).toEqual([true, true]);
  expect(told({ kind: "chat", author: "ines", corrected_by: "ines" })).toEqual([false, true]);
  // Of somebody whose account is gone.
  expect(told({ kind: "speech", corrected_by: null })).toEqual([true, true]);
  expect(told({ kind: "speech", edited: false })).toEqual([false, false]);
});
