/** Workspaces, the roles of their members, and the log of changes. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { WORKSPACES } from "#contracts/workspaceLimits.ts";
import { account, addMember, ageRateLimits, type Person, person, room, workspaceOf } from "./support/fixtures.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const {
  team,
  create,
  update,
  choose,
  mine,
  members,
  roles,
  setRole,
  remove,
  leave,
  transfer,
  changes,
  invite,
  revoke,
} = workspaceActions(db);
const fillLog = (workspace: string, { id }: Person, count: number) => db.admin`
  insert into public.workspace_changes (workspace_id, action, actor)
  select ${workspace}, 'workspace-renamed', ${id} from generate_series(1, ${count}::int)`;

describe("create_workspace", () => {
  // Emails about confirmations are counted by the id of a workspace, a guest host, or a meeting without a host.
  test("takes no id of a person or a meeting", async () => {
    const [ana, guest] = [await account(db), await person(db)];
    const meeting = await room(db, null, guest);
    for (const id of [guest.id, ana.id, meeting.id])
      expect(await rejectionCode(create(ana, "Mine", id))).toBe("request/invalid");
  });

  test("makes its creator the owner; a repeat changes nothing", async () => {
    const ana = await account(db);
    const id = randomUUID();
    expect(await create(ana, "  Spring\u202E trip ", id)).toMatchObject({ id, name: "Spring trip", role: "owner" });
    expect(await create(ana, "Another name", id)).toMatchObject({ name: "Spring trip" });
    expect((await changes(ana, id)).changes).toMatchObject([{ action: "workspace-created", actor: ana.id }]);
  });

  test("rejects guests, empty names and other people's ids", async () => {
    const { workspace } = await team();
    const ana = await account(db);
    expect(await rejectionCode(create(await person(db)))).toBe("account/needed");
    expect(await rejectionCode(create(ana, " \u200B "))).toBe("name/empty");
    expect(await rejectionCode(create(ana, "x".repeat(81)))).toBe("name/too-long");
    expect(await rejectionCode(create(ana, "Mine", workspace))).toBe("request/not-allowed");
  });

  test("ends at the most workspaces of a person", async () => {
    const ana = await account(db);
    for (let at = 1; at < WORKSPACES.perPerson; at += 1) await create(ana);
    expect(await rejectionCode(create(ana))).toBe("workspace/too-many");
  });

  test("takes new meetings once it is chosen", async () => {
    const ana = await account(db);
    const first = await workspaceOf(db, ana);
    const { id } = await create(ana);
    const workspaceOfMeeting = async () => {
      const meeting = await room(db, null, ana);
      const [row] = await db.admin`select workspace_id from public.meetings where id = ${meeting.id}`;
      return row?.workspace_id;
    };
    expect(await workspaceOfMeeting()).toBe(first);
    await choose(ana, id);
    expect(await workspaceOfMeeting()).toBe(id);
    await db.admin`delete from public.workspace_members where workspace_id = ${id}`;
    expect(await workspaceOfMeeting()).toBe(first);
  });
});

test("my_workspaces lists own workspaces and the chosen", async () => {
  const ana = await account(db);
  const first = await workspaceOf(db, ana);
  const { id } = await create(ana);
  expect(await mine(ana)).toMatchObject([
    { id: first, role: "owner", chosen: true },
    { id, name: "Spring trip", role: "owner", chosen: false },
  ]);
  await choose(ana, id);
  expect((await mine(ana)).map(({ chosen }) => chosen)).toEqual([false, true]);
  expect(await mine(await person(db))).toEqual([]);
});

describe("roles", () => {
  test("owners change everybody, admins members only", async () => {
    const { workspace, owner, admin, member } = await team();
    await setRole(admin, workspace, member, "admin");
    expect(await rejectionCode(setRole(admin, workspace, member, "member"))).toBe("role/owner-needed");
    expect(await rejectionCode(setRole(admin, workspace, owner, "member"))).toBe("role/owner-needed");
    expect(await rejectionCode(setRole(admin, workspace, admin, "owner"))).toBe("role/owner-needed");
    await setRole(owner, workspace, member, "owner");
    await setRole(member, workspace, owner, "member");
    expect(await roles(workspace)).toEqual({ [owner.id]: "member", [admin.id]: "admin", [member.id]: "owner" });
  });

  test("a demoted admin can do nothing more", async () => {
    const { workspace, owner, admin, member } = await team();
    const [demoted, change] = await Promise.all([
      setRole(owner, workspace, admin, "member").then(() => "done"),
      setRole(admin, workspace, member, "admin").then(
        () => "done",
        () => "refused",
      ),
    ]);
    expect(demoted).toBe("done");
    expect((await roles(workspace))[member.id]).toBe(change === "done" ? "admin" : "member");
    expect(await rejectionCode(setRole(admin, workspace, member, "admin"))).toBe("role/admin-needed");
  });

  test("the last owner stays, in any order of requests", async () => {
    const { workspace, owner, member } = await team();
    expect(await rejectionCode(leave(owner, workspace))).toBe("workspace/last-owner");
    expect(await rejectionCode(setRole(owner, workspace, owner, "admin"))).toBe("workspace/last-owner");
    expect(await rejectionCode(remove(owner, workspace, owner))).toBe("workspace/last-owner");
    await setRole(owner, workspace, member, "owner");
    await Promise.allSettled([leave(owner, workspace), leave(member, workspace)]);
    expect(Object.values(await roles(workspace)).filter((role) => role === "owner")).toHaveLength(1);
  });

  test("a transfer makes its owner an admin", async () => {
    const { workspace, owner, admin, member } = await team();
    expect(await rejectionCode(transfer(admin, workspace, admin))).toBe("role/owner-needed");
    expect(await rejectionCode(transfer(owner, workspace, await account(db)))).toBe("request/not-found");
    await transfer(owner, workspace, member);
    expect(await roles(workspace)).toEqual({ [owner.id]: "admin", [admin.id]: "admin", [member.id]: "owner" });
  });
});

describe("membership", () => {
  test("ends with access to the workspace's meetings", async () => {
    const { workspace, admin, member } = await team();
    await remove(admin, workspace, member);
    expect(await rejectionCode(members(member, workspace))).toBe("request/not-allowed");
    expect(await rejectionCode(remove(admin, workspace, member))).toBe("request/not-found");
  });

  test("an account that leaves its only workspace gets another", async () => {
    const { workspace, admin } = await team();
    const guest = await account(db);
    await db.admin`delete from public.workspaces where id = ${await workspaceOf(db, guest)}`;
    await addMember(db, workspace, guest, "member");
    await leave(guest, workspace);
    const own = await workspaceOf(db, guest);
    expect(own).not.toBe(workspace);
    expect((await changes(admin, workspace)).changes).toMatchObject([{ action: "member-left", person: guest.id }]);
  });

  test("only admins see addresses", async () => {
    const { workspace, owner, admin, member } = await team();
    const emails = async (who: typeof owner) => (await members(who, workspace)).members.map(({ email }) => email);
    expect(await emails(member)).toEqual([null, null, null]);
    expect(await emails(admin)).toEqual([owner, admin, member].map(({ id }) => `${id}@parley.example`));
  });

  test("is listed in pages", async () => {
    const { workspace, owner } = await team();
    await db.admin`
      with added as (
        insert into auth.users (id, email, is_anonymous)
        select gen_random_uuid(), step || '@many.example', false from generate_series(1, 110) as step returning id
      )
      insert into public.workspace_members (workspace_id, user_id, role) select ${workspace}, id, 'member' from added`;
    const first = await members(owner, workspace);
    const second = await members(owner, workspace, first.next);
    expect([first.members.length, second.members.length, second.next]).toEqual([100, 13, null]);
    expect(new Set([...first.members, ...second.members].map(({ user_id }) => user_id)).size).toBe(113);
    // A member who left is no place in the list, and a page that is just full is the last.
    await db.admin`delete from public.workspace_members where user_id = ${first.next}`;
    expect(await rejectionCode(members(owner, workspace, first.next))).toBe("request/not-found");
    await db.admin`
      delete from public.workspace_members where user_id = any (${second.members.slice(1).map(({ user_id }) => user_id)})`;
    const full = await members(owner, workspace);
    expect([full.members.length, full.next]).toEqual([100, null]);
  });
});

describe("the log of changes", () => {
  test("names who changed what, by filter", async () => {
    const { workspace, owner, admin, member } = await team();
    await update(owner, workspace, { name: "Class 4B", days: 1, translation: "device" });
    await setRole(admin, workspace, member, "admin");
    const seen = (await changes(admin, workspace)).changes;
    expect(seen.map(({ action, actor, detail }) => [action, actor, detail.to])).toEqual([
      ["role-changed", admin.id, "admin"],
      ["translation-changed", owner.id, "device"],
      ["retention-changed", owner.id, 1],
      ["workspace-renamed", owner.id, "Class 4B"],
    ]);
    const only = await changes(admin, workspace, { actions: ["retention-changed"], person: owner.id });
    expect(only.changes).toMatchObject([{ detail: { from: 30, to: 1 } }]);
    expect((await changes(admin, workspace, { before: seen[1]?.id ?? 0 })).changes).toHaveLength(2);
  });

  test("rejects settings beyond their bounds", async () => {
    const { workspace, owner, member } = await team();
    for (const change of [{ days: 0 }, { days: 366 }, { translation: "cloud" }])
      expect(await rejectionCode(update(owner, workspace, change))).toBe("request/invalid");
    expect(await rejectionCode(update(owner, workspace, { name: " " }))).toBe("name/empty");
    expect(await rejectionCode(update(member, workspace, { days: 1 }))).toBe("role/admin-needed");
    expect((await changes(owner, workspace)).changes).toEqual([]);
  });

  test("is read in bounded steps by a filter without matches", async () => {
    const { workspace, owner } = await team();
    await fillLog(workspace, owner, 1500);
    const first = await changes(owner, workspace, { actions: ["member-left"] });
    expect(first.changes).toEqual([]);
    const rest = await changes(owner, workspace, { actions: ["member-left"], before: first.next ?? 0 });
    expect(rest).toEqual({ changes: [], next: null });
  });

  test("takes a limited number of a person's daily changes", async () => {
    const { workspace, owner, admin } = await team();
    await fillLog(workspace, owner, 300);
    expect(await rejectionCode(update(owner, workspace, { name: "Once more" }))).toBe("request/rate-limited");
    expect(await update(admin, workspace, { name: "Another person" })).toMatchObject({ name: "Another person" });
    await db.admin`update public.workspace_changes set at = at - interval '1 day' where actor = ${owner.id}`;
    expect(await update(owner, workspace, { name: "A day later" })).toMatchObject({ name: "A day later" });
  });

  test("is never too full to take rights away", async () => {
    const { workspace, owner, admin, member } = await team();
    const other = await account(db);
    await addMember(db, workspace, other, "owner");
    const { id } = await invite(owner, workspace);
    await fillLog(workspace, owner, 300);
    await setRole(owner, workspace, admin, "member");
    await remove(owner, workspace, member);
    await revoke(owner, id);
    expect(await rejectionCode(setRole(owner, workspace, admin, "admin"))).toBe("request/rate-limited");
    expect(await rejectionCode(invite(owner, workspace))).toBe("request/rate-limited");
    expect(await rejectionCode(update(owner, workspace, { name: "Once more" }))).toBe("request/rate-limited");
    await setRole(owner, workspace, other, "admin");
    expect(await roles(workspace)).toEqual({ [owner.id]: "owner", [admin.id]: "member", [other.id]: "admin" });
    await fillLog(workspace, other, 300);
    await leave(other, workspace);
    expect((await changes(owner, workspace)).changes.slice(0, 5).map(({ action }) => action)).toEqual([
      ...["member-left", "workspace-renamed", "workspace-renamed", "workspace-renamed", "workspace-renamed"],
    ]);
  });

  test("forgets the name of a deleted account", async () => {
    const { workspace, owner, admin, member } = await team();
    await setRole(admin, workspace, member, "admin");
    await db.admin`delete from auth.users where id in (${admin.id}, ${member.id})`;
    expect((await changes(owner, workspace)).changes).toMatchObject([
      { action: "role-changed", actor: null, actor_name: null, person: null, person_name: null },
    ]);
  });
});

test("changes have a limit", async () => {
  const { workspace, owner } = await team();
  const rename = (at: number) => update(owner, workspace, { name: `Class ${at}` });
  for (let at = 0; at < WORKSPACES.changesPerMinute; at += 1) await rename(at);
  expect(await rejectionCode(rename(31))).toBe("request/rate-limited");
  await ageRateLimits(db, owner, 60);
  await rename(32);
});
