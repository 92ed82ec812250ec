/** Shares of the emails about planned meetings: nobody uses up what others need, and no mailbox is flooded. */
import { beforeEach, describe, expect, test } from "vitest";
import { PLANS } from "#contracts/planLimits.ts";
import { planEmailActions } from "./support/planEmails.ts";
import { KENJI, planActions } from "./support/plans.ts";
import { testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { plan, change, invite } = planActions(db);
const { team } = workspaceActions(db);
const { clear, passDelay, queue, emails, send } = planEmailActions(db);

beforeEach(clear);

const someone = (name: string) => ({ ...KENJI, email: `${name}@parley.example` });

/** A series to which so many addresses are invited. */
async function scene(name: string, count: number) {
  const people = await team();
  const { series_id: id } = await plan(people.member, people.workspace);
  await invite(
    people.member,
    id,
    Array.from({ length: count }, (_none, number) => someone(`${name}${number}`)),
  );
  await passDelay();
  return { ...people, id };
}

/** Stores emails that went to an address today. */
const fill = (
  address: string,
  count: number,
  { series = null, workspace = null }: Record<string, string | null> = {},
) =>
  db.admin`
    insert into private.plan_emails (reminder, address_hash, series_id, workspace_id)
    select false, private.address_hash(${address}), coalesce(${series}::uuid, gen_random_uuid()), coalesce(${workspace}::uuid, gen_random_uuid())
    from generate_series(1, ${count}::int)`;

const addresses = async () => (await emails()).map(({ recipient }) => recipient);

describe("emails of one day", () => {
  test("to one address are limited, whoever invites", async () => {
    await fill(KENJI.email, PLANS.emailsPerAddressInDay - 1);
    for (const people of [await team(), await team()]) {
      const { series_id: id } = await plan(people.member, people.workspace);
      await invite(people.member, id, [KENJI, someone(people.member.id)]);
    }
    await passDelay();
    expect(await queue()).toBe(3);
    expect((await addresses()).filter((address) => address === KENJI.email)).toHaveLength(1);
  });

  test("about one series to one address are limited", async () => {
    const { id, member } = await scene("ana", 1);
    await fill("ana0@parley.example", PLANS.emailsPerAddressOfSeriesInDay - 1, { series: id });
    expect(await queue()).toBe(1);
    await send();
    await change(member, id, 0, { state: { title: "Huerto" } });
    await passDelay();
    expect(await queue()).toBe(0);
    // It is sent when the day is over.
    await db.admin`update private.plan_emails set queued_at = queued_at - interval '25 hours'`;
    await passDelay();
    expect(await queue()).toBe(1);
  });

  test("of one workspace leave half to others", async () => {
    await scene("busy", 10);
    await scene("other", 2);
    // Half of 8 are invitations, and half of those are of one workspace.
    expect(await queue({ inDay: 8 })).toBe(4);
    expect((await addresses()).filter((address) => address.startsWith("busy"))).toHaveLength(2);
    expect(await queue({ inDay: 8 })).toBe(0);
  });

  test("of one workspace are limited", async () => {
    const { workspace } = await scene("busy", 2);
    await fill("x@parley.example", PLANS.emailsPerWorkspaceInDay - 1, { workspace });
    expect(await queue({ inDay: 100_000 })).toBe(1);
  });

  test("end with the operator's number", async () => {
    await scene("one", 2);
    expect(await queue({ inDay: 0 })).toBe(0);
    expect(await queue({ inDay: 2 })).toBe(1);
    expect(await queue({ inDay: 2 })).toBe(0);
  });

  test("leave reminders their share", async () => {
    await scene("one", 2);
    await db.admin`
      insert into private.plan_emails (reminder, address_hash, series_id, workspace_id)
      select true, sha256('x'), gen_random_uuid(), gen_random_uuid() from generate_series(1, ${PLANS.emailsInDay}::int)`;
    expect(await queue()).toBe(2);
  });

  test("count when their series is deleted", async () => {
    const { id, member, workspace } = await scene("one", 1);
    expect(await queue({ inDay: 2 })).toBe(1);
    await db.admin`delete from public.meeting_series where id = ${id}`;
    const again = await plan(member, workspace);
    await invite(member, again.series_id, [someone("two")]);
    await passDelay();
    expect(await queue({ inDay: 2 })).toBe(0);
  });
});

describe("one run", () => {
  test("adds a limited number, and workspaces take turns", async () => {
    await scene("busy", 6);
    await scene("late", 1);
    await db.admin`
      update private.plan_notices set due_at = due_at - interval '1 hour'
      where invitee_id in (select id from public.series_invitees where email like 'busy%')`;
    expect(await queue({ limit: 2 })).toBe(2);
    expect(await addresses()).toEqual([expect.stringContaining("busy"), "late0@parley.example"]);
  });

  test("is not stopped by notices without a share", async () => {
    const { id } = await scene("full", 3);
    for (const number of [0, 1, 2])
      await fill(`full${number}@parley.example`, PLANS.emailsPerAddressOfSeriesInDay, { series: id });
    await scene("other", 1);
    expect(await queue({ limit: 2 })).toBe(1);
    expect(await addresses()).toEqual(["other0@parley.example"]);
    const [row] = await db.admin`
      select count(*)::int as later from private.plan_notices where due_at > now() + interval '10 minutes'`;
    expect(row?.later).toBe(3);
  });

  test("is not stopped by a workspace with many notices", async () => {
    const { id, workspace } = await scene("full", 1);
    await db.admin`
      insert into public.series_invitees (series_id, workspace_id, email, language, zone)
      select ${id}, ${workspace}, 'p' || n || '@parley.example', 'en', 'UTC'
      from generate_series(1, ${PLANS.noticesPerRun}::int) as n`;
    // Half of the invitations, which are half of all emails.
    await fill("x@parley.example", PLANS.emailsInDay / 4, { workspace });
    await scene("other", 1);
    await db.admin`
      update private.plan_notices set due_at = due_at - interval '1 hour' where workspace_id = ${workspace}`;
    expect(await queue()).toBe(1);
    expect(await addresses()).toEqual(["other0@parley.example"]);
  });

  test("beside another adds each email once", async () => {
    await scene("one", 20);
    const added = await Promise.all([queue({ limit: 10 }), queue({ limit: 20 }), queue({ limit: 20 })]);
    expect(added.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(20);
    await queue();
    const all = await addresses();
    expect([all.length, new Set(all).size]).toEqual([20, 20]);
  });
});
