/** Summaries of a call: permissions, quotas, and the effect of changed lines. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { QUOTAS } from "#contracts/quotas.ts";
import { SUMMARY } from "#contracts/summary.ts";
import { captionActions } from "./support/captions.ts";
import { account, ageRateLimits, person, post } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { NO_SUMMARY_TASK, summaries } from "./support/summaries.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { say, correct, mark, scene: empty } = captionActions(db);
const { claim, store, read, leaseOver, scene, claimWork, summed } = summaries(db);
const { wipe } = lineActions(db);

beforeEach(() => db.admin`delete from public.usage`);

describe("claim_summary", () => {
  test("returns ordered lines, speakers and terms", async () => {
    const { place, ana, bob } = await empty();
    const first = await say(ana, { text: "El autobús sale a las ocho" });
    const gone = await say(ana, { text: "un secreto" });
    await wipe(ana, gone.id);
    for (let index = 0; index < 3; index += 1) await say(ana);
    const last = await post(db, bob, bob.call, { text: "fine" });
    await db.admin`
      insert into public.glossary_terms (id, workspace_id, term, language, never, translations, note, state)
      select gen_random_uuid(), workspace_id, 'autobús', 'es', false, '{"en": "coach"}', '', 'approved'
      from public.meetings where id = ${place.id}`;
    const { work } = await claim(bob);
    expect(work).toMatchObject({ kind: "summarise", lines_all: 5, terms: [{ term: "autobús" }] });
    if (work?.kind !== "summarise") throw new Error("no work");
    expect(work.lines).toHaveLength(5);
    expect(work.lines.at(0)).toEqual({
      id: first.id,
      who: "Ana",
      corrected_by: null,
      language: "es",
      text: "El autobús sale a las ocho",
    });
    expect(work.lines.at(-1)).toMatchObject({ id: last.id, who: "Bob", text: "fine" });
    expect(JSON.stringify(work)).not.toContain("secreto");
  });

  test("concurrent claims give one lease and one charge", async () => {
    const { ana, bob } = await scene();
    const answers = await Promise.allSettled([ana, bob, ana, bob].map((who) => claim(who)));
    const results = answers.map((answer) => (answer.status === "fulfilled" ? answer.value : null));
    expect(results.filter((result) => result !== null && result.work !== null)).toHaveLength(1);
    // The others were rejected because a claim was running, or came behind it.
    for (const answer of answers) if (answer.status === "rejected") expect(answer.reason.message).toBe("request/busy");
    expect(await claim(bob)).toEqual({ ...NO_SUMMARY_TASK, taken: true });
    const [used] = await db.admin`select amount::int from public.usage where kind = 'summary' and scope = 'all'`;
    expect(used?.amount).toBe(1);
  });

  test("denies people without read access", async () => {
    const { ana, ids } = await scene();
    for (const who of [await person(db), await account(db)]) {
      expect(await rejectionCode(claim({ ...ana, id: who.id }))).toBe("meeting/not-entered");
      expect(await rejectionCode(read(who, ana.call))).toBe("meeting/not-entered");
    }
    expect(await rejectionCode(claim({ ...ana, call: randomUUID() }))).toBe("meeting/not-entered");
    expect(await rejectionCode(claim(ana, { language: "tlh" }))).toBe("request/invalid");
    expect(ids).toHaveLength(SUMMARY.minLines);
  });

  test("rejects short calls free of charge", async () => {
    const { ana } = await scene(SUMMARY.minLines - 1);
    expect(await claim(ana)).toEqual(NO_SUMMARY_TASK);
    expect((await db.admin`select from public.usage where kind <> 'line'`).count).toBe(0);
  });

  test("returns the first lines of a long call", async () => {
    const { ana } = await scene(0);
    await db.admin`
      insert into public.lines (id, meeting_id, call_id, seq, changed, kind, author, language, text)
      select gen_random_uuid(), calls.meeting_id, calls.id, number, number, 'chat', ${ana.id}, 'es', repeat('ñ', 4000)
      from public.calls, generate_series(1001, 1030) as number where calls.id = ${ana.call}`;
    const { work } = await claim(ana);
    if (work?.kind !== "summarise") throw new Error("no work");
    expect(work.lines_all).toBe(30);
    expect(work.lines).toHaveLength(Math.floor(SUMMARY.maxBytes / 8_100));
    const [used] = await db.admin`select amount::int from public.usage where kind = 'summary' and scope = 'all'`;
    expect(used?.amount).toBe(Math.ceil((work.lines.length * 8_100) / SUMMARY.chunkBytes));
  });

  test.each(["user", "meeting", "all"] as const)("claims nothing beyond the quota of %s", async (scope) => {
    const { place, ana } = await scene();
    const subject = { user: ana.id, meeting: place.id, all: "00000000-0000-0000-0000-000000000000" }[scope];
    await db.admin`
      insert into public.usage (day, kind, scope, subject, amount)
      values ((now() at time zone 'utc')::date, 'summary', ${scope}, ${subject}, ${QUOTAS.summary[scope]})`;
    expect(await claim(ana)).toEqual({ ...NO_SUMMARY_TASK, reason: "summary/quota" });
    expect((await db.admin`select from public.usage where kind <> 'line'`).count).toBe(1);
    expect((await read(ana, ana.call)).state).toBe("none");
  });

  test("is rate-limited", async () => {
    const { ana } = await scene(0);
    for (let index = 0; index < SUMMARY.requestsPerMinute; index += 1) await claim(ana);
    expect(await rejectionCode(claim(ana))).toBe("request/rate-limited");
    await ageRateLimits(db, ana, 61);
    expect(await claim(ana)).toEqual(NO_SUMMARY_TASK);
  });

  test("claims nothing while no model is up", async () => {
    const { ana } = await scene();
    expect(await claim(ana, { modelUp: false })).toEqual({ ...NO_SUMMARY_TASK, reason: "summary/unavailable" });
    expect((await db.admin`select from public.usage where kind <> 'line'`).count).toBe(0);
  });

  test("an expired lease passes on; late results count once", async () => {
    const { ana, bob, ids } = await scene();
    const { state } = await claimWork(ana);
    await leaseOver(ana.call);
    expect(await read(bob, ana.call)).toMatchObject({ state: "failed", reason: "summary/unavailable", summary: null });
    const again = await claimWork(bob);
    expect(again.state).toBe(state);
    const result = { call_id: ana.call, state, language: "es", lines_read: 5, lines_all: 5, model: "m" };
    expect(await store({ ...result, sentences: [{ text: "Sí.", line_ids: ids }] })).toBe(true);
    expect(await store({ ...result, sentences: [{ text: "No.", line_ids: ids }] })).toBe(false);
    expect((await read(bob, ana.call)).summary?.sentences[0]?.text).toBe("Sí.");
  });

  test("three invalid results end it until a change", async () => {
    const { ana, captions } = await scene();
    const failed = async (counts: boolean) => {
      const { state } = await claimWork(ana);
      await store({ call_id: ana.call, state, reason: "summary/unavailable", counts });
    };
    for (let index = 0; index < 5; index += 1) await failed(false);
    for (let index = 0; index < SUMMARY.maxAttempts; index += 1) await failed(true);
    expect(await claim(ana)).toEqual({ ...NO_SUMMARY_TASK, reason: "summary/unavailable" });
    expect(await read(ana, ana.call)).toMatchObject({ state: "failed", reason: "summary/unavailable" });
    await correct(ana, captions[0]?.id ?? "", "otra cosa");
    await claimWork(ana);
  });
});

describe("the input of the model", () => {
  test("names the person whose wording a caption is", async () => {
    const { ana, bob, captions } = await scene();
    await correct(bob, captions[0]?.id ?? "", "I agree");
    await correct(ana, captions[1]?.id ?? "", "my own words");
    const { work } = await claim(ana);
    if (work?.kind !== "summarise") throw new Error("nothing to be summed up");
    expect(work.lines.slice(0, 3)).toMatchObject([
      { who: "Ana", text: "I agree", corrected_by: "Bob" },
      { who: "Ana", text: "my own words", corrected_by: null },
      { who: "Ana", text: "palabra 2", corrected_by: null },
    ]);
  });
});

describe("a summary", () => {
  test("is readable with the call, with cited lines", async () => {
    const it = await scene();
    expect((await summed(it)).done).toBe(true);
    const { summary, state, translation } = await read(it.bob, it.ana.call);
    expect(state).toBe("ready");
    expect(translation).toBeNull();
    expect(summary).toMatchObject({ language: "es", stale: false, lines_read: 5, lines_all: 5 });
    expect(summary?.sentences.map(({ text, lines }) => [text, lines.map(({ id }) => id)])).toEqual([
      ["Ana habló.", it.ids.slice(0, 2)],
      ["Y otra vez.", it.ids.slice(2, 3)],
    ]);
    expect(await claim(it.bob, { again: true })).toEqual(NO_SUMMARY_TASK);
    expect(await claim(it.bob, { language: "es" })).toEqual(NO_SUMMARY_TASK);
  });

  test("is stale after a correction or new line", async () => {
    const it = await scene();
    await summed(it);
    await mark(it.bob, it.ids[0] ?? "", "decision");
    expect((await read(it.bob, it.ana.call)).summary?.stale).toBe(false);
    await correct(it.bob, it.ids[0] ?? "", "otra cosa");
    expect((await read(it.bob, it.ana.call)).summary?.stale).toBe(true);
    expect(await claim(it.bob)).toEqual(NO_SUMMARY_TASK);
    // The current summary remains until the next one is stored.
    const work = await claimWork(it.bob, { again: true });
    expect(await read(it.ana, it.ana.call)).toMatchObject({ state: "claimed", summary: { stale: true } });
    await store({ call_id: it.ana.call, state: work.state, reason: "summary/unavailable", counts: true });
    expect(await read(it.ana, it.ana.call)).toMatchObject({ state: "failed", summary: { stale: true } });
    await summed(it, { again: true });
    await say(it.ana);
    expect((await read(it.bob, it.ana.call)).summary?.stale).toBe(true);
  });

  test("loses sentences of deleted lines", async () => {
    const it = await scene();
    await summed(it);
    await wipe(it.ana, it.ids[1] ?? "");
    const { summary } = await read(it.bob, it.ana.call);
    expect(summary?.stale).toBe(true);
    expect(summary?.sentences.map(({ text }) => text)).toEqual(["Y otra vez."]);
    await db.admin`delete from public.lines where id = ${it.ids[2] ?? ""}`;
    expect((await read(it.bob, it.ana.call)).summary?.sentences).toEqual([]);
  });

  test("drops sentences without valid lines", async () => {
    const it = await scene(SUMMARY.minLines + 1);
    const other = await scene();
    const { state } = await claimWork(it.ana);
    await wipe(it.ana, it.ids[4] ?? "");
    const result = { call_id: it.ana.call, state, language: "es", lines_read: 5, lines_all: 5, model: "m" };
    const sentences = [
      { text: "Se fue.", line_ids: [it.ids[4]] },
      { text: "De otra.", line_ids: [it.ids[0], other.ids[0]] },
      { text: "De nadie.", line_ids: [randomUUID()] },
      { text: "De nada.", line_ids: [] },
      { text: " ", line_ids: [it.ids[0]] },
      { text: "x".repeat(SUMMARY.sentenceLength.max + 1), line_ids: [it.ids[0]] },
    ];
    expect(await store({ ...result, sentences })).toBe(false);
    expect(await read(it.bob, it.ana.call)).toMatchObject({ state: "failed", summary: null });
    await claimWork(it.ana);
    expect(
      await store({
        ...result,
        state: state + 1,
        sentences: [...sentences, { text: "Bien.", line_ids: it.ids.slice(0, 1) }],
      }),
    ).toBe(true);
    expect((await read(it.bob, it.ana.call)).summary?.sentences.map(({ text }) => text)).toEqual(["Bien."]);
  });

  test("from older lines is not stored", async () => {
    const it = await scene();
    const { state } = await claimWork(it.ana);
    await leaseOver(it.ana.call);
    await say(it.ana);
    await claimWork(it.bob);
    const result = { call_id: it.ana.call, state, language: "es", lines_read: 5, lines_all: 5, model: "m" };
    expect(await store({ ...result, sentences: [{ text: "Viejo.", line_ids: it.ids }] })).toBe(false);
  });
});
