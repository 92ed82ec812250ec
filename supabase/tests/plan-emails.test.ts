/** Invitations by email to planned meetings, and what became of them. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { addMember } from "./support/fixtures.ts";
import { planEmailActions, planEmailScenes } from "./support/planEmails.ts";
import { KENJI, planActions, WEEKLY } from "./support/plans.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { change, uninvite, read, look, setEmails } = planActions(db);
const { team } = workspaceActions(db);
const { clear, passDelay, queue, emails, send, lease, sendAgain } = planEmailActions(db);
const { queueAll, scene, sentScene, kinds } = planEmailScenes(db);

beforeEach(clear);

const addressOf = ({ id }: { id: string }) => `${id}@parley.example`;

type At = Awaited<ReturnType<typeof scene>>;
const stateOf = async ({ member, id, kenji }: At) =>
  (await read(member, id)).invitees.find((invitee) => invitee.id === kenji)?.email_state;

describe("an invitation", () => {
  test("goes to each invitee once, in their language and zone", async () => {
    const { id, admin } = await scene();
    await db.admin`update public.profiles set reads = 'ar', time_zone = 'Africa/Cairo' where id = ${admin.id}`;
    expect(await queueAll()).toBe(2);
    expect(await queueAll()).toBe(0);
    const invited = await emails();
    const ofKenji = invited.find(({ recipient }) => recipient === KENJI.email);
    expect(ofKenji?.payload).toMatchObject({
      ...{ kind: "invitation", series_id: id, sequence: 0, reads: "ja", zone: "Asia/Tokyo", times: WEEKLY },
      ...{ title: "Reparto de tareas", language: "es", agenda: ["Agua", "Turnos"], address: KENJI.email },
    });
    expect(invited.find(({ recipient }) => recipient === addressOf(admin))?.payload).toMatchObject({
      ...{ reads: "ar", zone: "Africa/Cairo" },
    });
    expect(await look(ofKenji?.payload.token ?? null)).toMatchObject({ invitee: { reads: "ja" } });
    expect(JSON.stringify(ofKenji)).not.toContain(addressOf(admin));
  });

  test("waits until its text is at rest", async () => {
    const { id, member } = await scene();
    expect(await queue()).toBe(0);
    await passDelay();
    await change(member, id, 0, { state: { title: "Huerto" } });
    expect(await queue()).toBe(0);
    expect(await queueAll()).toBe(2);
    expect(await emails()).toMatchObject([{ payload: { sequence: 1, title: "Huerto" } }, { payload: { sequence: 1 } }]);
  });

  test("goes to the invitees of the rest of a series", async () => {
    const { id, member } = await sentScene();
    const rest = { ...WEEKLY, start: "2027-04-05T10:00", rule: { freq: "weekly", count: 2 } } as const;
    const first = { ...WEEKLY, rule: { freq: "weekly", count: 3 } } as const;
    const { later_id } = await change(
      member,
      id,
      0,
      { times: first },
      {
        ...{ title: "Reparto", language: "es", agenda: [], ...rest, overrides: [] },
        occurrences: [
          { key: rest.start, starts_at: "2027-04-05T08:00:00Z", length_minutes: 60 },
          { key: "2027-04-12T10:00", starts_at: "2027-04-12T08:00:00Z", length_minutes: 60 },
        ],
      },
    );
    expect(await queueAll()).toBe(4);
    const added = (await emails()).map(({ payload }) => [payload.kind, payload.series_id]);
    expect(added.sort()).toEqual(
      [
        ["invitation", later_id],
        ["invitation", later_id],
        ["update", id],
        ["update", id],
      ].sort(),
    );
  });

  test("to somebody who was removed is never sent", async () => {
    const { id, member, kenji } = await scene();
    await uninvite(member, id, kenji);
    expect(await queueAll()).toBe(1);
    expect((await emails()).map(({ recipient }) => recipient)).not.toContain(KENJI.email);
  });

  test("of a meeting that is over is never sent", async () => {
    const { id } = await scene();
    await db.admin`update public.meeting_series set ends_at = now() where id = ${id}`;
    expect(await queueAll()).toBe(0);
    expect(await db.admin`select from private.plan_notices`).toHaveLength(0);
  });

  test("goes with its series", async () => {
    const { id } = await scene();
    await queueAll();
    await db.admin`delete from public.meeting_series where id = ${id}`;
    expect(await emails()).toEqual([]);
  });
});

describe("the state of an email", () => {
  test("is shown to people who may change the series", async () => {
    const at = await scene();
    expect(await stateOf(at)).toBe("waiting");
    await queueAll();
    expect(await stateOf(at)).toBe("waiting");
    await send();
    expect(await stateOf(at)).toBe("sent");
    const ofOwner = await read(at.owner, at.id);
    expect(ofOwner.invitees.map(({ email_state }) => email_state)).toEqual(["sent", "sent"]);
    const { member: other } = await team();
    await addMember(db, at.workspace, other, "member");
    const seen = await read(other, at.id);
    expect(seen.invitees.map(({ email_state }) => email_state)).toEqual([null, null]);
  });

  test("is failed after a refusal, and can be sent again", async () => {
    const at = await scene();
    await queueAll();
    await send("refused");
    expect(await stateOf(at)).toBe("failed");
    expect(await queueAll()).toBe(0);
    await sendAgain(at.member, at.id, at.kenji);
    expect(await stateOf(at)).toBe("waiting");
    expect(await queueAll()).toBe(1);
    expect(await kinds()).toEqual(["invitation"]);
    await send();
    expect(await stateOf(at)).toBe("sent");
  });

  test("is stopped for an address that wants none", async () => {
    const at = await scene();
    await queueAll();
    const token = (await emails()).find(({ recipient }) => recipient === KENJI.email)?.payload.token;
    await setEmails(token ?? "", false);
    expect(await stateOf(at)).toBe("stopped");
    // The email that waits is not sent.
    expect((await lease()).emails.map(({ recipient }) => recipient)).toEqual([addressOf(at.admin)]);
    await change(at.member, at.id, 0, { state: { title: "Huerto" } });
    expect(await queueAll()).toBe(1);
  });

  test("is not for other members to repeat", async () => {
    const { id, kenji, workspace, member } = await scene();
    const { member: other } = await team();
    await addMember(db, workspace, other, "member");
    expect(await rejectionCode(sendAgain(other, id, kenji))).toBe("role/host-needed");
    const outsider = await team();
    expect(await rejectionCode(sendAgain(outsider.member, id, kenji))).toBe("request/not-found");
    expect(await rejectionCode(sendAgain(member, id, randomUUID()))).toBe("request/not-found");
    const { kenji: ofAnother } = await scene();
    expect(await rejectionCode(sendAgain(member, id, ofAnother))).toBe("request/not-found");
    await uninvite(member, id, kenji);
    expect(await rejectionCode(sendAgain(member, id, kenji))).toBe("request/not-found");
  });
});
