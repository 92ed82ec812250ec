/** Emails about changes and cancellations of planned meetings, and people who get none. */
import { beforeEach, describe, expect, test } from "vitest";
import type { PlanOverride } from "#contracts/planning.ts";
import { plannedKeys } from "../functions/_shared/planning/occurrences.ts";
import { planEmailActions, planEmailScenes } from "./support/planEmails.ts";
import { KENJI, planActions, WEEKLY } from "./support/plans.ts";
import { testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { plan, change, cancel, invite, uninvite } = planActions(db);
const { team, remove } = workspaceActions(db);
const { clear, emails, send, lease } = planEmailActions(db);
const { queueAll, scene, sentScene, kinds } = planEmailScenes(db);

beforeEach(clear);

const moved = (key: string, start: string): PlanOverride => ({
  ...{ key, kind: "moved", by: "person", start, length_minutes: 60 },
});

describe("a change", () => {
  test("of the series is an update with a higher sequence", async () => {
    const { id, member } = await sentScene();
    await change(member, id, 0, { times: { ...WEEKLY, start: "2027-03-15T11:00" } });
    expect(await queueAll()).toBe(2);
    expect(await emails()).toMatchObject([
      { payload: { kind: "update", sequence: 1, first: false } },
      { payload: { kind: "update", sequence: 1 } },
    ]);
  });

  test("of one occurrence has that occurrence alone", async () => {
    const { id, member } = await sentScene();
    const overrides = [moved("2027-03-29T09:00", "2027-03-30T18:00")];
    await change(member, id, 0, { overrides });
    expect(await queueAll()).toBe(2);
    expect((await emails())[0]?.payload).toMatchObject({ kind: "occurrence", key: "2027-03-29T09:00", sequence: 1 });
    await send();
    await change(member, id, 1, {
      overrides: [...overrides, { key: "2027-03-22T09:00", kind: "cancelled", by: "person" }],
    });
    await queueAll();
    expect((await emails())[0]?.payload).toMatchObject({ kind: "occurrence", key: "2027-03-22T09:00", sequence: 2 });
  });

  const KEYS = ["2027-03-15T09:00", "2027-03-22T09:00", "2027-03-29T09:00", "2027-04-05T09:00"];
  const firstMoved = (count: number) => KEYS.slice(0, count).map((key) => moved(key, key.replace("T09", "T12")));

  test("of up to three occurrences is an email each", async () => {
    const { id, member } = await sentScene();
    for (const count of [1, 2, 3]) await change(member, id, count - 1, { overrides: firstMoved(count) });
    expect(await queueAll()).toBe(6);
    expect(new Set(await kinds())).toEqual(new Set(["occurrence"]));
  });

  test("of more occurrences is an update", async () => {
    const { id, member } = await sentScene();
    for (const count of [1, 2, 3, 4]) await change(member, id, count - 1, { overrides: firstMoved(count) });
    expect(await queueAll()).toBe(2);
    expect(await kinds()).toEqual(["update", "update"]);
  });

  test("of several occurrences at once is an update", async () => {
    const { id, member } = await sentScene();
    await change(member, id, 0, { overrides: firstMoved(2) });
    expect(await queueAll()).toBe(2);
    expect(await kinds()).toEqual(["update", "update"]);
  });

  test("of nothing sends nothing", async () => {
    const { id, member } = await sentScene();
    await change(member, id, 0);
    expect(await queueAll()).toBe(0);
  });

  test("before the invitation was sent is part of it", async () => {
    const { id, member } = await scene();
    await queueAll();
    await change(member, id, 0, { overrides: [moved("2027-03-29T09:00", "2027-03-30T18:00")] });
    expect(await queueAll()).toBe(2);
    expect(await emails()).toMatchObject([
      { payload: { kind: "invitation", sequence: 1 } },
      { payload: { kind: "invitation", sequence: 1 } },
    ]);
  });

  test("after an attempt is an update", async () => {
    const { id, member } = await scene();
    await queueAll();
    await send("unknown");
    await change(member, id, 0, { state: { title: "Huerto" } });
    await queueAll();
    expect(await kinds()).toEqual(["update", "update"]);
  });

  test("leaves an email alone that is being sent", async () => {
    const { id, member } = await scene();
    await queueAll();
    await lease();
    await change(member, id, 0, { state: { title: "Huerto" } });
    await queueAll();
    expect((await kinds()).sort()).toEqual(["invitation", "invitation", "update", "update"]);
  });

  test("that many others followed is an update", async () => {
    const { id, member } = await sentScene();
    for (let sequence = 0; sequence < 22; sequence++) {
      const start = `2027-03-30T${sequence % 2 === 0 ? "18" : "19"}:00`;
      await change(member, id, sequence, { overrides: [moved("2027-03-29T09:00", start)] });
    }
    await queueAll();
    expect(await kinds()).toEqual(["update", "update"]);
    expect(await db.admin`select from private.series_changes where series_id = ${id}`).toHaveLength(20);
  });
});

describe("a cancellation", () => {
  test("goes once to everybody who was invited", async () => {
    const { id, member } = await sentScene();
    await cancel(member, id, 0);
    expect(await queueAll()).toBe(2);
    expect(await kinds()).toEqual(["cancellation", "cancellation"]);
    expect((await emails())[0]?.payload).toMatchObject({ sequence: 1, token: expect.any(String) });
    expect(await queueAll()).toBe(0);
  });

  test("goes to a removed invitee, without a link", async () => {
    const { id, member, kenji } = await sentScene();
    await uninvite(member, id, kenji);
    expect(await queueAll()).toBe(1);
    expect(await emails()).toMatchObject([{ recipient: KENJI.email, payload: { kind: "cancellation", token: null } }]);
    await send();
    await cancel(member, id, 0);
    await queueAll();
    expect((await emails()).map(({ recipient }) => recipient)).not.toContain(KENJI.email);
  });

  test("of an invitation that nobody got is not sent", async () => {
    const { id, member } = await scene();
    await queueAll();
    await cancel(member, id, 0);
    expect(await queueAll()).toBe(0);
    expect(await emails()).toEqual([]);
  });

  test("does not go to people who were never invited by email", async () => {
    const { id, member } = await scene();
    await cancel(member, id, 0);
    expect(await queueAll()).toBe(0);
  });
});

describe("no email goes", () => {
  test("to a former member", async () => {
    const { owner, admin, workspace } = await scene();
    await remove(owner, workspace, admin);
    expect(await queueAll()).toBe(1);
    expect((await emails())[0]?.recipient).toBe(KENJI.email);
  });

  test("that waits to a former member", async () => {
    const { owner, admin, workspace } = await scene();
    await queueAll();
    await remove(owner, workspace, admin);
    expect((await lease()).emails.map(({ recipient }) => recipient)).toEqual([KENJI.email]);
  });

  test("that waits to an earlier address", async () => {
    const { admin } = await scene();
    await queueAll();
    await db.admin`update auth.users set email = 'newer@parley.example' where id = ${admin.id}`;
    // The earlier address gets a notice of the change.
    const planned = (await lease()).emails.filter(({ template }) => template === "plan");
    expect(planned.map(({ recipient }) => recipient)).toEqual([KENJI.email]);
  });

  test("to an address that the outbox rejects, which stops nobody", async () => {
    const { admin } = await scene();
    await db.admin`
      update auth.users set email = ${`${"a".repeat(64)}@${`${"b".repeat(60)}.`.repeat(3)}example`.padEnd(255, "x")}
      where id = ${admin.id}`;
    expect(await queueAll()).toBe(1);
  });
});

test("the longest series fits into an email", async () => {
  const { workspace, member } = await team();
  const times = { ...WEEKLY, rule: { freq: "daily", count: 400 } } as const;
  const overrides = plannedKeys(times).map((key) => moved(key, key.replace("T09:00", "T09:05")));
  const agenda = Array.from({ length: 20 }, () => "𝄞".repeat(200));
  const { series_id } = await plan(member, workspace, { times, overrides, state: { agenda, title: "𝄞".repeat(120) } });
  await invite(member, series_id, [KENJI]);
  expect(await queueAll()).toBe(1);
});
