import { expect, test } from "vitest";
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Line } from "#contracts/lines.ts";
import type { TranslateResponse } from "#contracts/translate.ts";
import { createFakeClock } from "../../../tests/fakes/clock.ts";
import { fakeRpc } from "../../../tests/fakes/rpc.ts";
import { transcriptLine } from "../../../tests/fakes/transcriptLine.ts";
import type { BrowserTranslator } from "../../translation/browserTranslator.ts";
import { toTranscriptLine } from "../transcriptLine.ts";
import { CLAIM_POLL_INTERVAL_MS, VISIBLE_DELAY_MS } from "./columnTranslations.ts";
import { createTranscript } from "./transcript.ts";
import { createTranslationBackfill } from "./translationBackfill.ts";

type Standing = TranslateResponse["results"][number];

const many = (count: number, part: Partial<Line> = {}) =>
  Array.from({ length: count }, (_, at) => transcriptLine(at + 1, part));

/** A transcript of these lines, read in French; `answers` says what the server makes of a line. */
function read(lines: Line[], languages: readonly Language[] = ["fr"]) {
  const clock = createFakeClock();
  const requests: { ids: readonly string[]; language: Language | undefined }[] = [];
  const scene = {
    answers: (id: string, language: Language): Partial<Standing> => ({
      made: { revision: 1, text: `${language}: ${id}` },
    }),
    device: (async () => fail("translate/unavailable")) as BrowserTranslator["translate"],
    down: null as Result<never> | null,
    /** Holds the server's answers back until it is called. */
    hold: null as Promise<void> | null,
  };
  const transcript = createTranscript({
    ...{ callId: "c", meetingId: "m", clock, newId: () => "new", translate: async () => ok({ results: [] }) },
    rpc: fakeRpc({ transcript: () => ok({ lines, more: false }) }),
    initial: { lines: lines.flatMap((one) => toTranscriptLine(one) ?? []), lastSeq: null, hasMore: false },
  });
  const filling = createTranslationBackfill({
    transcript,
    clock,
    device: { translate: (...given) => scene.device(...given) },
    translate: async (ids, { language } = {}) => {
      requests.push({ ids, language });
      await scene.hold;
      if (scene.down) return scene.down;
      if (language === undefined) throw new Error("no language");
      const results = ids.map((line_id): Standing => {
        const answer = scene.answers(line_id, language);
        return { ...{ line_id, language, reason: null }, status: answer.made ? "ready" : "failed", ...answer };
      });
      return ok({ results });
    },
  });
  filling.setLanguages(languages);
  const close = filling.start();
  const see = (...ids: string[]) => filling.setVisible(new Set(ids));
  const lineNow = (id: string) => {
    const found = transcript.getSnapshot().lines.find((one) => one.id === id);
    if (found === undefined) throw new Error(`no line ${id}`);
    return found;
  };
  const into = (id: string, language: Language = "fr") => lineNow(id).translations[language];
  const instead = (id: string, language: Language = "fr") => filling.missingTranslation(lineNow(id), language);
  return { scene, clock, requests, transcript, filling, close, see, into, instead };
}

test("only what stays in sight is asked for, in one request, in the language that is read", async () => {
  const { clock, requests, see, into, instead, filling } = read(many(3000));
  expect(filling.getSnapshot()).toMatchObject({ missing: 3000, offscreen: 3000 });
  see("l1", "l2");
  await clock.advance(VISIBLE_DELAY_MS - 1);
  see("l2", "l3");
  expect(instead("l2")).toEqual({ kind: "on-its-way" });
  expect(instead("l9")).toEqual({ kind: "nothing" });
  await clock.advance(VISIBLE_DELAY_MS);
  expect(requests.flatMap(({ ids }) => ids).sort()).toEqual(["l2", "l3"]);
  expect(requests.every(({ language }) => language === "fr")).toBe(true);
  expect([into("l1"), into("l2"), into("l3")]).toEqual([undefined, "fr: l2", "fr: l3"]);
  expect(filling.getSnapshot()).toMatchObject({ missing: 2998, offscreen: 2998, error: null });
  await clock.advance(60_000);
  expect(requests.length).toBeLessThanOrEqual(2);
});

test("what is there is not asked for: another language, the line's own, a translation", async () => {
  const ready = { language: "fr", revision: 1, status: "ready", text: "là", engine: "e", reason: null } as const;
  const { clock, requests, see, filling } = read([
    transcriptLine(1, { language: "fr" }),
    transcriptLine(2, { translations: [ready] }),
  ]);
  see("l1", "l2");
  await clock.advance(60_000);
  expect(requests).toEqual([]);
  expect(filling.getSnapshot()).toMatchObject({ missing: 0, offscreen: 0 });
});

