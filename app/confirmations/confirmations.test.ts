import { describe, expect, test } from "vitest";
import type { CallConfirmations, Confirmation, ConfirmationPerson } from "#contracts/confirmations.ts";
import { fail, ok } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import type { TranslateResponse } from "#contracts/translate.ts";
import { createFakeClock, settle } from "../../tests/fakes/clock.ts";
import { fakeRpc } from "../../tests/fakes/rpc.ts";
import { serverLine } from "../../tests/fakes/serverLine.ts";
import { createConfirmations, newestLine } from "./confirmations.ts";
import { firstWaiting } from "./waiting.ts";

const personOf = (user_id: string, reads: Language, more: Partial<ConfirmationPerson> = {}): ConfirmationPerson => ({
  ...{ user_id, number: 1, colour: 1, display_name: user_id, reads, owner: false, answer: null, answered_at: null },
  ...{ words: null, read_language: null, read_text: null, answered_before: false, ...more },
});
const confirmationOf = (more: Partial<Confirmation> = {}): Confirmation => ({
  ...{ line_id: "a", call_id: "c", meeting_id: "m", asked_by: "ana", asked_at: "2026-01-01T00:00:00Z", revision: 1 },
  ...{
    asks_me: true,
    waits_for_owner: false,
    may_mark: true,
    counts: { asked: 2, understood: 1, unclear: 0, different: 0 },
  },
  people: [personOf("ana", "es", { answer: "understood" }), personOf("tom", "en")],
  ...more,
});
const callOf = (more: Partial<CallConfirmations> = {}): CallConfirmations => ({
  ...{ confirmations: [confirmationOf()], lines: [serverLine()], next: null, may_ask: true, tasks: [], ...more },
});

/** `me`: the reader. `statuses`: of the translations, one for each request. */
function page({ me = "tom", language = "en" as Language | null, initial = null as CallConfirmations | null } = {}) {
  const clock = createFakeClock();
  const requests: string[] = [];
  const sent: object[] = [];
  const state = {
    stored: callOf(),
    second: callOf(),
    loads: 0,
    status: "ready" as TranslateResponse["results"][number]["status"],
  };
  const rpc = fakeRpc({
    call_confirmations({ p_after }) {
      state.loads += 1;
      return ok(p_after === undefined ? state.stored : state.second);
    },
    answer_confirmation(args) {
      sent.push(args);
      return fail("confirmation/changed");
    },
    mark_line: () => ok(serverLine({ changed: 9, mark: { kind: "task", who: null, done: true, by: "tom" } })),
  });
  const confirmations = createConfirmations({
    ...{ callId: () => "c", me, language, initial, pairs: null, rpc, clock },
    newId: () => `id-${sent.length}`,
    async translate(ids, { language: into } = {}) {
      requests.push(`${ids.join(" ")} ${into}`);
      const made = { revision: 1, text: `in ${into}` };
      return ok({
        results: ids.map((line_id) => ({
          ...{ line_id, language: into ?? "en", status: state.status, reason: null },
          ...(state.status === "ready" && { made }),
        })),
      });
    },
  });
  return { clock, confirmations, requests, sent, state };
}

test("several events load once", async () => {
  const { clock, confirmations, state } = page();
  for (let events = 0; events < 5; events++) confirmations.refresh();
  await clock.advance(200);
  expect(state.loads).toBe(1);
  expect(confirmations.getSnapshot()).toMatchObject({ loaded: true, mayAsk: true });
});

test("translates into the reader's language", async () => {
  const { confirmations, requests } = page({ initial: callOf() });
  expect(requests).toEqual([]);
  confirmations.setLanguage("en");
  await settle();
  expect(requests).toEqual(["a en"]);
  expect(confirmations.getSnapshot().lines.get("a")?.translations).toEqual({ en: "in en" });
});

test("the asker translates into everybody's language", async () => {
  const { confirmations, requests } = page({ me: "ana", language: "es", initial: callOf() });
  confirmations.setLanguage("es");
  await settle();
  expect(requests).toEqual(["a en"]);
});

test("a translation that failed is tried four times", async () => {
  const { clock, confirmations, requests, state } = page({ initial: callOf() });
  state.status = "failed";
  confirmations.setLanguage("en");
  await clock.advance(60_000);
  expect(requests).toHaveLength(4);
});

test("a loaded line keeps the translations of its text", async () => {
  const { clock, confirmations, state } = page({ initial: callOf() });
  confirmations.setLanguage("en");
  await settle();
  confirmations.refresh();
  await clock.advance(200);
  expect(confirmations.getSnapshot().lines.get("a")?.translations).toEqual({ en: "in en" });
  state.stored = callOf({ lines: [serverLine({ revision: 2, text: "adiós" })] });
  confirmations.setLanguage(null);
  confirmations.refresh();
  await clock.advance(3_000);
  expect(confirmations.getSnapshot().lines.get("a")?.translations).toEqual({});
});

test("a repeated answer has the same id for its words", async () => {
  const { confirmations, sent } = page({ initial: callOf() });
  const words = { text: "Which?", language: "en" } as const;
  expect(await confirmations.answer(confirmationOf(), "unclear", words)).toMatchObject({ ok: false });
  await confirmations.answer(confirmationOf(), "unclear", words);
  await confirmations.answer(confirmationOf(), "unclear", { ...words, text: "When?" });
  const ids = sent.map((args) => ("p_words_id" in args ? args.p_words_id : null));
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).not.toBe(ids[0]);
  expect(sent[0]).toMatchObject({ p_line_id: "a", p_revision: 1, p_answer: "unclear", p_reads: "en" });
});

