/** The recap of a call: its figures, transcript, and missed lines. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { foundLines } from "#contracts/recap.ts";
import { WEB_ADDRESS_CASES } from "../../tests/fakes/webAddressCases.ts";
import { captionActions } from "./support/captions.ts";
import {
  account,
  addMember,
  type CallMember,
  join,
  type MeetingFixture,
  person,
  post,
  workspaceOf,
} from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import { type DatabaseCaller, emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { say, correct, mark, missedBy, transcriptOf, summaryOf, scene, callIsOver } = captionActions(db);
const { remove, end } = moderation(db);
const { wipe, react, historyOf } = lineActions(db);

/** Creates a call of one and a half pages, each line translated into three languages. */
const longCall = async (place: MeetingFixture, { call, id }: CallMember, lines: number) => {
  await db.admin`
    insert into public.lines (
      id, meeting_id, call_id, seq, changed, kind, author, language, text, spoken_at, spoken_ms
    )
    select
      gen_random_uuid(), ${place.id}, ${call}, number, number, 'speech', ${id}, 'es',
      'El autobús número ' || number || ' sale a las ocho desde la Puerta Norte.', now(), 1000
    from generate_series(1001, ${1000 + lines}) as number`;
  await db.admin`
    insert into public.translations (line_id, revision, language, status, text, engine, lease_until)
    select lines.id, 1, made.language, 'ready', 'The bus leaves at eight from the North Gate.', 'e', now()
    from public.lines, unnest(array['en', 'fr', 'ar']) as made (language)
    where call_id = ${call}`;
};

describe("recap denies", () => {
  test("strangers, other calls, former guests, removed participants", async () => {
    const { place, host, ana, bob } = await scene();
    await say(ana);
    await db.admin`update public.call_peers set left_at = now(), left_reason = 'left' where call_id = ${ana.call}`;
    await db.admin`update public.calls set ended_at = now() where id = ${ana.call}`;
    const later = await join(db, place, { name: "Later" });
    await remove(host, place, bob);
    const outsiders = [await person(db), await account(db), later, bob];
    for (const ask of [summaryOf, transcriptOf, missedBy]) {
      for (const who of outsiders) expect(await rejectionCode(ask(who, ana.call))).toBe("meeting/not-entered");
      expect(await rejectionCode(ask(ana, randomUUID()))).toBe("meeting/not-entered");
      await ask(ana, ana.call);
    }
    const member = await account(db);
    await addMember(db, await workspaceOf(db, host), member, "member");
    await end(host, place);
    for (const ask of [summaryOf, transcriptOf, missedBy]) {
      expect(await rejectionCode(ask(ana, ana.call))).toBe("meeting/not-entered");
      await ask(member, ana.call);
    }
  });
});

