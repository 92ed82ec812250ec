import { expect, test } from "vitest";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { groupLanguagePairs, type LanguagePairs } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Line } from "#contracts/lines.ts";
import type { TranslateResponse } from "#contracts/translate.ts";
import { createFakeClock } from "../../../tests/fakes/clock.ts";
import { fakeRpc } from "../../../tests/fakes/rpc.ts";
import { transcriptLine } from "../../../tests/fakes/transcriptLine.ts";
import type { BrowserTranslator } from "../../translation/browserTranslator.ts";
import { engineReach } from "../../translation/translationReach.ts";
import { toTranscriptLine } from "../transcriptLine.ts";
import { CLAIM_POLL_INTERVAL_MS, VISIBLE_DELAY_MS } from "./columnTranslations.ts";
import { createTranscript } from "./transcript.ts";
import { createTranslationBackfill } from "./translationBackfill.ts";

type TranslateResult = TranslateResponse["results"][number];

const many = (count: number, part: Partial<Line> = {}) =>
  Array.from({ length: count }, (_, at) => transcriptLine(at + 1, part));

/** A transcript in French. `resultFor` returns the server's result for a line. */
function open(lines: Line[], languages: readonly Language[] = ["fr"], pairs: LanguagePairs = null) {
  const clock = createFakeClock();
  const requests: { ids: readonly string[]; language: Language | undefined }[] = [];
  const scene = {
    resultFor: (id: string, language: Language): Partial<TranslateResult> => ({
      made: { revision: 1, text: `${language}: ${id}` },
    }),
    device: (async () => fail("translate/unavailable")) as BrowserTranslator["translate"],
    failure: null as Result<never> | null,
    /** Delays the server's responses until it resolves. */
    hold: null as Promise<void> | null,
  };
  const transcript = createTranscript({
    ...{ callId: "c", meetingId: "m", clock, newId: () => "new", translate: async () => ok({ results: [] }) },
    rpc: fakeRpc({ transcript: () => ok({ lines, more: false }) }),
    initial: { lines: lines.flatMap((line) => toTranscriptLine(line) ?? []), lastSeq: null, hasMore: false },
  });
  const backfill = createTranslationBackfill({
    transcript,
    clock,
    device: { translate: (...args) => scene.device(...args) },
    reach: engineReach(pairs),
    translate: async (ids, { language } = {}) => {
      requests.push({ ids, language });
      await scene.hold;
      if (scene.failure) return scene.failure;
      if (language === undefined) throw new Error("no language");
      const results = ids.map((line_id): TranslateResult => {
        const result = scene.resultFor(line_id, language);
        return { ...{ line_id, language, reason: null }, status: result.made ? "ready" : "failed", ...result };
      });
      return ok({ results });
    },
  });
  backfill.setLanguages(languages);
  const close = backfill.start();
  const show = (...ids: string[]) => backfill.setVisible(new Set(ids));
  const lineNow = (id: string) => {
    const found = transcript.getSnapshot().lines.find((line) => line.id === id);
    if (found === undefined) throw new Error(`no line ${id}`);
    return found;
  };
  const translationOf = (id: string, language: Language = "fr") => lineNow(id).translations[language];
  const stateOf = (id: string, language: Language = "fr") => backfill.missingTranslation(lineNow(id), language);
  return { scene, clock, requests, transcript, backfill, close, show, translationOf, stateOf };
}

test("requests lines that stay visible, in the column's language", async () => {
  const { clock, requests, show, translationOf, stateOf, backfill } = open(many(3000));
  expect(backfill.getSnapshot()).toMatchObject({ missing: 3000, offscreen: 3000 });
  show("l1", "l2");
  await clock.advance(VISIBLE_DELAY_MS - 1);
  show("l2", "l3");
  expect(stateOf("l2")).toEqual({ kind: "pending" });
  expect(stateOf("l9")).toEqual({ kind: "nothing" });
  await clock.advance(VISIBLE_DELAY_MS);
  expect(requests.flatMap(({ ids }) => ids).sort()).toEqual(["l2", "l3"]);
  expect(requests.every(({ language }) => language === "fr")).toBe(true);
  expect([translationOf("l1"), translationOf("l2"), translationOf("l3")]).toEqual([undefined, "fr: l2", "fr: l3"]);
  expect(backfill.getSnapshot()).toMatchObject({ missing: 2998, offscreen: 2998, error: null });
  await clock.advance(60_000);
  expect(requests.length).toBeLessThanOrEqual(2);
});

test("requests nothing that is translated already", async () => {
  const ready = { language: "fr", revision: 1, status: "ready", text: "là", engine: "e", reason: null } as const;
  const { clock, requests, show, backfill } = open([
    transcriptLine(1, { language: "fr" }),
    transcriptLine(2, { translations: [ready] }),
  ]);
  show("l1", "l2");
  await clock.advance(60_000);
  expect(requests).toEqual([]);
  expect(backfill.getSnapshot()).toMatchObject({ missing: 0, offscreen: 0 });
});

