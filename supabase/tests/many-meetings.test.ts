/** Reads over the meetings of a workspace cost the same, whatever it holds. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { home } from "#contracts/account.ts";
import { HOME } from "#contracts/homeLimits.ts";
import { boardActions } from "./support/board.ts";
import { countRowsRead } from "./support/countRows.ts";
import { account, enterCall, knock, type Person, room, workspaceOf } from "./support/fixtures.ts";
import { addConfirmations, type ManyMeetings, manyMeetings } from "./support/manyMeetings.ts";
import { type Argument, callFunction, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const GROWTH_TIMEOUT_MS = 120_000;

const db = testDatabaseForFile();
const { topicsOf } = boardActions(db);
const listed = async (who: Person, writable = false) =>
  (await db.rpc(who, "home", { p_writable: writable }, home)).meetings.map(({ meeting_id }) => meeting_id);

let few: ManyMeetings;
let many: ManyMeetings;
beforeAll(async () => {
  few = await manyMeetings(db, 100);
  many = await manyMeetings(db, 10_000);
}, GROWTH_TIMEOUT_MS);

/** The rows of 20 meetings, of the 500 that admitted a person last, or of a person's last thousand calls, with their rights. */
const SHOWN = 1_500;
const OF_PERSON = 4_000;
const OF_CALLS = 6_000;

type Reader = "owner" | "member" | "visitor";
const term = () => ({ p_term_id: randomUUID(), p_term: "ruta", p_language: "es" });
const days = { p_from: "2000-01-01", p_until: "2000-01-31" };
const reads: readonly [string, Reader, (of: ManyMeetings) => Record<string, Argument>, number][] = [
  ["home", "owner", () => ({}), SHOWN],
  ["home", "member", () => ({}), SHOWN],
  ["home", "visitor", () => ({}), OF_PERSON],
  ["home", "visitor", () => ({ p_writable: true }), OF_CALLS],
  ["board_topics", "owner", () => ({}), SHOWN],
  ["board_topics", "member", () => ({}), SHOWN],
  ["board_topics", "visitor", () => ({}), OF_PERSON],
  ["board_files", "owner", () => ({}), OF_PERSON],
  ["board_files", "member", () => ({}), OF_PERSON],
  ["board_files", "visitor", () => ({}), OF_CALLS],
  ["board_choices", "member", () => ({}), OF_PERSON],
  ["insights", "member", ({ workspace }) => ({ p_workspace_id: workspace, ...days }), SHOWN],
  ["term_occurrences", "member", ({ term: id }) => ({ p_term_id: id }), OF_PERSON],
  ["save_term", "member", ({ workspace }) => ({ p_workspace_id: workspace, ...term() }), OF_PERSON],
];

describe.each([
  [100, () => few],
  [10_000, () => many],
])("with %i meetings", (_, of) => {
  test.each(reads)("%s by the %s reads a bounded number of rows", async (name, reader, args, most) => {
    expect(await countRowsRead(db, of()[reader], name, args(of()))).toBeLessThanOrEqual(most);
  });
});

test("home_confirmations reads none of other people", async () => {
  for (const of of [few, many]) await addConfirmations(db, of);
  for (const { visitor } of [few, many])
    expect(await countRowsRead(db, visitor, "home_confirmations", {})).toBeLessThanOrEqual(OF_PERSON);
});

test.each([
  ["few", () => few],
  ["many", () => many],
] as const)("lists what a sort of all meetings lists (%s)", async (_, of) => {
  const { workspace, owner, member } = of();
  const sorted = await db.admin<{ id: string }[]>`
    select meetings.id
    from public.meetings
    left join (
      select meeting_id, max(started_at) as started_at from public.calls group by meeting_id
    ) as newest on newest.meeting_id = meetings.id
    where workspace_id = ${workspace}
    order by coalesce(started_at, created_at) desc, meetings.id limit ${HOME.homePageMeetings}`;
  const ids = sorted.map(({ id }) => id);
  for (const who of [owner, member]) expect(await listed(who)).toEqual(ids);
  for (const who of [owner, member]) expect((await topicsOf(who)).toSorted()).toEqual(ids.toSorted());
  expect(await listed(await account(db))).toEqual([]);
});

describe("a meeting's place in the list", () => {
  test("follows the deletion of its calls", async () => {
    const ana = await account(db);
    const [first, second] = [await room(db, null, ana), await room(db, null, ana)];
    await db.admin`update public.meetings set created_at = now() - interval '1 day' where id = ${first.id}`;
    await knock(db, ana, first.code);
    const { call } = await enterCall(db, ana, first.id, randomUUID());
    expect(await listed(ana)).toEqual([first.id, second.id]);
    expect(await listed(ana, true)).toEqual([first.id]);
    await db.admin`delete from public.calls where id = ${call.id}`;
    expect(await listed(ana)).toEqual([second.id, first.id]);
    expect((await db.rpc(ana, "home", {}, home)).meetings[1]).toMatchObject({ last_call: null, last_call_at: null });
  });

  test("follows the meeting into another workspace", async () => {
    const [ana, bob] = [await account(db), await account(db)];
    const meeting = await room(db, null, ana);
    await knock(db, ana, meeting.code);
    const { call } = await enterCall(db, ana, meeting.id, randomUUID());
    await db.admin`update public.meetings set workspace_id = ${await workspaceOf(db, bob)} where id = ${meeting.id}`;
    expect(await listed(bob)).toEqual([meeting.id]);
    const [row] = await db.admin`select workspace_id from public.calls where id = ${call.id}`;
    expect(row?.workspace_id).toBe(await workspaceOf(db, bob));
  });
});

test("a glossary whose lock is held is busy", async () => {
  const { workspace, member } = few;
  const args = { p_workspace_id: workspace, ...term() };
  await db.admin.begin(async (sql) => {
    await sql`select private.lock_glossary(${workspace})`;
    const saved = db.as(member, async (own) => {
      // Roles have it in PostgREST, which sets it for each transaction.
      await own`set local lock_timeout = '100ms'`;
      return callFunction(own, "save_term", args);
    });
    expect(await rejectionCode(saved)).toBe("request/busy");
  });
  await db.rpc(member, "save_term", args, z.unknown());
});
