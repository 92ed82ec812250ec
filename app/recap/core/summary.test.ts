import { expect, test } from "vitest";
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { SummariseResponse, SummaryStatus } from "#contracts/summary.ts";
import { fakeRpc } from "../../../tests/fakes/rpc.ts";
import type { Clock } from "../../lib/clock.ts";
import { createGeneratedSummary, createSummariseClient } from "./summary.ts";

const NONE: SummaryStatus = { state: "none", reason: null, summary: null, translation: null };
const CLAIMED: SummaryStatus = { ...NONE, state: "claimed" };
const made = (more: Partial<SummaryStatus> = {}, stale = false): SummaryStatus => ({
  ...{ state: "ready", reason: null, translation: null },
  summary: { language: "es", made_at: "2026-01-01T00:00:00Z", stale, lines_read: 5, lines_all: 5, sentences: [] },
  ...more,
});
const translated = (status: NonNullable<SummaryStatus["translation"]>["status"], reason: string | null = null) =>
  made({ translation: { status, reason } });
const UNDER_WAY = ok({ under_way: true, reason: null });

interface Scene {
  first?: SummaryStatus;
  configured?: boolean | null;
  /** What the function says when it is asked in person. */
  isConfigured?: boolean | null;
  language?: "en" | null;
  live?: boolean;
  lines?: number;
  answers?: readonly Result<SummariseResponse>[];
  reads?: readonly Result<SummaryStatus>[];
}

/** Time stands still but for looks, each of which comes at once and takes two seconds. */
function scene({
  first = NONE,
  configured = true,
  isConfigured = true,
  language = null,
  live = false,
  lines = 9,
  answers = [],
  reads = [],
}: Scene) {
  const asked: unknown[] = [];
  let time = 0;
  const [nextAnswer, nextRead] = [answers.values(), reads.values()];
  const clock: Clock = {
    now: () => time,
    after(ms, run) {
      time += ms;
      queueMicrotask(run);
      return () => {};
    },
    every: () => () => {},
  };
  let last: Result<SummaryStatus> = ok(first);
  const rpc = fakeRpc({
    read_summary(args) {
      asked.push(["read_summary", args]);
      last = nextRead.next().value ?? last;
      return last;
    },
  });
  const summary = createGeneratedSummary({
    ...{ callId: "c", live, lineCount: lines, rpc, clock },
    initial: { read: first, language, configured },
    summarise: {
      isConfigured: async () => {
        asked.push("configured?");
        return isConfigured;
      },
      request: async (body) => {
        asked.push(body);
        return nextAnswer.next().value ?? fail("bug/unexpected");
      },
    },
  });
  const settled = async () => {
    for (let turn = 0; turn < 600; turn += 1) await Promise.resolve();
    const { activity, error, read } = summary.getSnapshot();
    return { activity, error, state: read.state };
  };
  return { summary, asked, settled };
}
const ask = (more: object = {}) => ({ call_id: "c", language: null, again: false, ...more });
const look = (more: object = {}) => ["read_summary", { p_call_id: "c", ...more }];

test("of a call that is over it is asked for, and looked for until it is there", async () => {
  const { summary, asked, settled } = scene({ answers: [UNDER_WAY], reads: [ok(CLAIMED), ok(made())] });
  summary.start();
  expect(summary.getSnapshot().activity).toBe("writing");
  expect(await settled()).toEqual({ activity: null, error: null, state: "ready" });
  expect(asked).toEqual([ask(), look(), look()]);
});

test("where nobody has a model nothing is asked for, and where that is not known that is asked first", async () => {
  for (const isConfigured of [false, null]) {
    const { summary, asked, settled } = scene({ configured: null, isConfigured });
    summary.start();
    await settled();
    expect(asked).toEqual(["configured?"]);
    expect(summary.getSnapshot().configured).toBe(isConfigured);
  }
  const none = scene({ configured: false });
  none.summary.start();
  await none.settled();
  expect(none.asked).toEqual([]);
});

test("of a few words, and of a call that goes on, none is written by itself; by a press one is", async () => {
  for (const quiet of [{ lines: 4 }, { live: true }]) {
    const { summary, asked, settled } = scene(quiet);
    summary.start();
    await settled();
    expect(asked).toEqual([]);
  }
  const live = scene({ live: true, answers: [UNDER_WAY], reads: [ok(made())] });
  live.summary.start();
  void live.summary.generate(false);
  expect(await live.settled()).toEqual({ activity: null, error: null, state: "ready" });
});

test("one that is there in its reader's language is left alone", async () => {
  for (const first of [made(), translated("ready")]) {
    const { summary, asked, settled } = scene({ first, configured: null });
    summary.start();
    await settled();
    expect(asked).toEqual([]);
  }
});

test("what is not in the reader's language is asked for, although nobody could write one now", async () => {
  const { summary, asked, settled } = scene({
    ...{ first: translated("none"), configured: false, language: "en" },
    ...{ answers: [UNDER_WAY], reads: [ok(translated("claimed")), ok(translated("ready"))] },
  });
  summary.start();
  expect(summary.getSnapshot().activity).toBe("translating");
  await settled();
  expect(asked).toEqual([ask({ language: "en" }), look({ p_language: "en" }), look({ p_language: "en" })]);
});

test("one that somebody else had written is then put into this reader's language", async () => {
  const { summary, asked, settled } = scene({
    ...{ language: "en", answers: [UNDER_WAY, UNDER_WAY] },
    reads: [ok(CLAIMED), ok(translated("none")), ok(translated("ready"))],
  });
  summary.start();
  expect(await settled()).toEqual({ activity: null, error: null, state: "ready" });
  expect(asked.filter((one) => !Array.isArray(one))).toEqual([ask({ language: "en" }), ask({ language: "en" })]);
});

