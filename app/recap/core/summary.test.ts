import { expect, test } from "vitest";
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { LanguagePairs } from "#contracts/languagePairs.ts";
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
const PAIRS: LanguagePairs = [{ from: ["en"], to: ["en", "es"] }];
const IN_PROGRESS = ok({ under_way: true, reason: null });

interface Scene {
  initial?: SummaryStatus;
  configured?: boolean | null;
  /** The edge function's response to a status request. */
  isConfigured?: boolean | null;
  language?: "en" | null;
  pairs?: LanguagePairs;
  live?: boolean;
  lines?: number;
  responses?: readonly Result<SummariseResponse>[];
  reads?: readonly Result<SummaryStatus>[];
}

/** Time advances only by polls. Each poll runs at once and takes two seconds. */
function scene({
  initial = NONE,
  configured = true,
  isConfigured = true,
  language = null,
  pairs = null,
  live = false,
  lines = 9,
  responses = [],
  reads = [],
}: Scene) {
  const requests: unknown[] = [];
  let time = 0;
  const [nextResponse, nextRead] = [responses.values(), reads.values()];
  const clock: Clock = {
    now: () => time,
    after(ms, run) {
      time += ms;
      queueMicrotask(run);
      return () => {};
    },
    every: () => () => {},
  };
  let last: Result<SummaryStatus> = ok(initial);
  const rpc = fakeRpc({
    read_summary(args) {
      requests.push(["read_summary", args]);
      last = nextRead.next().value ?? last;
      return last;
    },
  });
  const summary = createGeneratedSummary({
    ...{ callId: "c", live, lineCount: lines, rpc, pairs, clock },
    initial: { read: initial, language, configured },
    summarise: {
      isConfigured: async () => {
        requests.push("status");
        return isConfigured;
      },
      request: async (body) => {
        requests.push(body);
        return nextResponse.next().value ?? fail("bug/unexpected");
      },
    },
  });
  const settled = async () => {
    for (let turn = 0; turn < 600; turn += 1) await Promise.resolve();
    const { activity, error, read } = summary.getSnapshot();
    return { activity, error, state: read.state };
  };
  return { summary, requests, settled };
}
const request = (more: object = {}) => ({ call_id: "c", language: null, again: false, ...more });
const poll = (more: object = {}) => ["read_summary", { p_call_id: "c", ...more }];

test("requests and polls the summary of an ended call", async () => {
  const { summary, requests, settled } = scene({ responses: [IN_PROGRESS], reads: [ok(CLAIMED), ok(made())] });
  summary.start();
  expect(summary.getSnapshot().activity).toBe("writing");
  expect(await settled()).toEqual({ activity: null, error: null, state: "ready" });
  expect(requests).toEqual([request(), poll(), poll()]);
});

test("requests nothing without a model, and checks an unknown one", async () => {
  for (const isConfigured of [false, null]) {
    const { summary, requests, settled } = scene({ configured: null, isConfigured });
    summary.start();
    await settled();
    expect(requests).toEqual(["status"]);
    expect(summary.getSnapshot().configured).toBe(isConfigured);
  }
  const none = scene({ configured: false });
  none.summary.start();
  await none.settled();
  expect(none.requests).toEqual([]);
});

test("writes a short or live call's summary only on demand", async () => {
  for (const quiet of [{ lines: 4 }, { live: true }]) {
    const { summary, requests, settled } = scene(quiet);
    summary.start();
    await settled();
    expect(requests).toEqual([]);
  }
  const live = scene({ live: true, responses: [IN_PROGRESS], reads: [ok(made())] });
  live.summary.start();
  void live.summary.generate(false);
  expect(await live.settled()).toEqual({ activity: null, error: null, state: "ready" });
});

test("requests nothing if the summary is complete", async () => {
  for (const initial of [made(), translated("ready")]) {
    const { summary, requests, settled } = scene({ initial, configured: null });
    summary.start();
    await settled();
    expect(requests).toEqual([]);
  }
});

test("requests a missing translation without a model", async () => {
  const { summary, requests, settled } = scene({
    ...{ initial: translated("none"), configured: false, language: "en" },
    ...{ responses: [IN_PROGRESS], reads: [ok(translated("claimed")), ok(translated("ready"))] },
  });
  summary.start();
  expect(summary.getSnapshot().activity).toBe("translating");
  await settled();
  expect(requests).toEqual([request({ language: "en" }), poll({ p_language: "en" }), poll({ p_language: "en" })]);
});

test("translates a summary that another caller wrote", async () => {
  const { summary, requests, settled } = scene({
    ...{ language: "en", responses: [IN_PROGRESS, IN_PROGRESS] },
    reads: [ok(CLAIMED), ok(translated("none")), ok(translated("ready"))],
  });
  summary.start();
  expect(await settled()).toEqual({ activity: null, error: null, state: "ready" });
  expect(requests.filter((entry) => !Array.isArray(entry))).toEqual([
    request({ language: "en" }),
    request({ language: "en" }),
  ]);
});

test("shows a stale summary until a new one arrives", async () => {
  const stale = made({}, true);
  const { summary, requests, settled } = scene({
    ...{ initial: stale, configured: null, responses: [IN_PROGRESS] },
    reads: [ok({ ...stale, state: "claimed" }), ok(made())],
  });
  summary.start();
  await settled();
  expect(requests).toEqual(["status"]);
  void summary.generate(true);
  expect(summary.getSnapshot()).toMatchObject({ activity: "writing", read: { summary: { stale: true } } });
  await settled();
  expect(requests).toContainEqual(request({ again: true }));
  expect(summary.getSnapshot().read.summary?.stale).toBe(false);
});

