/** The measures of calls: their values, when they are stored, and who reads them. */
import { describe, expect, test } from "vitest";
import { callInsights, workspaceInsights } from "#contracts/measureResults.ts";
import { effectiveSpeakers, MEASURE_LIMITS } from "#contracts/measures.ts";
import { captionActions } from "./support/captions.ts";
import { account, addMember, join, person, room, workspaceOf } from "./support/fixtures.ts";
import { moderation } from "./support/moderation.ts";
import { endCall, storeLines, sweepStep } from "./support/sweep.ts";
import { SYNTHETIC_LANGUAGES, SYNTHETIC_MEETINGS, type SyntheticMeeting } from "./support/syntheticMeetings.ts";
import { type DatabaseCaller, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { say, scene, callIsOver } = captionActions(db);
const { end, remove } = moderation(db);

const insightsOf = (who: DatabaseCaller, call: string) =>
  db.rpc(who, "call_insights", { p_call_id: call }, callInsights);
const yearOf = (who: DatabaseCaller, workspace: string, from = "2026-01-01", until = "2026-12-31") =>
  db.rpc(who, "insights", { p_workspace_id: workspace, p_from: from, p_until: until }, workspaceInsights);

const figuresOf = async (who: DatabaseCaller, call: string) => {
  const { state, figures } = await insightsOf(who, call);
  if (figures === null) throw new Error(`no figures: ${state}`);
  return figures;
};
const isMeasured = async (call: string) => {
  const [row] = await db.admin<{ measured: boolean }[]>`select measured from public.calls where id = ${call}`;
  return row?.measured;
};

/** Stores a synthetic meeting as a call of the host's workspace. Person 0 is the host. */
async function store({ people, captions }: SyntheticMeeting) {
  const host = await account(db);
  const place = await room(db, "Synthetic", host);
  const { call } = await join(db, place, { name: "Person 0", speaks: "en" }, host);
  const others = await Promise.all(Array.from({ length: people - 1 }, () => person(db)));
  const ids = [host.id, ...others.map(({ id }) => id)];
  await db.admin`
    insert into public.participants (meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq)
    select ${place.id}, id, 1 + number, 1 + number % 12, 'guest', 'Person ' || number, 'en', 'es', 0
    from unnest(${ids}::uuid[]) with ordinality as given (id, number) where number > 1`;
  await db.admin`
    insert into public.attendance (call_id, user_id) select ${call}, unnest(${ids}::uuid[]) on conflict do nothing`;
  // In the order of arrival: a caption arrives when it ends.
  const arrived = [...captions].sort((a, b) => a.startMs + a.ms - (b.startMs + b.ms));
  await db.admin`
    insert into public.lines (
      id, meeting_id, call_id, seq, changed, kind, author, language, text, spoken_at, spoken_ms
    )
    select
      gen_random_uuid(), ${place.id}, ${call}, 100 + place, 100 + place, 'speech', author, language, 'text',
      timestamptz '2026-11-01 10:00Z' + start_ms * interval '1 millisecond', ms
    from unnest(
      ${arrived.map(({ speaker }) => ids[speaker] ?? "")}::uuid[],
      ${arrived.map(({ speaker }) => SYNTHETIC_LANGUAGES[speaker % 3] ?? "en")}::text[],
      ${arrived.map(({ startMs }) => startMs)}::int[],
      ${arrived.map(({ ms }) => ms)}::int[]
    ) with ordinality as given (author, language, start_ms, ms, place)`;
  // Neither counts: a message, and a caption that was deleted.
  await storeLines(db, call, host.id, 3);
  await db.admin`
    insert into public.lines (
      id, meeting_id, call_id, seq, changed, kind, author, language, text, deleted_at, spoken_at, spoken_ms
    ) values (
      gen_random_uuid(), ${place.id}, ${call}, 99, 99, 'speech', ${host.id}, 'en', null, now(),
      timestamptz '2026-11-01 10:00Z', 60000
    )`;
  return { host, ids, call, workspace: await workspaceOf(db, host) };
}

describe("measures of 20 synthetic meetings", () => {
  test.each(SYNTHETIC_MEETINGS.map((meeting, index) => [index + 1, meeting.people, meeting] as const))(
    "number %i with %i people",
    async (_number, people, meeting) => {
      const { host, ids, call } = await store(meeting);
      await endCall(db, call, 0);
      const { truth } = meeting;
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      const figures = await figuresOf(host, call);
      expect(figures).toMatchObject({
        ...{ calls: 1, measured: 1, unkept: 0, spoken: 1, people },
        talk_ms: sum(truth.talkMs),
        turns: sum(truth.turns),
        overlaps: truth.overlaps,
        interruptions: sum(truth.interruptions),
        speakers: truth.talkMs.filter((ms) => ms > 0).length,
        own: {
          ...{ calls: 1, talk_ms: truth.talkMs[0], group_ms: sum(truth.talkMs), turns: truth.turns[0] },
          ...{ even_ms: Math.round(sum(truth.talkMs) / people), interruptions: truth.interruptions[0] },
        },
      });
      const rows = await db.admin<{ id: string; talk: string; turns: number; interruptions: number }[]>`
        select user_id as id, talk_ms as talk, turn_count as turns, interruption_count as interruptions
        from public.attendance where call_id = ${call}`;
      const of = (id: string) => rows.find((row) => row.id === id);
      expect(ids.map((id) => Number(of(id)?.talk))).toEqual(truth.talkMs);
      expect(ids.map((id) => of(id)?.turns)).toEqual(truth.turns);
      expect(ids.map((id) => of(id)?.interruptions)).toEqual(truth.interruptions);
      // The perplexity of the shares, as a product.
      const total = sum(truth.talkMs);
      const shares = truth.talkMs.filter((ms) => ms > 0).map((ms) => ms / total);
      const effective = shares.reduce((product, share) => product * share ** -share, 1);
      expect(Math.abs(figures.effective_speakers / effective - 1)).toBeLessThan(0.01);
      expect(effectiveSpeakers(truth.talkMs)).toBeCloseTo(effective, 9);
      expect(figures.languages.reduce((all, { talk_ms }) => all + talk_ms, 0)).toBe(total);
    },
  );
});

describe("a call is measured", () => {
  test("when it ends", async () => {
    const { place, host, ana, bob } = await scene();
    await say(ana, { ago: 9_000, ms: 4_000 });
    await say(bob, { ago: 4_000, ms: 1_000, language: "en" });
    expect((await insightsOf(ana, ana.call)).state).toBe("open");
    expect(await isMeasured(ana.call)).toBe(false);
    await end(host, place);
    expect(await isMeasured(ana.call)).toBe(true);
    expect((await yearOf(host, await workspaceOf(db, host))).figures).toMatchObject({
      ...{ calls: 1, measured: 1, people: 2, speakers: 2, talk_ms: 5_000, turns: 2, own: null },
      languages: [
        { language: "es", speakers: 1, readers: 1, talk_ms: 4_000 },
        { language: "en", speakers: 1, readers: 1, talk_ms: 1_000 },
      ],
    });
  });

  test("by its first reader when everybody has left", async () => {
    const { host, ana } = await scene();
    await say(ana);
    await callIsOver(ana.call);
    expect((await figuresOf(host, ana.call)).talk_ms).toBe(1_500);
    expect(await isMeasured(ana.call)).toBe(true);
  });

  test("by the sweep if it has many lines", async () => {
    const { host, ana } = await scene();
    await say(ana);
    await db.admin`
      update public.calls set line_count = ${MEASURE_LIMITS.linesAtOnce + 1} where id = ${ana.call}`;
    await endCall(db, ana.call, 0);
    expect(await isMeasured(ana.call)).toBe(false);
    const workspace = await workspaceOf(db, host);
    expect((await yearOf(host, workspace)).figures).toMatchObject({ calls: 1, measured: 0, unkept: 0 });
    expect(await sweepStep(db, "measures")).toContain(1);
    expect((await yearOf(host, workspace)).figures).toMatchObject({ calls: 1, measured: 1, talk_ms: 1_500 });
    expect(await sweepStep(db, "measures")).toEqual([0]);
  });

  test("once, and its measures go with it", async () => {
    const { host, ana } = await scene();
    const line = await say(ana);
    await endCall(db, ana.call, 0);
    await db.admin`delete from public.lines where id = ${line.id}`;
    expect((await figuresOf(host, ana.call)).talk_ms).toBe(1_500);
    await db.admin`delete from public.calls where id = ${ana.call}`;
    for (const table of ["call_measures", "call_languages", "call_reach", "call_engines", "call_counters"]) {
      const rows = await db.admin`select from ${db.admin(`public.${table}`)} where call_id = ${ana.call}`;
      expect([table, rows.count]).toEqual([table, 0]);
    }
  });
});

describe("insights deny", () => {
  test("strangers, other workspaces, people who may read a part", async () => {
    const { place, host, ana, bob } = await scene();
    await say(ana);
    const late = await join(db, place, { name: "Late", speaks: "en" });
    await remove(host, place, bob);
    await end(host, place);
    const workspace = await workspaceOf(db, host);
    for (const who of [await person(db), await account(db), bob]) {
      expect(await rejectionCode(insightsOf(who, ana.call))).toBe("meeting/not-entered");
      expect(await rejectionCode(yearOf(who, workspace))).toBe("request/not-allowed");
    }
    const reader = await account(db);
    await addMember(db, workspace, reader, "member");
    expect((await insightsOf(reader, ana.call)).state).toBe("ready");
    // Their meeting is over, and guests read it no more.
    expect(await rejectionCode(insightsOf(late, ana.call))).toBe("meeting/not-entered");
  });

  test("an account that came late", async () => {
    const { place, host, ana } = await scene();
    await say(ana);
    const late = await join(db, place, { name: "Late", speaks: "en" }, await account(db));
    await end(host, place);
    expect(await insightsOf(late, ana.call)).toEqual({ state: "partial", figures: null });
  });

  test("wrong ranges", async () => {
    const owner = await account(db);
    const workspace = await workspaceOf(db, owner);
    for (const [from, until] of [
      ["2026-02-01", "2026-01-31"],
      ["2025-01-01", "2026-01-02"],
    ])
      expect(await rejectionCode(yearOf(owner, workspace, from, until))).toBe("request/invalid");
    expect((await yearOf(owner, workspace)).figures).toMatchObject({ calls: 0, days: [], own: null });
  });
});

test("a meeting that keeps nothing has no measures", async () => {
  const host = await account(db);
  const place = await room(db, "Private", host);
  const ana = await join(db, place, { name: "Ana" }, host);
  await db.admin`update public.meetings set keep = 'nothing' where id = ${place.id}`;
  await end(host, place);
  expect(await insightsOf(ana, ana.call)).toEqual({ state: "unkept", figures: null });
  expect((await yearOf(host, await workspaceOf(db, host))).figures).toMatchObject({ calls: 1, measured: 0, unkept: 1 });
});

test("days are those of the reader's time zone", async () => {
  const { host, ana } = await scene();
  await db.admin`
    update public.calls set started_at = '2026-03-01 22:30Z', ended_at = '2026-03-01 23:00Z' where id = ${ana.call}`;
  const workspace = await workspaceOf(db, host);
  const march = async () => (await yearOf(host, workspace, "2026-03-02", "2026-03-02")).figures.days;
  expect(await march()).toEqual([]);
  await db.admin`update public.profiles set time_zone = 'Asia/Tokyo' where id = ${host.id}`;
  expect(await march()).toEqual([{ day: "2026-03-02", calls: 1, seconds: 1_800 }]);
});

test("reach and engines count the translations of a call", async () => {
  const { place, host, ana } = await scene();
  const [first, second] = [await say(ana, { text: "hola" }), await say(ana, { text: "buenos días" })];
  await db.admin`
    insert into public.translations (line_id, revision, language, status, lease_until)
    select id, 1, 'en', 'claimed', now() from unnest(${[first.id, second.id]}::uuid[]) as id`;
  const make = (line: string, text: string, engine: string) => db.admin`
    update public.translations set status = 'ready', text = ${text}, engine = ${engine} where line_id = ${line}`;
  await make(first.id, "hello", "deepl");
  // The same text again costs nothing, another one does.
  await make(first.id, "hello", "deepl");
  await make(first.id, "hi", "deepl");
  await end(host, place);
  const reader = host;
  expect(await figuresOf(reader, ana.call)).toMatchObject({
    engines: [{ engine: "deepl", lines: 2, characters: 8 }],
    reach: [
      { spoken: "es", read: "en", lines: 2, reached: 1 },
      { spoken: "es", read: "es", lines: 2, reached: 2 },
    ],
  });
  // A later reader's translation counts for the engine.
  await make(second.id, "good morning", "apertium");
  expect((await figuresOf(reader, ana.call)).engines).toEqual([
    { engine: "apertium", lines: 1, characters: 11 },
    { engine: "deepl", lines: 2, characters: 8 },
  ]);
});

test("a guest who signs in keeps their measures", async () => {
  const { place, ana, bob } = await scene();
  await say(ana);
  await endCall(db, ana.call, 0);
  await db.admin`select private.lock_meeting_row(${place.id})`;
  await db.admin`select private.transfer_guest_peers(${place.id}, ${ana.id}, ${bob.id})`;
  const [row] = await db.admin`
    select talk_ms::int as talk, turn_count as turns from public.attendance
    where call_id = ${ana.call} and user_id = ${bob.id}`;
  expect(row).toEqual({ talk: 1_500, turns: 1 });
});

test.each([
  [[], 0],
  [[0, 0], 0],
  [[5], 1],
  [[5, 0], 1],
  [[5, 5, 5], 3],
  [[9, 1], 1.3841],
])("the effective number of speakers of %j is %d", (talkTimes, effective) => {
  expect(effectiveSpeakers(talkTimes)).toBeCloseTo(effective, 4);
});
