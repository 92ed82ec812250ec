/** How long planned meetings stay, and what is left of a person whose account is deleted. */
import { beforeEach, describe, expect, test } from "vitest";
import { exportPage } from "#contracts/personalData.ts";
import { RETENTION } from "#contracts/retention.ts";
import { erasureActions } from "./support/erasure.ts";
import type { Person } from "./support/fixtures.ts";
import { KENJI, planActions, WEEKLY } from "./support/plans.ts";
import { DAY_MS, sweepStep } from "./support/sweep.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { plan, cancel, invite, read, month, link, look, answer } = planActions(db);
const { signIn, request, erase, tracesOf } = erasureActions(db);
const { team, remove } = workspaceActions(db);

beforeEach(() => db.admin`delete from private.account_deletions`);

/** A series of a member, to which the owner and an address are invited. */
async function scene() {
  const people = await team();
  const { series_id: id } = await plan(people.member, people.workspace);
  const { invitees } = await invite(people.member, id, [{ user_id: people.owner.id }, KENJI]);
  return { ...people, id, invitees };
}

async function rows(id: string): Promise<number> {
  const [row] = await db.admin<{ count: number }[]>`
    select (select count(*) from public.meeting_series where id = ${id})::int
      + (select count(*) from public.series_occurrences where series_id = ${id})::int
      + (select count(*) from public.series_invitees where series_id = ${id})::int as count`;
  return row?.count ?? 0;
}

const daysUntil = (time: string) => (Date.parse(time) - Date.now()) / DAY_MS;
const sweepAfter = (days: number) => sweepStep(db, "workspaces", { aheadMs: days * DAY_MS });

describe("the sweep", () => {
  test("deletes a series 400 days after its last occurrence", async () => {
    const { id } = await scene();
    const last = daysUntil("2027-04-12T08:00:00Z") + RETENTION.seriesDays;
    await sweepAfter(last - 1);
    expect(await rows(id)).toBe(8);
    await sweepAfter(last + 1);
    expect(await rows(id)).toBe(0);
  });

  test("deletes a cancelled series of the year 2200", async () => {
    const { workspace, member } = await team();
    const { series_id: id } = await plan(member, workspace, { times: { ...WEEKLY, start: "2200-12-01T09:00" } });
    await cancel(member, id, 0);
    await sweepAfter(RETENTION.seriesDays - 1);
    expect(await rows(id)).toBe(1);
    await sweepAfter(RETENTION.seriesDays + 1);
    expect(await rows(id)).toBe(0);
  });

  test("deletes many series in batches", async () => {
    const { workspace, member, id } = await scene();
    await db.admin`
      insert into public.meeting_series (
        id, workspace_id, meeting_id, title, language, starts_local, zone, length_minutes, ends_at
      )
      select gen_random_uuid(), workspace_id, meeting_id, title, language, starts_local, zone, 60, '2020-01-01'
      from public.meeting_series, generate_series(1, 25) where id = ${id}`;
    expect(await sweepStep(db, "workspaces", { rows: 1_000 })).toEqual([10, 10, 5]);
    expect((await month(member, workspace)).occurrences).toHaveLength(5);
  });
});

describe("a deleted account", () => {
  async function erased(who: Person) {
    await request(await signIn(who));
    for (let round = 0; round < 20 && (await tracesOf(who.id)).length > 0; round += 1) await erase();
    expect(await tracesOf(who.id)).toEqual([]);
  }

  test("leaves its series to the workspace", async () => {
    const { workspace, owner, member, id } = await scene();
    await erased(member);
    expect(await read(owner, id)).toMatchObject({ organizer_name: null, can_change: true, invitees: [{}, {}] });
    expect((await month(owner, workspace)).occurrences).toHaveLength(5);
  });

  test("is no invitee, and its link stops", async () => {
    const { member, admin, id } = await scene();
    const { invitees } = await invite(member, id, [{ user_id: admin.id }]);
    const token = await link(invitees.find(({ user_id }) => user_id === admin.id)?.id ?? "");
    await answer(token, "yes");
    await erased(admin);
    expect(await rejectionCode(look(token))).toBe("plan/link-refused");
    expect((await read(member, id)).invitees).toHaveLength(2);
  });

  test("keeps its link during its week", async () => {
    const { member, admin, id } = await scene();
    const { invitees } = await invite(member, id, [{ user_id: admin.id }]);
    const token = await link(invitees.find(({ user_id }) => user_id === admin.id)?.id ?? "");
    await request(await signIn(admin));
    expect(await look(token)).toMatchObject({ over: false });
  });
});

test("a deleted workspace takes its series along", async () => {
  const { workspace, id } = await scene();
  await db.admin`delete from public.meetings where workspace_id = ${workspace}`;
  expect(await rows(id)).toBe(0);
});

describe("an export", () => {
  const items = async (who: Person, part: string) =>
    (await db.rpc(who, "export_page", { p_part: part, p_key: null }, exportPage)).items;

  test("has the series of its organizer, and answers of invitees", async () => {
    const { owner, member, id } = await scene();
    expect(await items(member, "series")).toEqual([
      expect.objectContaining({ id, title: "Reparto de tareas", start: "2027-03-15T09:00", invited: [KENJI.email] }),
    ]);
    expect(await items(owner, "series")).toEqual([]);
    expect(await items(owner, "series-answers")).toEqual([
      expect.objectContaining({ series_id: id, answer: "none", proposal: null, answered_at: null }),
    ]);
    expect(await items(member, "series-answers")).toEqual([]);
  });

  test("of a former member has no addresses", async () => {
    const { workspace, owner, member, id } = await scene();
    await remove(owner, workspace, member);
    expect(await items(member, "series")).toEqual([{ id, meeting_id: expect.any(String), at: expect.any(String) }]);
  });
});
