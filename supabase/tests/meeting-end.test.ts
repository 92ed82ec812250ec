/** The end of a meeting: by its host, or a day after a guest's meeting. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { line as lineShape } from "#contracts/lines.ts";
import { createdMeeting, knockStatus } from "#contracts/meetings.ts";
import { topics } from "#contracts/realtime.ts";
import {
  account,
  becomeAccount,
  enterCall,
  events,
  join,
  knockEventsOf,
  type MeetingFixture,
  person,
  post,
  tryKnock,
} from "./support/fixtures.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { mute, lock, change, rotate, end, raise, beat, changesOf, historyOf, find, scene, receives } = moderation(db);

describe("end_meeting", () => {
  test("broadcasts once and closes every entry", async () => {
    const { place, host, ana, bob } = await scene();
    const own = await post(db, ana, ana.call, { text: "last" });
    await change(host, place, { access: "knock" });
    const eve = await person(db);
    await tryKnock(db, eve, place.code);
    const before = (await events(db, place.id)).length;
    await end(host, place);
    await end(host, place);
    expect((await events(db, place.id)).slice(before).map(({ name }) => name)).toEqual(["meeting_ended"]);
    expect(await knockEventsOf(db, place, eve)).toEqual([{ name: "ended", body: { meeting_id: place.id } }]);
    expect((await beat(bob)).standing).toBe("ended");
    const works = [
      () => find(place.code),
      () => tryKnock(db, eve, place.code),
      () => enterCall(db, bob, place.id, bob.peer),
      () => post(db, bob, bob.call),
      () => raise(bob, place),
      () => lock(host, place, true),
      () => rotate(host, place),
      () => mute(host, place, bob),
    ];
    for (const work of works) expect(await rejectionCode(work())).toBe("meeting/ended");
    const edit = { p_line_id: own.id, p_text: "other words" };
    expect(await rejectionCode(db.rpc(ana, "edit_line", edit, lineShape))).toBe("line/not-found");
    expect(await rejectionCode(db.rpc(eve, "knock_status", { p_meeting_id: place.id }, knockStatus))).toBe(
      "meeting/ended",
    );
  });

  test("accounts keep reading; guests need to sign in", async () => {
    const { place, host, ana } = await scene();
    const tom = await join(db, place, { name: "Tom" }, await account(db));
    await post(db, ana, ana.call);
    await end(host, place);
    expect((await historyOf(tom)).lines).toHaveLength(1);
    expect((await changesOf(tom, place)).meeting.ended).toBe(true);
    expect(await rejectionCode(historyOf(ana))).toBe("meeting/not-entered");
    expect(await rejectionCode(changesOf(ana, place))).toBe("meeting/ended");
    await becomeAccount(db, ana);
    expect((await historyOf(ana)).lines).toHaveLength(1);
  });

  test("a repeated line still returns its result", async () => {
    const { place, host, ana } = await scene();
    const line = await post(db, ana, ana.call, { text: "hola" });
    await end(host, place);
    expect(await post(db, ana, ana.call, { id: line.id, text: "hola" })).toMatchObject({ id: line.id });
  });
});

describe("a guest's meeting", () => {
  const pass = ({ id }: MeetingFixture) => db.admin`
    update public.meetings set expires_at = expires_at - interval '1 day' where id = ${id}`;

  test("ends after a day, at the latest by heartbeat", async () => {
    const { place, host, ana } = await scene();
    expect((await changesOf(ana, place)).meeting.expires_at).not.toBeNull();
    await pass(place);
    expect(await rejectionCode(find(place.code))).toBe("meeting/ended");
    expect(await rejectionCode(enterCall(db, ana, place.id, ana.peer))).toBe("meeting/ended");
    expect(await rejectionCode(post(db, ana, ana.call))).toBe("meeting/ended");
    expect(await rejectionCode(mute(host, place, ana))).toBe("meeting/ended");
    expect(await receives(ana, topics.meeting(place.id, 1, ana.call))).toBe(false);
    expect((await beat(ana)).standing).toBe("ended");
    expect((await beat(host)).standing).toBe("ended");
    expect((await events(db, place.id)).filter(({ name }) => name === "meeting_ended")).toHaveLength(1);
  });

  test("continues when the guest becomes an account in time", async () => {
    const [going, over] = [await scene(), await scene()];
    await pass(over.place);
    for (const { host } of [going, over]) await becomeAccount(db, host);
    expect((await find(going.place.code)).meeting_id).toBe(going.place.id);
    await db.admin`update public.meetings set created_at = created_at - interval '2 days'`;
    expect((await changesOf(going.host, going.place)).meeting).toMatchObject({ ended: false, expires_at: null });
    expect(await rejectionCode(find(over.place.code))).toBe("meeting/ended");
  });

  test("an account's meeting has no end", async () => {
    const own = await account(db);
    const created = await db.rpc(
      own,
      "create_meeting",
      { p_meeting_id: randomUUID(), p_access: "knock" },
      createdMeeting,
    );
    const [row] = await db.admin`
      select access, expires_at, workspace_id is not null as kept from public.meetings where id = ${created.meeting_id}`;
    expect(row).toEqual({ access: "knock", expires_at: null, kept: true });
  });
});