test("a stale one stays until somebody presses, and then until there is another", async () => {
  const stale = made({}, true);
  const { summary, asked, settled } = scene({
    ...{ first: stale, configured: null, answers: [UNDER_WAY] },
    reads: [ok({ ...stale, state: "claimed" }), ok(made())],
  });
  summary.start();
  await settled();
  expect(asked).toEqual(["configured?"]);
  void summary.generate(true);
  expect(summary.getSnapshot()).toMatchObject({ activity: "writing", read: { summary: { stale: true } } });
  await settled();
  expect(asked).toContainEqual(ask({ again: true }));
  expect(summary.getSnapshot().read.summary?.stale).toBe(false);
});

test.each([
  ["a refusal", [ok({ under_way: false, reason: "summary/quota" })], [], "summary/quota"],
  ["a request that fails", [fail("request/rate-limited")], [], "request/rate-limited"],
  [
    "rubbish of the model",
    [UNDER_WAY],
    [ok({ ...NONE, state: "failed", reason: "summary/unavailable" })],
    "summary/unavailable",
  ],
  ["a code that is none", [ok({ under_way: false, reason: "x" })], [], null],
  ["nothing to sum up", [ok({ under_way: false, reason: null })], [], null],
] as const)("%s ends it with its reason", async (_name, answers, reads, error) => {
  const { summary, settled } = scene({ answers, reads: reads as readonly Result<SummaryStatus>[] });
  summary.start();
  expect(await settled()).toMatchObject({ activity: null, error });
});

test("an engine that fails leaves it as it is, with the reason", async () => {
  const { summary, settled } = scene({
    ...{ first: translated("none"), language: "en", answers: [UNDER_WAY] },
    reads: [ok(translated("unavailable", "translate/unsupported-pair"))],
  });
  summary.start();
  expect(await settled()).toEqual({ activity: null, error: "translate/unsupported-pair", state: "ready" });
});

test("a look that fails is no end: the next one tells; one whose maker is lost ends with the lease", async () => {
  const offline = scene({ answers: [UNDER_WAY], first: CLAIMED, reads: [fail("network/offline"), ok(made())] });
  offline.summary.start();
  expect(await offline.settled()).toEqual({ activity: null, error: null, state: "ready" });
  const lost = scene({ answers: [UNDER_WAY, UNDER_WAY, UNDER_WAY, UNDER_WAY], first: CLAIMED });
  lost.summary.start();
  for (let wait = 0; wait < 10; wait += 1) await lost.settled();
  expect(await lost.settled()).toEqual({ activity: null, error: "summary/unavailable", state: "claimed" });
});

test("one whose words changed in the glossary stands, and is asked for again", async () => {
  const { summary, asked, settled } = scene({
    ...{ first: translated("again"), configured: false, language: "en", answers: [UNDER_WAY] },
    reads: [ok(translated("claimed")), ok(translated("ready"))],
  });
  summary.start();
  expect(summary.getSnapshot().activity).toBe("translating");
  expect(await settled()).toEqual({ activity: null, error: null, state: "ready" });
  expect(asked).toEqual([ask({ language: "en" }), look({ p_language: "en" }), look({ p_language: "en" })]);
});

test.each([
  ["nobody can be asked", [fail("network/timeout")], []],
  ["the day's quota is used up", [ok({ under_way: false, reason: "translate/quota" })], []],
  ["the engine fails at every try", [UNDER_WAY, UNDER_WAY, UNDER_WAY, UNDER_WAY], [ok(translated("claimed"))]],
] as const)("it stands without a complaint where %s", async (_name, answers, reads) => {
  const { summary, settled } = scene({
    first: translated("again"),
    language: "en",
    answers,
    reads: [...reads, ok(translated("again"))],
  });
  summary.start();
  expect(await settled()).toEqual({ activity: null, error: null, state: "ready" });
});

test("another language is read at once; what was asked for the one before changes nothing any more", async () => {
  const { summary, asked, settled } = scene({
    ...{ first: translated("none"), language: "en", answers: [UNDER_WAY] },
    reads: [ok(made())],
  });
  summary.start();
  void summary.setLanguage(null);
  // What is shown is in its own language until the other is here.
  expect(summary.getSnapshot()).toMatchObject({ language: "en", activity: null });
  expect(await settled()).toEqual({ activity: null, error: null, state: "ready" });
  expect(summary.getSnapshot().language).toBeNull();
  expect(asked).toEqual([ask({ language: "en" }), look()]);
});

test("a language that could not be read is said, and read with the next press", async () => {
  const { summary, settled } = scene({ first: made(), reads: [fail("network/offline"), ok(translated("ready"))] });
  summary.start();
  void summary.setLanguage("en");
  expect(await settled()).toMatchObject({ activity: null, error: "network/offline" });
  expect(summary.getSnapshot().language).toBeNull();
  void summary.generate(false);
  expect(await settled()).toMatchObject({ activity: null, error: null });
  expect(summary.getSnapshot().language).toBe("en");
});

test("a page that is left asks for nothing more", async () => {
  const { summary, asked, settled } = scene({ answers: [UNDER_WAY], reads: [ok(CLAIMED)] });
  summary.start()();
  await settled();
  expect(asked).toEqual([ask()]);
});

test("an answer of another shape is none", async () => {
  const summarise = createSummariseClient({ get: async () => ok("<html>"), post: async () => ok({ ok: true }) });
  expect(await summarise.isConfigured()).toBeNull();
  expect(await summarise.request({ call_id: "c", language: null, again: false })).toMatchObject({
    error: { code: "bug/unexpected" },
  });
});
