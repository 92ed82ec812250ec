/** Answers to planned meetings by the link of an email, and links that are forged, forwarded, late or used a lot. */
import { describe, expect, test } from "vitest";
import { PLANS } from "#contracts/planLimits.ts";
import { account, addMember } from "./support/fixtures.ts";
import { KENJI, planActions, WEEKLY } from "./support/plans.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { plan, change, cancel, invite, uninvite, read, link, look, answer, setEmails } = planActions(db);
const { team, remove } = workspaceActions(db);

/** A series to which an address and a member are invited, with their links. */
async function scene() {
  const people = await team();
  const { series_id: id } = await plan(people.member, people.workspace);
  const { invitees } = await invite(people.member, id, [KENJI, { user_id: people.admin.id }]);
  const idOf = (isMember: boolean) => invitees.find(({ user_id }) => (user_id !== null) === isMember)?.id ?? "";
  const [kenji, admin] = [idOf(false), idOf(true)];
  return { ...people, id, kenji, token: await link(kenji), adminToken: await link(admin) };
}

const refused = "plan/link-refused";

describe("a link", () => {
  test("shows the plan, and nobody else who is invited", async () => {
    const { id, member, token, workspace } = await scene();
    await db.admin`update public.profiles set display_name = 'Marta' where id = ${member.id}`;
    await db.admin`update public.workspaces set name = 'Huerto' where id = ${workspace}`;
    const seen = await look(token);
    expect(seen).toMatchObject({
      ...{ title: "Reparto de tareas", language: "es", agenda: ["Agua", "Turnos"], times: WEEKLY },
      ...{ organizer_name: "Marta", workspace_name: "Huerto", cancelled: false, over: false, emails: true },
      invitee: { name: "k…@parley.example", reads: "ja", zone: "Asia/Tokyo", answer: "none", proposal: null },
    });
    expect(seen.code).toBe((await read(member, id)).code);
    expect(seen.next).toHaveLength(5);
    expect(JSON.stringify(seen)).not.toMatch(/kenji|invitees|@(?!parley)/u);
  });

  test("answers, proposes another time, and takes it back", async () => {
    const { id, member, token } = await scene();
    const proposal = { start: "2027-03-16T18:00", zone: "Asia/Tokyo" };
    const seen = await answer(token, "no", proposal.start, proposal.zone);
    expect(seen.invitee).toMatchObject({ answer: "no", proposal });
    const invitees = async () => (await read(member, id)).invitees.filter(({ email }) => email !== null);
    expect(await invitees()).toMatchObject([{ answer: "no", proposal, answered_at: expect.any(String) }]);
    await answer(token, "yes");
    expect(await invitees()).toMatchObject([{ answer: "yes", proposal: null }]);
  });

  test("of a member answers as the member", async () => {
    const { id, admin, member, adminToken } = await scene();
    await answer(adminToken, "maybe");
    const { invitees } = await read(member, id);
    expect(invitees.map(({ user_id, answer: given }) => [user_id, given]).sort()).toEqual(
      [
        [null, "none"],
        [admin.id, "maybe"],
      ].sort(),
    );
  });

  test("changes nothing when it is read", async () => {
    const { id, member, token } = await scene();
    const before = await read(member, id);
    await look(token);
    await look(token);
    expect(await read(member, id)).toEqual(before);
  });

  test("stores no token", async () => {
    const { token } = await scene();
    const invitees = await db.admin`select from public.series_invitees as t where t::text like ${`%${token}%`}`;
    const links = await db.admin`select from private.invitee_links as t where t::text like ${`%${token}%`}`;
    expect([...invitees, ...links]).toHaveLength(0);
  });
});

describe("a link that no longer works", () => {
  test.each([
    ["forged", "0".repeat(64)],
    ["in capitals", "A".repeat(64)],
    ["short", "0"],
    ["empty", ""],
    ["of 100 kB", "0".repeat(100_000)],
    ["with a pattern", "%".repeat(64)],
  ])("is %s", async (_name, token) => {
    await scene();
    expect(await Promise.all([look(token), answer(token, "yes"), setEmails(token, false)].map(rejectionCode))).toEqual([
      ...[refused, refused, refused],
    ]);
  });

  test("is null", async () => {
    expect(await rejectionCode(look(null))).toBe(refused);
  });

  test("is of a removed invitee", async () => {
    const { id, member, kenji, token } = await scene();
    await uninvite(member, id, kenji);
    expect(await rejectionCode(answer(token, "yes"))).toBe(refused);
    await invite(member, id, [KENJI]);
    expect(await rejectionCode(look(token))).toBe(refused);
  });

  test("is of a removed member", async () => {
    const { workspace, owner, admin, adminToken } = await scene();
    await remove(owner, workspace, admin);
    expect(await rejectionCode(look(adminToken))).toBe(refused);
  });

  test("went to an earlier address of a member", async () => {
    const { admin, adminToken } = await scene();
    await db.admin`update auth.users set email = 'new@parley.example' where id = ${admin.id}`;
    expect(await rejectionCode(answer(adminToken, "no"))).toBe(refused);
  });

  test("is older than the latest twenty", async () => {
    const { kenji, token, adminToken } = await scene();
    for (let number = 1; number < PLANS.linksPerInvitee; number++) await link(kenji);
    expect(await look(token)).toMatchObject({ over: false });
    const newest = await link(kenji);
    expect(await rejectionCode(look(token))).toBe(refused);
    expect(await look(newest)).toMatchObject({ over: false });
    expect(await look(adminToken)).toMatchObject({ over: false });
  });

  test("is of a series that was deleted", async () => {
    const { id, token } = await scene();
    await db.admin`delete from public.meeting_series where id = ${id}`;
    expect(await rejectionCode(look(token))).toBe(refused);
  });
});

