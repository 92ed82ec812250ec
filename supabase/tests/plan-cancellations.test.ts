/** The message of a cancellation, and cancellations of meetings that end or are deleted. */
import { beforeEach, describe, expect, test } from "vitest";
import { PLANS } from "#contracts/planLimits.ts";
import type { PlanOverride } from "#contracts/planning.ts";
import { planEmailActions, planEmailScenes } from "./support/planEmails.ts";
import { KENJI, planActions, WEEKLY } from "./support/plans.ts";
import { emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { change, cancel, uninvite, month, read, setEmails } = planActions(db);
const { clear, emails, send, lease } = planEmailActions(db);
const { queueAll, scene, sentScene, kinds } = planEmailScenes(db);

beforeEach(clear);

const cancelled = (key: string): PlanOverride => ({ key, kind: "cancelled", by: "person" });
const ILL = "Lo siento:\nestoy enferma";
const messages = async () => (await emails()).map(({ payload }) => payload.message);

describe("the message of a cancellation", () => {
  test("goes to everybody who was invited", async () => {
    const { id, member } = await sentScene();
    await cancel(member, id, 0, `  ${ILL}\u202e  `);
    await queueAll();
    expect(await messages()).toEqual([ILL, ILL]);
  });

  test("does not go to people who were removed before", async () => {
    const { id, member, kenji } = await sentScene();
    await uninvite(member, id, kenji);
    await cancel(member, id, 0, ILL);
    await queueAll();
    const messageTo = (await emails()).map(({ recipient, payload }) => [recipient === KENJI.email, payload.message]);
    expect(messageTo).toEqual(
      expect.arrayContaining([
        [true, null],
        [false, ILL],
      ]),
    );
  });

  test("goes with its occurrence alone", async () => {
    const { id, member } = await sentScene();
    const first = cancelled("2027-03-22T09:00");
    await change(member, id, 0, { overrides: [first] }, null, ILL);
    await change(member, id, 1, { overrides: [first, cancelled("2027-03-29T09:00")] });
    await queueAll();
    expect(await messages()).toEqual([ILL, null, ILL, null]);
    await send();
    await change(member, id, 2, { state: { title: "Huerto" }, overrides: [first, cancelled("2027-03-29T09:00")] });
    await queueAll();
    expect(await messages()).toEqual([null, null]);
  });

  test("stays when a newer email replaces the one that waits", async () => {
    const { id, member } = await sentScene();
    await change(member, id, 0, { overrides: [cancelled("2027-03-22T09:00")] }, null, ILL);
    await queueAll();
    await change(member, id, 1, { state: { title: "Huerto" }, overrides: [cancelled("2027-03-22T09:00")] });
    await queueAll();
    expect(await kinds()).toEqual(["update", "update"]);
    expect(await messages()).toEqual([ILL, ILL]);
  });

  test("is bounded, and none if empty", async () => {
    const { id, member } = await sentScene();
    const most = "𝄞".repeat(PLANS.cancelMessage.max);
    expect(await rejectionCode(cancel(member, id, 0, `${most}x`))).toBe("request/invalid");
    expect(await rejectionCode(cancel(member, id, 0, "x".repeat(1_000_000)))).toBe("request/invalid");
    const overrides = [cancelled("2027-03-22T09:00")];
    expect(await rejectionCode(change(member, id, 0, { overrides }, null, `${most}x`))).toBe("request/invalid");
    await change(member, id, 0, { overrides }, null, most);
    await queueAll();
    expect(await messages()).toEqual([most, most]);
    await send();
    await cancel(member, id, 1, " \n ");
    await queueAll();
    expect(await messages()).toEqual([null, null]);
  });
});

describe("a meeting that ends", () => {
  const meetingOf = async (id: string) => {
    const [row] = await db.admin<{ id: string }[]>`
      select meeting_id as id from public.meeting_series where id = ${id}`;
    return row?.id ?? "";
  };
  const end = async ({ member, id }: { member: Parameters<typeof read>[0]; id: string }) =>
    db.rpc(member, "end_meeting", { p_meeting_id: await meetingOf(id) }, emptyResult);

  test("cancels its further occurrences, and keeps those that began", async () => {
    const at = await sentScene();
    await db.admin`
      update public.series_occurrences set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
      where series_id = ${at.id} and key = ${WEEKLY.start}`;
    await end(at);
    await end(at);
    const { cancelled_at, sequence } = await read(at.member, at.id);
    expect([cancelled_at !== null, sequence]).toEqual([true, 1]);
    expect((await month(at.member, at.workspace)).occurrences).toEqual([]);
    expect(await db.admin`select from public.series_occurrences where series_id = ${at.id}`).toHaveLength(1);
    expect(await queueAll()).toBe(2);
    expect(await kinds()).toEqual(["cancellation", "cancellation"]);
  });

  test("after its last occurrence sends nothing", async () => {
    const at = await sentScene();
    await db.admin`update public.meeting_series set ends_at = now() - interval '1 minute' where id = ${at.id}`;
    await end(at);
    expect((await read(at.member, at.id)).cancelled_at).toBeNull();
    expect(await queueAll()).toBe(0);
  });

  test("and is deleted at once sends its cancellations", async () => {
    const at = await sentScene();
    const meeting = await meetingOf(at.id);
    await end(at);
    await db.admin`delete from public.meetings where id = ${meeting}`;
    const sent = {
      kind: "cancellation",
      token: null,
      series_id: at.id,
      sequence: 1,
      code: expect.stringMatching(/^\w{12}$/u),
    };
    expect(await emails()).toMatchObject([
      { recipient: `${at.admin.id}@parley.example`, payload: sent },
      { recipient: KENJI.email, payload: sent },
    ]);
    expect((await lease()).emails).toHaveLength(2);
  });

  test("and is deleted sends those that wait already", async () => {
    const at = await sentScene();
    await end(at);
    await queueAll();
    await db.admin`delete from public.meetings where id = ${await meetingOf(at.id)}`;
    expect(await kinds()).toEqual(["cancellation", "cancellation"]);
  });

  test("and is deleted sends nothing that nobody may get", async () => {
    const unsent = await scene();
    const meeting = await meetingOf(unsent.id);
    await end(unsent);
    await db.admin`delete from public.meetings where id = ${meeting}`;
    expect(await emails()).toEqual([]);
    const stopped = await sentScene();
    const [row] = await db.admin<{ token: string }[]>`select private.new_invitee_token(${stopped.kenji}) as token`;
    await setEmails(row?.token ?? "", false);
    await end(stopped);
    await db.admin`delete from public.meetings where id = ${await meetingOf(stopped.id)}`;
    expect((await emails()).map(({ recipient }) => recipient)).toEqual([`${stopped.admin.id}@parley.example`]);
  });

  test("and is deleted sends as many as the day has left", async () => {
    const at = await sentScene();
    await db.admin`
      insert into private.plan_emails (reminder, address_hash, series_id, workspace_id)
      select false, sha256('x'), gen_random_uuid(), gen_random_uuid()
      from generate_series(1, ${PLANS.emailsInDay / 2 - 3}::int)`;
    await end(at);
    await db.admin`delete from public.meetings where id = ${await meetingOf(at.id)}`;
    expect(await kinds()).toEqual(["cancellation"]);
  });
});