test("requests each column, but no hidden one", async () => {
  const { clock, requests, show, translationOf, backfill } = open(many(2), ["fr", "de"]);
  show("l1");
  await clock.advance(VISIBLE_DELAY_MS);
  expect([translationOf("l1", "fr"), translationOf("l1", "de")]).toEqual(["fr: l1", "de: l1"]);
  backfill.setLanguages(["it"]);
  show("l2");
  await clock.advance(VISIBLE_DELAY_MS);
  expect(requests.slice(2)).toEqual([{ ids: ["l2"], language: "it" }]);
});

test("translates the rest in batches and reports the progress", async () => {
  const { clock, requests, backfill, transcript } = open(many(120));
  const progress: (number | undefined)[] = [];
  backfill.subscribe(() => progress.push(backfill.getSnapshot().running?.finished));
  const run = backfill.translateRemaining();
  await clock.advance(0);
  await run;
  expect(requests.map(({ ids }) => ids.length)).toEqual([
    LIMITS.linesPerTranslateRequest,
    LIMITS.linesPerTranslateRequest,
    20,
  ]);
  expect(new Set(progress)).toEqual(new Set([0, 50, 100, 120, undefined]));
  expect(backfill.getSnapshot()).toMatchObject({ missing: 0, running: null, done: true, error: null });
  expect(transcript.getSnapshot().lines.every(({ translations }) => translations.fr !== undefined)).toBe(true);
});

test("shows the current batch as pending and stops after it", async () => {
  const { clock, requests, backfill, stateOf, scene } = open(many(120));
  let release = () => {};
  scene.hold = new Promise((done) => {
    release = done;
  });
  void backfill.translateRemaining();
  await clock.advance(0);
  expect([stateOf("l1").kind, stateOf("l51").kind]).toEqual(["pending", "nothing"]);
  backfill.stop();
  expect(stateOf("l2").kind).toBe("nothing");
  release();
  await clock.advance(60_000);
  expect(requests).toHaveLength(1);
  // The pending batch was translated and is shown.
  expect(backfill.getSnapshot()).toMatchObject({ missing: 70, running: null, done: false });
});

test("stops at the quota until a click or tomorrow", async () => {
  const { clock, requests, backfill, show, stateOf, scene } = open(many(120));
  const { resultFor } = scene;
  scene.resultFor = () => ({ reason: "translate/quota" });
  await Promise.all([backfill.translateRemaining(), clock.advance(0)]);
  expect(backfill.getSnapshot()).toMatchObject({ error: "translate/quota", running: null, done: false });
  expect(requests).toHaveLength(1);
  show("l1", "l2");
  await clock.advance(60_000);
  show("l3");
  await clock.advance(60_000);
  expect(requests).toHaveLength(1);
  expect(backfill.getSnapshot().error).toBe("translate/quota");
  expect(stateOf("l3")).toEqual({ kind: "nothing" });
  await Promise.all([backfill.translateRemaining(), clock.advance(0)]);
  expect(requests).toHaveLength(2);
  scene.resultFor = resultFor;
  await clock.advance(86_400_000);
  show("l4");
  await clock.advance(VISIBLE_DELAY_MS);
  expect(requests).toHaveLength(3);
  expect(backfill.getSnapshot().error).toBeNull();
});

test("stops without an engine or network, and recovers", async () => {
  const { clock, requests, backfill, show, translationOf, scene } = open(many(120));
  const { resultFor } = scene;
  scene.resultFor = () => ({ reason: "translate/unavailable" });
  await Promise.all([backfill.translateRemaining(), clock.advance(0)]);
  expect(backfill.getSnapshot()).toMatchObject({ error: "translate/unavailable", running: null });
  scene.failure = fail("network/offline");
  await Promise.all([backfill.translateRemaining(), clock.advance(0)]);
  expect(backfill.getSnapshot()).toMatchObject({ error: "network/offline", running: null });
  expect(requests).toHaveLength(2);
  scene.failure = null;
  scene.resultFor = resultFor;
  show("l1");
  await clock.advance(VISIBLE_DELAY_MS);
  expect(translationOf("l1")).toBe("fr: l1");
  expect(backfill.getSnapshot().error).toBeNull();
});