test("two columns are asked for each; a column that is no longer read is not", async () => {
  const { clock, requests, see, into, filling } = read(many(2), ["fr", "de"]);
  see("l1");
  await clock.advance(VISIBLE_DELAY_MS);
  expect([into("l1", "fr"), into("l1", "de")]).toEqual(["fr: l1", "de: l1"]);
  filling.setLanguages(["it"]);
  see("l2");
  await clock.advance(VISIBLE_DELAY_MS);
  expect(requests.slice(2)).toEqual([{ ids: ["l2"], language: "it" }]);
});

test("the rest comes by a press, batch after batch, and says how far it is", async () => {
  const { clock, requests, filling, transcript } = read(many(120));
  const seen: (number | undefined)[] = [];
  filling.subscribe(() => seen.push(filling.getSnapshot().running?.finished));
  const all = filling.translateRemaining();
  await clock.advance(0);
  await all;
  expect(requests.map(({ ids }) => ids.length)).toEqual([LIMITS.translateBatch, LIMITS.translateBatch, 20]);
  expect(new Set(seen)).toEqual(new Set([0, 50, 100, 120, undefined]));
  expect(filling.getSnapshot()).toMatchObject({ missing: 0, running: null, done: true, error: null });
  expect(transcript.getSnapshot().lines.every(({ translations }) => translations.fr !== undefined)).toBe(true);
});

test("stopped, it asks for no further batch; and what it is at is shown to be on its way", async () => {
  const { clock, requests, filling, instead, scene } = read(many(120));
  let go = () => {};
  scene.hold = new Promise((done) => {
    go = done;
  });
  void filling.translateRemaining();
  await clock.advance(0);
  expect([instead("l1").kind, instead("l51").kind]).toEqual(["on-its-way", "nothing"]);
  filling.stop();
  expect(instead("l2").kind).toBe("nothing");
  go();
  await clock.advance(60_000);
  expect(requests).toHaveLength(1);
  // What was paid for is shown.
  expect(filling.getSnapshot()).toMatchObject({ missing: 70, running: null, done: false });
});

test("a day's translations that are used up end it: said, and nothing is asked until a press or the next day", async () => {
  const { clock, requests, filling, see, instead, scene } = read(many(120));
  const { answers } = scene;
  scene.answers = () => ({ reason: "translate/quota" });
  await Promise.all([filling.translateRemaining(), clock.advance(0)]);
  expect(filling.getSnapshot()).toMatchObject({ error: "translate/quota", running: null, done: false });
  expect(requests).toHaveLength(1);
  see("l1", "l2");
  await clock.advance(60_000);
  see("l3");
  await clock.advance(60_000);
  expect(requests).toHaveLength(1);
  expect(filling.getSnapshot().error).toBe("translate/quota");
  expect(instead("l3")).toEqual({ kind: "nothing" });
  await Promise.all([filling.translateRemaining(), clock.advance(0)]);
  expect(requests).toHaveLength(2);
  scene.answers = answers;
  await clock.advance(86_400_000);
  see("l4");
  await clock.advance(VISIBLE_DELAY_MS);
  expect(requests).toHaveLength(3);
  expect(filling.getSnapshot().error).toBeNull();
});

test("no engine, or no network: said, the rest goes no further, and later it comes", async () => {
  const { clock, requests, filling, see, into, scene } = read(many(120));
  const { answers } = scene;
  scene.answers = () => ({ reason: "translate/unavailable" });
  await Promise.all([filling.translateRemaining(), clock.advance(0)]);
  expect(filling.getSnapshot()).toMatchObject({ error: "translate/unavailable", running: null });
  scene.down = fail("network/offline");
  await Promise.all([filling.translateRemaining(), clock.advance(0)]);
  expect(filling.getSnapshot()).toMatchObject({ error: "network/offline", running: null });
  expect(requests).toHaveLength(2);
  scene.down = null;
  scene.answers = answers;
  see("l1");
  await clock.advance(VISIBLE_DELAY_MS);
  expect(into("l1")).toBe("fr: l1");
  expect(filling.getSnapshot().error).toBeNull();
});