test("a member without an address gets no link", async () => {
  const { workspace, member } = await team();
  const phone = await account(db);
  await addMember(db, workspace, phone, "member");
  const { series_id } = await plan(member, workspace);
  const [invitee] = (await invite(member, series_id, [{ user_id: phone.id }])).invitees;
  await db.admin`update auth.users set email = null where id = ${phone.id}`;
  const [row] = await db.admin`select private.new_invitee_token(${invitee?.id ?? ""}) as token`;
  expect(row?.token).toBeNull();
});

describe("an answer", () => {
  const PAST = { ...WEEKLY, start: "2026-01-05T09:00" };

  test("after the meeting is refused", async () => {
    const { id, member, token } = await scene();
    await change(member, id, 0, { times: PAST });
    expect(await look(token)).toMatchObject({ over: true, code: null, next: [] });
    expect(await rejectionCode(answer(token, "yes"))).toBe("meeting/ended");
  });

  test("to a cancelled meeting is refused", async () => {
    const { id, member, token } = await scene();
    await cancel(member, id, 0);
    expect(await look(token)).toMatchObject({ over: true, cancelled: true, code: null, next: [] });
    expect(await rejectionCode(answer(token, "yes"))).toBe("meeting/ended");
  });

  test("to a meeting that was ended is refused", async () => {
    const { member, token } = await scene();
    await db.admin`update public.meetings set ended_at = now() where host = ${member.id}`;
    expect(await look(token)).toMatchObject({ over: true, code: null });
    expect(await rejectionCode(answer(token, "yes"))).toBe("meeting/ended");
  });

  test.each<[string, Parameters<typeof answer> extends [string, ...infer Rest] ? Rest : never, string]>([
    ["no answer", [null], "request/invalid"],
    ["another answer", ["none"], "request/invalid"],
    ["a time without a zone", ["no", "2027-03-16T18:00"], "request/invalid"],
    ["a zone without a time", ["no", null, "Asia/Tokyo"], "request/invalid"],
    ["a zone that does not exist", ["no", "2027-03-16T18:00", "Asia/Atlantis"], "time-zone/unknown"],
    ["a time of the past", ["no", "2020-03-16T18:00", "Asia/Tokyo"], "request/invalid"],
    ["the year 1900", ["no", "1900-03-16T18:00", "Asia/Tokyo"], "request/invalid"],
    ["the year 9999", ["no", "9999-03-16T18:00", "Asia/Tokyo"], "request/invalid"],
    ["a text of 100 kB as a time", ["no", "2".repeat(100_000), "Asia/Tokyo"], "request/invalid"],
  ])("with %s is rejected", async (_name, given, error) => {
    const { token } = await scene();
    expect(await rejectionCode(answer(token, ...given))).toBe(error);
    expect((await look(token)).invitee).toMatchObject({ answer: "none", proposal: null });
  });

  test("by a link changes 50 times at most", async () => {
    const { kenji, token } = await scene();
    await db.admin`update public.series_invitees set answers = ${PLANS.answersPerLink - 1} where id = ${kenji}`;
    await answer(token, "yes");
    await answer(token, "yes");
    expect(await rejectionCode(answer(token, "no"))).toBe("request/rate-limited");
    expect((await answer(await link(kenji), "no")).invitee).toMatchObject({ answer: "no" });
  });
});

describe("emails of invitations", () => {
  test("stop for an address, and come again", async () => {
    const [one, other] = [await scene(), await scene()];
    await setEmails(one.token, false);
    await setEmails(one.token, false);
    expect(await look(other.token)).toMatchObject({ emails: false });
    expect(await look(one.adminToken)).toMatchObject({ emails: true });
    await setEmails(other.token, true);
    expect(await look(one.token)).toMatchObject({ emails: true });
  });

  test("are not switched by nothing", async () => {
    const { token } = await scene();
    expect(await rejectionCode(setEmails(token, null))).toBe("request/invalid");
  });
});
