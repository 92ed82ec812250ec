/** Workspaces that require two-factor sign-in. */
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { home } from "#contracts/account.ts";
import { workspace as workspaceShape } from "#contracts/workspaces.ts";
import { factorActions } from "./support/factors.ts";
import { addMember, join, knock, type Person, person, post, room, tryKnock } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { waitingRoom } from "./support/waitingRoom.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { addFactor, withFactor, removeFactor } = factorActions(db);
const { team, mine, members, update, leave, roles, changes, invite, accept, choose, create } = workspaceActions(db);
const { change, beat, remove } = moderation(db);
const { admit } = waitingRoom(db);
const { changesOf } = lineActions(db);

const require = (who: Person, workspace: string, required = true) =>
  db.rpc(who, "require_two_factor", { p_workspace_id: workspace, p_required: required }, workspaceShape);

/** A team whose owner and admin have a factor, and whose workspace requires it. */
async function strictTeam() {
  const found = await team();
  const [owner, admin] = [await withFactor(found.owner), await withFactor(found.admin)];
  await require(owner, found.workspace);
  return { ...found, owner, admin };
}

const NEEDED = "workspace/factor-needed";

describe("require_two_factor", () => {
  test("is for admins with a factor, and is logged", async () => {
    const { workspace, owner, admin, member } = await team();
    expect(await rejectionCode(require(member, workspace))).toBe("role/admin-needed");
    expect(await rejectionCode(require(await person(db), workspace))).toBe("request/not-allowed");
    expect(await rejectionCode(require(admin, workspace))).toBe(NEEDED);
    await addFactor(admin);
    expect(await require(admin, workspace)).toMatchObject({ two_factor: true, locked: false });
    expect(await require(admin, workspace)).toMatchObject({ two_factor: true });
    await addFactor(owner);
    const { changes: log } = await changes(owner, workspace, { actions: ["two-factor-changed"] });
    expect(log).toMatchObject([{ actor: admin.id, detail: { from: "off", to: "on" } }]);
  });

  test("is switched on with a full log, not off", async () => {
    const { workspace, owner: boss } = await team();
    const owner = await withFactor(boss);
    await db.admin`
      insert into public.workspace_changes (workspace_id, action, actor)
      select ${workspace}, 'workspace-renamed', ${owner.id} from generate_series(1, 300)`;
    expect(await require(owner, workspace)).toMatchObject({ two_factor: true });
    expect(await rejectionCode(require(owner, workspace, false))).toBe("request/rate-limited");
  });

  test("is not switched off by an admin without a factor", async () => {
    const { workspace, owner: boss, admin } = await team();
    const owner = await withFactor(boss);
    await require(owner, workspace);
    expect(await rejectionCode(require(admin, workspace, false))).toBe(NEEDED);
    expect(await require(owner, workspace, false)).toMatchObject({ two_factor: false });
    await members(admin, workspace);
  });
});