test("requests an unsupported language once", async () => {
  const arabic = Array.from({ length: 80 }, (_, at) => transcriptLine(at + 101, { language: "ar" }));
  const { clock, requests, backfill, show, stateOf, scene } = open([...arabic, ...many(2)]);
  const { resultFor } = scene;
  scene.resultFor = (id, language) =>
    id.length > 2 ? { status: "unavailable", reason: "translate/unsupported-pair" } : resultFor(id, language);
  show("l101");
  await clock.advance(VISIBLE_DELAY_MS);
  expect(backfill.getSnapshot()).toMatchObject({ missing: 2, error: null });
  show("l102");
  await clock.advance(VISIBLE_DELAY_MS);
  for (const id of ["l101", "l102", "l103"])
    expect(stateOf(id)).toEqual({ kind: "failed", reason: "translate/unsupported-pair" });
  await Promise.all([backfill.translateRemaining(), clock.advance(0)]);
  expect(requests.map(({ ids }) => ids)).toEqual([["l101"], ["l1", "l2"]]);
  expect(backfill.getSnapshot()).toMatchObject({ missing: 0, done: true });
});

test("gives up single lines that cannot be translated", async () => {
  const { clock, backfill, show, stateOf, scene } = open(many(3));
  const { resultFor } = scene;
  scene.resultFor = (id, language) =>
    id === "l1"
      ? { status: "unavailable", reason: "translate/too-many-languages" }
      : id === "l2"
        ? { status: "unavailable", reason: "translate/unavailable" }
        : resultFor(id, language);
  show("l1", "l2", "l3");
  await clock.advance(VISIBLE_DELAY_MS);
  expect(stateOf("l1")).toEqual({ kind: "failed", reason: "translate/too-many-languages" });
  expect(stateOf("l2")).toEqual({ kind: "failed", reason: "translate/unavailable" });
  expect(backfill.getSnapshot()).toMatchObject({ missing: 0, error: null });
});

test("polls lines that another request has claimed", async () => {
  const { clock, requests, show, translationOf, scene } = open(many(1));
  const { resultFor } = scene;
  scene.resultFor = () => ({ status: "claimed" });
  show("l1");
  await clock.advance(VISIBLE_DELAY_MS + 2 * CLAIM_POLL_INTERVAL_MS);
  expect(requests).toHaveLength(3);
  scene.resultFor = resultFor;
  await clock.advance(CLAIM_POLL_INTERVAL_MS);
  expect(translationOf("l1")).toBe("fr: l1");
});

test("shows at once that no engine translates the pair", async () => {
  const toEnglish = groupLanguagePairs((_, to) => to === "en");
  const { clock, requests, show, stateOf, scene, backfill } = open(many(2), ["fr"], toEnglish);
  expect(stateOf("l1")).toEqual({ kind: "failed", reason: "translate/unsupported-pair" });
  expect(backfill.getSnapshot().missing).toBe(0);
  scene.device = async (text) => ok(`fr: ${text}`);
  show("l1");
  await clock.advance(60_000);
  expect(stateOf("l1")).toEqual({ kind: "on-device", text: "fr: linea 1" });
  expect(requests).toEqual([]);
});

test("uses the browser's translator for visible lines as fallback", async () => {
  const { clock, show, stateOf, scene, backfill } = open(many(2));
  scene.resultFor = () => ({ reason: "translate/unavailable" });
  scene.device = async (text, from, to) => ok(`${from}>${to} ${text}`);
  show("l1");
  await clock.advance(VISIBLE_DELAY_MS);
  expect(stateOf("l1")).toEqual({ kind: "on-device", text: "es>fr linea 1" });
  expect(stateOf("l1")).toBe(stateOf("l1"));
  show("l2");
  expect(stateOf("l1")).toEqual({ kind: "on-device", text: "es>fr linea 1" });
  expect(backfill.getSnapshot().missing).toBe(2);
});

test("reloads a line whose translation is of another revision", async () => {
  const lines = many(1);
  const { clock, show, transcript, scene } = open(lines);
  lines[0] = transcriptLine(1, { text: "otra", revision: 2, changed: 9, edited: true });
  scene.resultFor = () => ({ made: { revision: 2, text: "autre" } });
  show("l1");
  await clock.advance(VISIBLE_DELAY_MS);
  expect(transcript.getSnapshot().lines[0]).toMatchObject({ text: "otra", revision: 2 });
  await clock.advance(60_000);
  expect(transcript.getSnapshot().lines[0]?.translations).toEqual({ fr: "autre" });
});

test("stops when the page closes and continues when it reopens", async () => {
  const { clock, requests, show, close, backfill, translationOf, scene } = open(many(120));
  scene.resultFor = () => ({ status: "claimed" });
  show("l1");
  void backfill.translateRemaining();
  await clock.advance(VISIBLE_DELAY_MS);
  const requestCount = requests.length;
  close();
  await clock.advance(60_000);
  expect(requests).toHaveLength(requestCount);
  expect(clock.pending()).toBe(0);
  scene.resultFor = () => ({ made: { revision: 1, text: "là" } });
  backfill.start();
  await clock.advance(VISIBLE_DELAY_MS);
  expect(translationOf("l1")).toBe("là");
});