describe("call_recap", () => {
  test("names the talk time for attendees only", async () => {
    const { host, ana } = await scene();
    await say(ana, { ms: 4_000 });
    expect((await summaryOf(ana, ana.call)).talk).toEqual([{ user_id: ana.id, language: "es", seconds: 4 }]);
    // The host did not come, and reads the call as the owner of its workspace.
    expect((await summaryOf(host, ana.call)).talk).toEqual([{ user_id: null, language: "es", seconds: 4 }]);
  });

  test("returns attendance, talk time and languages", async () => {
    const { place, ana, bob } = await scene();
    const zoe = await join(db, place, { name: "Zoé", speaks: "fr", reads: "en" });
    await say(ana, { ms: 1_400 });
    await say(ana, { ms: 1_400 });
    await say(ana, { ms: 60_000, language: "ca" });
    await say(bob, { ms: 9_000, language: "en" });
    const gone = await say(bob, { ms: 50_000, language: "en" });
    await wipe(bob, gone.id);
    await post(db, ana, ana.call);
    const summary = await summaryOf(zoe, ana.call);
    expect(summary).toMatchObject({ call_id: ana.call, meeting_id: place.id, title: "Trip", ended_at: null });
    expect(summary.talk).toEqual([
      { user_id: ana.id, language: "ca", seconds: 60 },
      { user_id: bob.id, language: "en", seconds: 9 },
      // Rounded once, after summing.
      { user_id: ana.id, language: "es", seconds: 3 },
    ]);
    expect(summary.lines).toHaveLength(3);
    expect(summary.lines).toEqual(
      expect.arrayContaining([
        { user_id: ana.id, kind: "speech", count: 3 },
        { user_id: ana.id, kind: "chat", count: 1 },
        { user_id: bob.id, kind: "speech", count: 1 },
      ]),
    );
    expect(summary.languages).toEqual(["en", "es"]);
    expect(summary.attendance.map(({ display_name, left_at }) => [display_name, left_at])).toEqual([
      ["Ana", null],
      ["Bob", null],
      ["Zoé", null],
    ]);
  });

  test("names attendees and assignees, nobody of other calls", async () => {
    const { place, ana, bob } = await scene();
    await callIsOver(ana.call);
    const zoe = await join(db, place, { name: "Zoé" });
    const avatar = randomUUID();
    await db.admin`update public.profiles set avatar_id = ${avatar} where id = ${bob.id}`;
    const { people } = await summaryOf(ana, ana.call);
    expect(people.map((one) => [one.name, one.avatar])).toEqual([
      ["Ana", null],
      ["Bob", avatar],
    ]);
    const [me] = (await summaryOf(zoe, zoe.call)).people;
    expect(me).toMatchObject({ id: zoe.id, number: 3, name: "Zoé" });
    await mark(zoe, (await say(zoe)).id, "task", { assignee_id: bob.id });
    expect((await summaryOf(zoe, zoe.call)).people.map(({ name }) => name)).toEqual(["Bob", "Zoé"]);
  });

  test("returns the part of the call with captions", async () => {
    const { ana, bob } = await scene();
    await db.admin`update public.calls set started_at = now() - interval '1 hour' where id = ${ana.call}`;
    await db.admin`update public.attendance set joined_at = now() - interval '1 hour' where call_id = ${ana.call}`;
    await say(ana, { ago: 60_000, ms: 1_000 });
    await say(bob, { ago: 5_000, ms: 4_000 });
    const { captioned } = await summaryOf(ana, ana.call);
    const length = Date.parse(captioned?.until ?? "") - Date.parse(captioned?.from ?? "");
    // Between the start of the first and the end of the last.
    expect(Math.round(length / 1_000)).toBe(59);
  });

  test("computes the duration of each attendance", async () => {
    const { ana, bob } = await scene();
    await db.admin`
      update public.attendance set joined_at = now() - interval '2 hours' where call_id = ${ana.call}`;
    await db.rpc(bob, "leave_call", { p_call_id: bob.call, p_peer_id: bob.peer }, emptyResult);
    await db.admin`
      update public.attendance set left_at = joined_at + interval '90 seconds' where user_id = ${bob.id}`;
    const secondsOf = async (who: CallMember) =>
      (await summaryOf(ana, ana.call)).attendance.find(({ user_id }) => user_id === who.id)?.seconds;
    expect(await secondsOf(bob)).toBe(90);
    expect(await secondsOf(ana)).toBeGreaterThanOrEqual(7_200);
    await db.admin`update public.calls set started_at = now() - interval '2 hours' where id = ${ana.call}`;
    await callIsOver(ana.call);
    const over = await summaryOf(ana, ana.call);
    expect(over.ended_at).not.toBeNull();
    expect(over.attendance.every(({ left_at }) => left_at !== null)).toBe(true);
    expect(await secondsOf(ana)).toBeLessThanOrEqual(3_605);
  });

  test("covers a silent call", async () => {
    const { bob } = await scene();
    expect(await summaryOf(bob, bob.call)).toMatchObject({
      ...{ talk: [], captioned: null, lines: [], languages: ["en", "es"] },
    });
  });
});

