/** The return to a meeting after a removal, and its end. */
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { boardActions } from "./support/board.ts";
import { account, join, type MeetingFixture, type Person, room, tryKnock } from "./support/fixtures.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { waitingRoom } from "./support/waitingRoom.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { team, choose, remove: removeMember } = workspaceActions(db);
const { change, lock, setRole, remove } = moderation(db);
const { admit } = waitingRoom(db);
const { list } = boardActions(db);

const status = async (who: Person, { code }: MeetingFixture) => (await tryKnock(db, who, code)).admission;

describe("a host whom an admin removed", () => {
  /** Returns a meeting whose host made an account outside its workspace co-host, and was removed. */
  async function scene() {
    const people = await team();
    await choose(people.member, people.workspace);
    const place = await room(db, null, people.member);
    const host = await join(db, place, {}, people.member);
    const admin = await join(db, place, {}, people.admin);
    const cohost = await join(db, place, {}, await account(db));
    const guest = await join(db, place, {}, await account(db));
    await setRole(host, place, cohost, "co-host");
    await remove(admin, place, host);
    return { ...people, place, host, admin, cohost, guest };
  }

  test("does not come back by their own co-host", async () => {
    const { place, host, admin, cohost } = await scene();
    expect(await rejectionCode(admit(cohost, place, host))).toBe("request/not-allowed");
    expect(await rejectionCode(status(host, place))).toBe("meeting/removed");
    expect(await rejectionCode(change(host, place, { title: "Mine" }))).toMatch(/^(role|meeting)\//u);
    await admit(admin, place, host);
    expect(await change(host, place, { title: "Mine" })).toMatchObject({ title: "Mine" });
  });

  test("leaves other removed people to the co-host", async () => {
    const { place, admin, cohost, guest } = await scene();
    await remove(admin, place, guest);
    await admit(cohost, place, guest);
    expect(await status(guest, place)).toBe("admitted");
  });
});

describe("a former member who waits", () => {
  /** Returns a meeting with a waiting room, in which a former member of its workspace waits. */
  async function scene() {
    const { workspace, owner, member } = await team();
    await choose(owner, workspace);
    const place = await room(db, null, owner);
    await change(owner, place, { access: "knock" });
    const host = await join(db, place, {}, owner);
    await join(db, place, {}, member);
    await removeMember(owner, workspace, member);
    expect(await status(member, place)).toBe("waiting");
    return { place, host, member };
  }
  const board = (who: Person, { id }: MeetingFixture) => rejectionCode(list(who, { meeting_id: id }));

  test("enters once the meeting opens, and only while it is", async () => {
    const { place, host, member } = await scene();
    await change(host, place, { access: "open" });
    expect(await status(member, place)).toBe("admitted");
    expect(await board(member, place)).toMatch(/^no refusal/u);
    await change(host, place, { access: "knock" });
    expect(await board(member, place)).toMatch(/^(request|meeting)\//u);
    expect(await status(member, place)).toBe("waiting");
  });

  test("enters an unlocked open meeting, and only while open", async () => {
    const { place, host, member } = await scene();
    await lock(host, place, true);
    await change(host, place, { access: "open" });
    await lock(host, place, false);
    await change(host, place, { access: "knock" });
    expect(await status(member, place)).toBe("waiting");
  });

  test("stays once a moderator lets them in by name", async () => {
    const { place, host, member } = await scene();
    const args = { p_meeting_id: place.id, p_user_ids: [member.id] };
    expect(await db.rpc(host, "admit_all", args, z.unknown())).toEqual({ admitted: 1 });
    expect(await board(member, place)).toMatch(/^no refusal/u);
    expect(await status(member, place)).toBe("admitted");
  });
});