test.each([
  ["a rejection", [ok({ under_way: false, reason: "summary/quota" })], [], "summary/quota"],
  ["a request that fails", [fail("request/rate-limited")], [], "request/rate-limited"],
  [
    "an invalid model output",
    [IN_PROGRESS],
    [ok({ ...NONE, state: "failed", reason: "summary/unavailable" })],
    "summary/unavailable",
  ],
  ["an unknown code", [ok({ under_way: false, reason: "x" })], [], null],
  ["an empty result", [ok({ under_way: false, reason: null })], [], null],
] as const)("ends after %s with its reason", async (_name, responses, reads, error) => {
  const { summary, settled } = scene({ responses, reads: reads as readonly Result<SummaryStatus>[] });
  summary.start();
  expect(await settled()).toMatchObject({ activity: null, error });
});

test("keeps the original after a failed translation", async () => {
  const { summary, settled } = scene({
    ...{ initial: translated("none"), language: "en", responses: [IN_PROGRESS] },
    reads: [ok(translated("unavailable", "translate/unsupported-pair"))],
  });
  summary.start();
  expect(await settled()).toEqual({ activity: null, error: "translate/unsupported-pair", state: "ready" });
});

test("continues after a failed poll, ends with an expired lease", async () => {
  const offline = scene({ responses: [IN_PROGRESS], initial: CLAIMED, reads: [fail("network/offline"), ok(made())] });
  offline.summary.start();
  expect(await offline.settled()).toEqual({ activity: null, error: null, state: "ready" });
  const lost = scene({ responses: [IN_PROGRESS, IN_PROGRESS, IN_PROGRESS, IN_PROGRESS], initial: CLAIMED });
  lost.summary.start();
  for (let wait = 0; wait < 10; wait += 1) await lost.settled();
  expect(await lost.settled()).toEqual({ activity: null, error: "summary/unavailable", state: "claimed" });
});

test("renews a translation after a glossary change", async () => {
  const { summary, requests, settled } = scene({
    ...{ initial: translated("again"), configured: false, language: "en", responses: [IN_PROGRESS] },
    reads: [ok(translated("claimed")), ok(translated("ready"))],
  });
  summary.start();
  expect(summary.getSnapshot().activity).toBe("translating");
  expect(await settled()).toEqual({ activity: null, error: null, state: "ready" });
  expect(requests).toEqual([request({ language: "en" }), poll({ p_language: "en" }), poll({ p_language: "en" })]);
});

test.each([
  ["the request times out", [fail("network/timeout")], []],
  ["the quota is used up", [ok({ under_way: false, reason: "translate/quota" })], []],
  ["the engine always fails", [IN_PROGRESS, IN_PROGRESS, IN_PROGRESS, IN_PROGRESS], [ok(translated("claimed"))]],
] as const)("keeps the old translation without error if %s", async (_name, responses, reads) => {
  const { summary, settled } = scene({
    initial: translated("again"),
    language: "en",
    responses,
    reads: [...reads, ok(translated("again"))],
  });
  summary.start();
  expect(await settled()).toEqual({ activity: null, error: null, state: "ready" });
});

test("ignores responses for the previous language", async () => {
  const { summary, requests, settled } = scene({
    ...{ initial: translated("none"), language: "en", responses: [IN_PROGRESS] },
    reads: [ok(made())],
  });
  summary.start();
  void summary.setLanguage(null);
  // The old language is shown until the new one arrives.
  expect(summary.getSnapshot()).toMatchObject({ language: "en", activity: null });
  expect(await settled()).toEqual({ activity: null, error: null, state: "ready" });
  expect(summary.getSnapshot().language).toBeNull();
  expect(requests).toEqual([request({ language: "en" }), poll()]);
});

test("shows a failed language change and retries on click", async () => {
  const { summary, settled } = scene({ initial: made(), reads: [fail("network/offline"), ok(translated("ready"))] });
  summary.start();
  void summary.setLanguage("en");
  expect(await settled()).toMatchObject({ activity: null, error: "network/offline" });
  expect(summary.getSnapshot().language).toBeNull();
  void summary.generate(false);
  expect(await settled()).toMatchObject({ activity: null, error: null });
  expect(summary.getSnapshot().language).toBe("en");
});

test("stops when the page closes", async () => {
  const { summary, requests, settled } = scene({ responses: [IN_PROGRESS], reads: [ok(CLAIMED)] });
  summary.start()();
  await settled();
  expect(requests).toEqual([request()]);
});

test("createSummariseClient rejects a response of another shape", async () => {
  const summarise = createSummariseClient({ get: async () => ok("<html>"), post: async () => ok({ ok: true }) });
  expect(await summarise.isConfigured()).toBeNull();
  expect(await summarise.request({ call_id: "c", language: null, again: false })).toMatchObject({
    error: { code: "bug/unexpected" },
  });
});

test("shows the original at once when no engine translates it", async () => {
  const { summary, requests, settled } = scene({ initial: translated("none"), language: "en", pairs: PAIRS });
  summary.start();
  expect(summary.getSnapshot().activity).toBeNull();
  expect(await settled()).toEqual({ activity: null, error: "translate/unsupported-pair", state: "ready" });
  expect(requests).toEqual([]);
});