describe("transcript", () => {
  test("pages forward without loss or repeats", async () => {
    const { place, ana, bob } = await scene();
    const written = await post(db, bob, bob.call);
    await react(ana, written.id);
    const spoken = await say(ana);
    await correct(bob, spoken.id, "x");
    await mark(bob, spoken.id, "decision");
    const many = LIMITS.transcriptLinesPerPage + 3;
    await longCall(place, ana, many);
    const first = await transcriptOf(bob, ana.call);
    expect(first.more).toBe(true);
    expect(first.lines).toHaveLength(LIMITS.transcriptLinesPerPage);
    expect(first.lines.slice(0, 2)).toEqual((await transcriptOf(bob, ana.call, written.seq - 1)).lines.slice(0, 2));
    expect(first.lines.slice(0, 2)).toMatchObject([
      { id: written.id, kind: "chat", reactions: [{ user_ids: [ana.id] }] },
      { id: spoken.id, kind: "speech", corrected_by: bob.id, mark: { kind: "decision" } },
    ]);
    expect(first.lines.at(-1)?.translations.map(({ language }) => language)).toEqual(["ar", "en", "fr"]);
    const second = await transcriptOf(bob, ana.call, first.lines.at(-1)?.seq ?? 0);
    expect(second.more).toBe(false);
    const places = [...first.lines, ...second.lines].map(({ seq }) => seq);
    expect(places).toEqual([written.seq, spoken.seq, ...Array.from({ length: many }, (_, at) => 1001 + at)]);
    expect(await transcriptOf(bob, ana.call, places.at(-1) ?? 0)).toEqual({ lines: [], more: false });
    expect((await historyOf(bob)).lines.at(-1)).toEqual(second.lines.at(-1));
  });

  test("the last page reads as few rows as the first", async () => {
    const { place, ana } = await scene();
    await longCall(place, ana, 3_000);
    await db.admin`analyze public.lines, public.translations, public.attendance`;
    const blocksOf = (after: number) =>
      db.as(ana, async (sql) => {
        const [row] = await sql.unsafe<{ "QUERY PLAN": [{ Plan: { "Shared Hit Blocks": number } }] }[]>(
          `explain (analyze, buffers, timing off, format json) select public.transcript('${ana.call}', ${after})`,
        );
        return row?.["QUERY PLAN"][0].Plan["Shared Hit Blocks"] ?? Number.NaN;
      });
    await blocksOf(0);
    expect(await blocksOf(3_500)).toBeLessThanOrEqual(2 * (await blocksOf(1_000)));
  });
});

describe("missed_lines", () => {
  test("counts later lines and returns their marks", async () => {
    const { ana, bob } = await scene();
    const early = await say(ana);
    await mark(ana, early.id, "task");
    const last = await post(db, bob, bob.call);
    const [decision, plain, gone] = [await say(ana), await say(ana), await say(ana)];
    const marked = await mark(bob, decision.id, "decision");
    await mark(bob, gone.id, "question");
    await wipe(ana, gone.id);
    expect(await missedBy(bob, bob.call, last.seq)).toEqual({ lines: 2, marks: [marked] });
    expect(await missedBy(bob, bob.call)).toMatchObject({ lines: 4, marks: [{ id: early.id }, { id: decision.id }] });
    expect(await missedBy(bob, bob.call, plain.seq)).toEqual({ lines: 0, marks: [] });
  });
});

test("lines_with_links returns web addresses to the call's readers", async () => {
  const { ana, bob } = await scene();
  const linked = await post(db, bob, bob.call, { text: "see HTTPS://example.org/a" });
  const gone = await post(db, bob, bob.call, { text: "https://example.org/gone" });
  await wipe(bob, gone.id);
  await post(db, bob, bob.call, { text: "httpx://no" });
  const links = (who: DatabaseCaller) => db.rpc(who, "lines_with_links", { p_call_id: ana.call }, foundLines);
  expect(await links(ana)).toMatchObject({ lines: [{ id: linked.id }], more: false });
  expect(await rejectionCode(links(await account(db)))).toBe("meeting/not-entered");
});

test("the database recognises the web addresses of the contract", async () => {
  const texts = WEB_ADDRESS_CASES.map(([text]) => text);
  const found = await db.admin<{ text: string }[]>`
    select text from unnest(${texts}::text[]) as text where private.has_web_address(text)`;
  expect(found.map(({ text }) => text)).toEqual(
    WEB_ADDRESS_CASES.flatMap(([text, addresses]) => (addresses.length > 0 ? [text] : [])),
  );
});

test("attendance has each person's languages", async () => {
  const { place, ana } = await scene();
  await join(db, place, { name: "Zoé", speaks: "fr", reads: "en" });
  const [row] = await db.admin<{ attendance: { speaks: string; reads: string }[] }[]>`
    select private.call_attendance(calls) as attendance from public.calls where id = ${ana.call}`;
  expect(row?.attendance.at(-1)).toMatchObject({ speaks: "fr", reads: "en" });
});