describe("a member without a factor", () => {
  test("keeps the membership and sees what is missing", async () => {
    const { workspace, member } = await strictTeam();
    expect((await mine(member)).find(({ id }) => id === workspace)).toMatchObject({
      ...{ role: "member", two_factor: true, locked: true, chosen: false },
    });
    expect((await roles(workspace))[member.id]).toBe("member");
    const isLocked = async () => {
      const { workspaces } = await db.rpc(member, "home", {}, home);
      return workspaces.find(({ id }) => id === workspace)?.locked;
    };
    expect(await isLocked()).toBe(true);
    await addFactor(member);
    expect(await isLocked()).toBe(false);
  });

  test("does nothing in the workspace", async () => {
    const { workspace, owner, member } = await strictTeam();
    const admin = await team().then(async (other) => {
      await addMember(db, workspace, other.owner, "admin");
      return other.owner;
    });
    const refusals = [
      members(member, workspace),
      choose(member, workspace),
      update(admin, workspace, { name: "Mine" }),
      invite(admin, workspace),
      changes(admin, workspace),
      require(admin, workspace, false),
    ].map((act) => rejectionCode(act));
    expect(new Set(await Promise.all(refusals))).toEqual(new Set([NEEDED]));
    const days = { p_workspace_id: workspace, p_from: "2026-01-01", p_until: "2026-02-01" };
    expect(await rejectionCode(db.rpc(member, "insights", days, z.unknown()))).toBe("request/not-allowed");
    expect((await members(owner, workspace)).members.length).toBeGreaterThan(3);
  });

  test("cannot enter members' meetings or see them on /home", async () => {
    const { workspace, owner, member } = await strictTeam();
    const meeting = await room(db, "Plans", owner);
    await db.admin`update public.meetings set access = 'members', workspace_id = ${workspace} where id = ${meeting.id}`;
    const meetingsOf = async (who: Person) => (await db.rpc(who, "home", {}, home)).meetings;
    await join(db, meeting, {}, owner);
    expect(await meetingsOf(member)).toEqual([]);
    expect(await rejectionCode(knock(db, member, meeting.code))).toBe("meeting/members-only");
    await addFactor(member);
    expect(await meetingsOf(member)).toMatchObject([{ meeting_id: meeting.id }]);
  });

  test("reads and writes nothing more in meetings of members", async () => {
    const { workspace, owner: boss, admin, member } = await team();
    const owner = await withFactor(boss);
    await choose(owner, workspace);
    const place = await room(db, "Plans", owner);
    await change(owner, place, { access: "members" });
    await join(db, place, {}, owner);
    const visit = await join(db, place, {}, member);
    await post(db, visit, visit.call, { text: "mine" });
    await addFactor(admin);
    await require(owner, workspace);
    await change(owner, place, { title: "A new title" });
    const read = (name: string, args: Record<string, string>) => rejectionCode(db.rpc(member, name, args, z.unknown()));
    for (const name of ["meeting_terms", "proposed_terms", "translation_quota"])
      expect([name, await read(name, { p_meeting_id: place.id })]).toEqual([name, "meeting/members-only"]);
    expect(await read("meeting_page", { p_meeting_id: place.id })).toBe("request/not-found");
    for (const name of ["transcript", "call_recap", "call_confirmations"])
      expect(await read(name, { p_call_id: visit.call }), name).not.toContain("no refusal");
    for (const act of [() => changesOf(member, place), () => beat(visit), () => post(db, member, visit.call)])
      expect(await rejectionCode(act())).toBe("meeting/members-only");
    await addFactor(member);
    expect(JSON.stringify(await changesOf(member, place))).toContain("mine");
  });

  test("leaves a call by anybody's next heartbeat", async () => {
    const { workspace, owner: boss, member } = await team();
    const owner = await withFactor(boss);
    await choose(owner, workspace);
    const place = await room(db, "Plans", owner);
    await change(owner, place, { access: "members" });
    const host = await join(db, place, {}, owner);
    const visit = await join(db, place, {}, member);
    await require(owner, workspace);
    await beat(host);
    const [peer] = await db.admin`select left_reason from public.call_peers where peer_id = ${visit.peer}`;
    expect(peer).toEqual({ left_reason: "left" });
  });

  test("is not let in by an earlier admission", async () => {
    const { workspace, owner, member } = await strictTeam();
    await choose(owner, workspace);
    const place = await room(db, "Plans", owner);
    await change(owner, place, { access: "knock" });
    const host = await join(db, place, {}, owner);
    const factor = await addFactor(member);
    await remove(host, place, await join(db, place, {}, member));
    await admit(host, place, member);
    expect((await tryKnock(db, member, place.code)).admission).toBe("admitted");
    await removeFactor(factor);
    expect((await tryKnock(db, member, place.code)).admission).toBe("waiting");
    await admit(host, place, member);
    expect((await tryKnock(db, member, place.code)).admission).toBe("admitted");
  });

  test("accepts an invitation again, and stays a member", async () => {
    const { workspace, owner, member } = await strictTeam();
    const { token } = await invite(owner, workspace);
    await accept(member, token);
    expect((await roles(workspace))[member.id]).toBe("member");
  });

  test("makes no new meetings there", async () => {
    const { workspace, member } = await strictTeam();
    const chosen = (who: Person) => mine(who).then((all) => all.find((each) => each.chosen)?.id);
    expect(await chosen(member)).not.toBe(workspace);
    await create(member, "Own");
    await addFactor(member);
    await choose(member, workspace);
    expect(await chosen(member)).toBe(workspace);
  });

  test("has no chosen workspace if all are closed", async () => {
    const { workspace, owner } = await team();
    const factor = await addFactor(owner);
    await require(owner, workspace);
    await removeFactor(factor);
    expect(await mine(owner)).toMatchObject([{ id: workspace, locked: true, chosen: false }]);
  });

  test("may leave", async () => {
    const { workspace, member } = await strictTeam();
    await leave(member, workspace);
    expect((await roles(workspace))[member.id]).toBeUndefined();
  });

  test("loses the access when the factor is removed", async () => {
    const { workspace, member } = await strictTeam();
    const factor = await addFactor(member);
    await members(member, workspace);
    await removeFactor(factor);
    expect(await rejectionCode(members(member, workspace))).toBe(NEEDED);
  });
});