test("a language that cannot be translated is asked for once, and its other lines count as nothing that may come", async () => {
  const arabic = Array.from({ length: 80 }, (_, at) => transcriptLine(at + 101, { language: "ar" }));
  const { clock, requests, filling, see, instead, scene } = read([...arabic, ...many(2)]);
  const { answers } = scene;
  scene.answers = (id, language) =>
    id.length > 2 ? { status: "unavailable", reason: "translate/unsupported-pair" } : answers(id, language);
  see("l101");
  await clock.advance(VISIBLE_DELAY_MS);
  expect(filling.getSnapshot()).toMatchObject({ missing: 2, error: null });
  see("l102");
  await clock.advance(VISIBLE_DELAY_MS);
  for (const id of ["l101", "l102", "l103"])
    expect(instead(id)).toEqual({ kind: "never", reason: "translate/unsupported-pair" });
  await Promise.all([filling.translateRemaining(), clock.advance(0)]);
  expect(requests.map(({ ids }) => ids)).toEqual([["l101"], ["l1", "l2"]]);
  expect(filling.getSnapshot()).toMatchObject({ missing: 0, done: true });
});

test("a line with as many languages as it may have, and one that every engine stumbled over, are given up alone", async () => {
  const { clock, filling, see, instead, scene } = read(many(3));
  const { answers } = scene;
  scene.answers = (id, language) =>
    id === "l1"
      ? { status: "unavailable", reason: "translate/too-many-languages" }
      : id === "l2"
        ? { status: "unavailable", reason: "translate/unavailable" }
        : answers(id, language);
  see("l1", "l2", "l3");
  await clock.advance(VISIBLE_DELAY_MS);
  expect(instead("l1")).toEqual({ kind: "never", reason: "translate/too-many-languages" });
  expect(instead("l2")).toEqual({ kind: "never", reason: "translate/unavailable" });
  expect(filling.getSnapshot()).toMatchObject({ missing: 0, error: null });
});

test("what another request has in hand is looked for until it is there", async () => {
  const { clock, requests, see, into, scene } = read(many(1));
  const { answers } = scene;
  scene.answers = () => ({ status: "claimed" });
  see("l1");
  await clock.advance(VISIBLE_DELAY_MS + 2 * CLAIM_POLL_INTERVAL_MS);
  expect(requests).toHaveLength(3);
  scene.answers = answers;
  await clock.advance(CLAIM_POLL_INTERVAL_MS);
  expect(into("l1")).toBe("fr: l1");
});

test("where the server fails, the browser's own translator is tried for what is in sight; the text stays when one reads on", async () => {
  const { clock, see, instead, scene, filling } = read(many(2));
  scene.answers = () => ({ reason: "translate/unavailable" });
  scene.device = async (text, from, to) => ok(`${from}>${to} ${text}`);
  see("l1");
  await clock.advance(VISIBLE_DELAY_MS);
  expect(instead("l1")).toEqual({ kind: "on-device", text: "es>fr linea 1" });
  expect(instead("l1")).toBe(instead("l1"));
  see("l2");
  expect(instead("l1")).toEqual({ kind: "on-device", text: "es>fr linea 1" });
  expect(filling.getSnapshot().missing).toBe(2);
});

test("a translation of other words than those here is not shown under these: the line is read again", async () => {
  const lines = many(1);
  const { clock, see, transcript, scene } = read(lines);
  lines[0] = transcriptLine(1, { text: "otra", revision: 2, changed: 9, edited: true });
  scene.answers = () => ({ made: { revision: 2, text: "autre" } });
  see("l1");
  await clock.advance(VISIBLE_DELAY_MS);
  expect(transcript.getSnapshot().lines[0]).toMatchObject({ text: "otra", revision: 2 });
  await clock.advance(60_000);
  expect(transcript.getSnapshot().lines[0]?.translations).toEqual({ fr: "autre" });
});

test("a page that is gone asks for nothing more, one that is opened again goes on", async () => {
  const { clock, requests, see, close, filling, into, scene } = read(many(120));
  scene.answers = () => ({ status: "claimed" });
  see("l1");
  void filling.translateRemaining();
  await clock.advance(VISIBLE_DELAY_MS);
  const asked = requests.length;
  close();
  await clock.advance(60_000);
  expect(requests).toHaveLength(asked);
  expect(clock.pending()).toBe(0);
  scene.answers = () => ({ made: { revision: 1, text: "là" } });
  filling.start();
  await clock.advance(VISIBLE_DELAY_MS);
  expect(into("l1")).toBe("là");
});