test("a change on this page shows at once", async () => {
  const { confirmations } = page({ initial: callOf() });
  const line = confirmations.getSnapshot().lines.get("a");
  if (line === undefined) throw new Error("no line");
  await confirmations.setDone(line, true);
  expect(newestLine(line, confirmations.getSnapshot()).mark?.done).toBe(true);
});

test("nothing runs after it is closed", async () => {
  const { clock, confirmations, state } = page();
  confirmations.refresh();
  confirmations.close();
  await clock.advance(10_000);
  expect([state.loads, clock.pending()]).toEqual([0, 0]);
});

test("a confirmation waits only for those who are asked", () => {
  const waits = (more: Partial<Confirmation>, me = "tom") => firstWaiting([confirmationOf(more)], me) !== null;
  expect(waits({})).toBe(true);
  expect(waits({}, "ana")).toBe(false);
  expect(waits({}, "eve")).toBe(false);
  expect(waits({ asks_me: false })).toBe(false);
  expect(waits({ waits_for_owner: true })).toBe(false);
});

const deleted: Line = serverLine({ id: "b", deleted: true, text: "" });
test("deleted words are left out", () => {
  const { confirmations } = page({ initial: callOf({ lines: [serverLine(), deleted] }) });
  expect([...confirmations.getSnapshot().lines.keys()]).toEqual(["a"]);
});

test("loads all pages of a call", async () => {
  const { clock, confirmations, state } = page();
  state.stored = { ...callOf(), next: 5 };
  state.second = callOf({ confirmations: [confirmationOf({ line_id: "b" })], lines: [serverLine({ id: "b" })] });
  confirmations.refresh();
  await clock.advance(150);
  await settle();
  expect(confirmations.getSnapshot().confirmations.map(({ line_id }) => line_id)).toEqual(["a", "b"]);
  expect([...confirmations.getSnapshot().lines.keys()]).toContain("b");
  expect(state.loads).toBe(2);
});

test("reads others' changes at intervals, own ones at once", async () => {
  const { clock, confirmations, state } = page({ initial: callOf() });
  for (let event = 0; event < 90; event += 1) {
    confirmations.refresh();
    await clock.advance(333);
  }
  expect(state.loads).toBeLessThan(13);
  const before = state.loads;
  await confirmations.answer(confirmationOf(), "understood", null);
  await clock.advance(200);
  expect(state.loads).toBe(before + 1);
});

describe("a call with many pages", () => {
  const PAGES = 13;
  /** `answers`: to each confirmation at that time. `isFree`: the database permits the read. */
  function manyPages(isFree: (now: number, reads: readonly number[]) => boolean) {
    const clock = createFakeClock();
    const reads: number[] = [];
    const requested: (number | undefined)[] = [];
    const state = { answers: 0 };
    const rpc = fakeRpc({
      call_confirmations({ p_after }) {
        requested.push(p_after);
        if (!isFree(clock.now(), reads)) return fail("request/rate-limited");
        reads.push(clock.now());
        const place = (p_after ?? 0) + 1;
        const counts = { asked: 9, understood: state.answers, unclear: 0, different: 0 };
        return ok(
          callOf({
            confirmations: [confirmationOf({ line_id: `${place}`, counts })],
            lines: [serverLine({ id: `${place}` })],
            next: place === PAGES ? null : place,
          }),
        );
      },
    });
    const confirmations = createConfirmations({
      ...{ callId: () => "c", me: null, language: null, initial: null, pairs: null, rpc, clock, newId: () => "" },
      translate: async () => ok({ results: [] }),
    });
    const shown = () => confirmations.getSnapshot().confirmations;
    return { clock, confirmations, reads, requested, state, shown };
  }

  test("reads half of what is permitted, and the newest answer", async () => {
    const { clock, confirmations, reads, state, shown } = manyPages(
      (now, earlier) => earlier.filter((at) => at > now - 60_000).length < 120,
    );
    for (let second = 0; second < 120; second += 1) {
      state.answers += 1;
      confirmations.refresh();
      await clock.advance(1_000);
    }
    expect(reads.length).toBeLessThan(120);
    await clock.advance(PAGES * 3_000);
    expect(shown()).toHaveLength(PAGES);
    expect(shown().at(-1)?.counts.understood).toBe(state.answers);
    await clock.advance(60_000);
    expect(clock.pending()).toBe(0);
  });

  test("continues after an error with the page that failed", async () => {
    const { clock, confirmations, requested, shown } = manyPages(() => ![5, 6].includes(requested.length));
    confirmations.refresh();
    await clock.advance(12_000);
    expect(shown()).toHaveLength(PAGES);
    expect(requested).toEqual([undefined, 1, 2, 3, 4, 4, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  test("reads again what changed after a page was read", async () => {
    const { clock, confirmations, requested, state, shown } = manyPages(() => requested.length !== 6);
    confirmations.refresh();
    await clock.advance(150);
    state.answers = 7;
    confirmations.refresh();
    await clock.advance(5_000);
    expect(shown()[0]?.counts.understood).toBe(0);
    await clock.advance(PAGES * 3_000);
    expect(shown()[0]?.counts.understood).toBe(7);
    expect(requested).toHaveLength(2 * PAGES + 1);
  });

  test("reads own changes at once", async () => {
    const { clock, confirmations, requested } = manyPages(() => true);
    confirmations.refresh();
    await clock.advance(150);
    await confirmations.ask("1");
    await clock.advance(150);
    expect(requested).toHaveLength(2 * PAGES);
  });
});
