/** Who lets people in again, and for how long. */
import { describe, expect, test } from "vitest";
import { account, join, type MeetingFixture, type Person, room, tryKnock } from "./support/fixtures.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { waitingRoom } from "./support/waitingRoom.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { team, choose } = workspaceActions(db);
const { change, setRole, remove } = moderation(db);
const { admit } = waitingRoom(db);

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
