/** Avatars in the database: who may change which, the limits, and the bytes that nobody shows. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { profile } from "#contracts/account.ts";
import { AVATARS } from "#contracts/avatarLimits.ts";
import { AVATAR_TYPES, meetingAvatars } from "#contracts/avatars.ts";
import { exportAccount } from "#contracts/personalData.ts";
import { ownWorkspace, workspaceMembers } from "#contracts/workspaces.ts";
import { erasureActions } from "./support/erasure.ts";
import { account, ageRateLimits, join, type Person, person, room } from "./support/fixtures.ts";
import { rejectionCode, service, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { leaving, erase } = erasureActions(db);
const { team, changes: changesOf } = workspaceActions(db);

const change = z.object({ replaced: z.nullable(z.guid()) });
const offer = async (who: Person) => (await db.rpc(who, "offer_avatar", {}, z.object({ id: z.guid() }))).id;
const store = (who: Person, id: string | null = randomUUID()) =>
  db.rpc(service, "store_avatar", { p_user_id: who.id, p_avatar_id: id }, change);
const remove = (who: Person) => db.rpc(who, "remove_avatar", {}, change);
const shown = async (who: Person) => (await db.rpc(who, "read_profile", {}, profile)).avatar;
const of = (workspace: string, who: Person) => ({ p_workspace_id: workspace, p_user_id: who.id });
const storeOf = (who: Person, workspace: string, id = randomUUID()) =>
  db.rpc(service, "store_avatar", { ...of(workspace, who), p_avatar_id: id }, change);
const removeOf = (who: Person, workspace: string) =>
  db.rpc(who, "remove_avatar", { p_workspace_id: workspace }, change);
const shownOf = async (who: Person, workspace: string) =>
  (await db.rpc(who, "my_workspaces", {}, z.array(ownWorkspace))).find(({ id }) => id === workspace)?.avatar;
const orphans = () => db.rpc(service, "orphaned_avatars", {}, z.array(z.string()));

/** Stores the objects of an avatar of this age. */
async function bytesOf(id: string, ageMs: number) {
  for (const side of [256, 64])
    await db.admin`
      insert into storage.objects (bucket_id, name, created_at)
      values ('avatars', ${`${id}/${side}`}, now() - ${ageMs} * interval '1 millisecond')`;
}
const OLD = AVATARS.unusedTtlMs + 60_000;

describe("an avatar", () => {
  test("is shown once stored, and replaced with its id", async () => {
    const ana = await account(db);
    expect(await shown(ana)).toBeNull();
    const [first, second] = [await offer(ana), await offer(ana)];
    expect(first).not.toBe(second);
    expect(await shown(ana)).toBeNull();
    expect(await store(ana, first)).toEqual({ replaced: null });
    expect(await store(ana, second)).toEqual({ replaced: first });
    expect(await shown(ana)).toBe(second);
    expect(await remove(ana)).toEqual({ replaced: second });
    expect(await remove(ana)).toEqual({ replaced: null });
    expect(await shown(ana)).toBeNull();
  });

  test("is in the export", async () => {
    const ana = await account(db);
    const id = randomUUID();
    await store(ana, id);
    expect((await db.rpc(ana, "export_account", {}, exportAccount)).profile.avatar).toBe(id);
  });

  test("does not exist for guests and deleted accounts", async () => {
    const guest = await person(db);
    expect(await rejectionCode(offer(guest))).toBe("account/needed");
    expect(await rejectionCode(store(guest))).toBe("request/not-allowed");
    expect(await rejectionCode(store({ role: "authenticated", id: randomUUID() }))).toBe("request/not-allowed");
    expect(await rejectionCode(store(await account(db), null))).toBe("request/not-allowed");
    const closed = await account(db);
    await db.admin`update public.profiles set closed_at = now() where id = ${closed.id}`;
    expect(await rejectionCode(store(closed))).toBe("request/not-allowed");
  });

  test("is hidden when the deletion of the account begins", async () => {
    const ana = await account(db);
    const id = randomUUID();
    await store(ana, id);
    await db.admin`select private.begin_account_deletion(${ana.id}, now())`;
    const rows = await db.admin`select avatar_id from public.profiles where id = ${ana.id}`;
    expect([...rows]).toEqual([{ avatar_id: null }]);
    await bytesOf(id, OLD);
    expect(await orphans()).toContain(`${id}/256`);
  });

  test("cannot show the bytes of another person", async () => {
    const [ana, eva] = [await account(db), await account(db)];
    const id = randomUUID();
    await store(ana, id);
    await expect(store(eva, id)).rejects.toMatchObject({ code: "23505" });
    expect(await shown(eva)).toBeNull();
  });
});

describe("an avatar of a workspace", () => {
  test("is set and removed by admins, and logged", async () => {
    const { workspace, owner, admin } = await team();
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await storeOf(admin, workspace, first)).toEqual({ replaced: null });
    expect(await storeOf(owner, workspace, second)).toEqual({ replaced: first });
    expect(await shownOf(admin, workspace)).toBe(second);
    expect(await removeOf(owner, workspace)).toEqual({ replaced: second });
    expect(await removeOf(owner, workspace)).toEqual({ replaced: null });
    expect(await shownOf(admin, workspace)).toBeNull();
    const { changes: log } = await changesOf(owner, workspace);
    expect(log.slice(0, 3).map(({ action, actor }) => [action, actor])).toEqual([
      ["picture-removed", owner.id],
      ["picture-changed", owner.id],
      ["picture-changed", admin.id],
    ]);
    // The people's own pictures are others.
    expect([await shown(owner), await shown(admin)]).toEqual([null, null]);
  });

  test("is closed to members, strangers and former admins", async () => {
    const { workspace, owner, admin, member } = await team();
    const stranger = await account(db);
    const offerOf = (who: Person) => db.rpc(who, "offer_avatar", { p_workspace_id: workspace }, z.unknown());
    await offerOf(admin);
    // The role is lost between the offer and the end of the upload.
    await db.rpc(owner, "set_member_role", { ...of(workspace, admin), p_member_role: "member" }, z.unknown());
    for (const who of [admin, member]) {
      expect(await rejectionCode(offerOf(who))).toBe("role/admin-needed");
      expect(await rejectionCode(storeOf(who, workspace))).toBe("role/admin-needed");
      expect(await rejectionCode(removeOf(who, workspace))).toBe("role/admin-needed");
    }
    expect(await rejectionCode(offerOf(stranger))).toBe("request/not-allowed");
    expect(await rejectionCode(storeOf(stranger, workspace))).toBe("request/not-allowed");
    expect(await shownOf(member, workspace)).toBeNull();
  });

  test("has uploads of its own", async () => {
    const { workspace, owner } = await team();
    const offerOf = () => db.rpc(owner, "offer_avatar", { p_workspace_id: workspace }, z.unknown());
    await db.admin`
      update public.workspaces set avatar_offers = ${AVATARS.changesInDay}, avatar_day = (now() at time zone 'UTC')::date
      where id = ${workspace}`;
    expect(await rejectionCode(offerOf())).toBe("file/quota");
    await offer(owner);
  });

  test("can be removed with a full log of changes", async () => {
    const { workspace, owner } = await team();
    await storeOf(owner, workspace);
    await db.admin`
      insert into public.workspace_changes (workspace_id, action, actor)
      select ${workspace}, 'workspace-renamed', ${owner.id} from generate_series(1, private.max_changes_per_day())`;
    expect(await rejectionCode(storeOf(owner, workspace))).toBe("request/rate-limited");
    await removeOf(owner, workspace);
    expect(await shownOf(owner, workspace)).toBeNull();
  });

  test("goes with the workspace", async () => {
    const { workspace, owner } = await team();
    const id = randomUUID();
    await storeOf(owner, workspace, id);
    await bytesOf(id, OLD);
    expect(await orphans()).not.toContain(`${id}/256`);
    await db.admin`delete from public.workspaces where id = ${workspace}`;
    expect(await orphans()).toEqual(expect.arrayContaining([`${id}/256`, `${id}/64`]));
  });
});

test("members see the avatars of members", async () => {
  const { workspace, member, owner } = await team();
  const id = randomUUID();
  await store(owner, id);
  const { members } = await db.rpc(member, "workspace_members", { p_workspace_id: workspace }, workspaceMembers);
  expect(members.map(({ user_id, avatar }) => [user_id, avatar])).toContainEqual([owner.id, id]);
  expect(members.filter(({ avatar }) => avatar !== null)).toHaveLength(1);
});

describe("in a meeting", () => {
  const avatarsOf = (who: Person, meeting: string) =>
    db.rpc(who, "meeting_avatars", { p_meeting_id: meeting }, meetingAvatars);

  test("those who are in it see each other, guests too", async () => {
    const [ana, bob] = [await account(db), await account(db)];
    const meeting = await room(db, "Trip", ana);
    const [first, second] = [randomUUID(), randomUUID()];
    await store(ana, first);
    await store(bob, second);
    await join(db, meeting, { name: "Ana" }, ana);
    const guest = await join(db, meeting, { name: "Zoé" });
    expect(await avatarsOf(guest, meeting.id)).toEqual([{ user_id: ana.id, avatar: first }]);
    await join(db, meeting, { name: "Bob" }, bob);
    expect(await avatarsOf(guest, meeting.id)).toHaveLength(2);
    await remove(bob);
    expect(await avatarsOf(guest, meeting.id)).toEqual([{ user_id: ana.id, avatar: first }]);
  });

  test("somebody who was removed or waits neither sees nor shows", async () => {
    const [ana, bob] = [await account(db), await account(db)];
    const meeting = await room(db, "Trip", ana);
    await store(bob);
    await join(db, meeting, { name: "Ana" }, ana);
    await join(db, meeting, { name: "Bob" }, bob);
    const args = { p_meeting_id: meeting.id, p_user_id: bob.id };
    await db.rpc(ana, "remove_participant", args, z.unknown());
    expect(await avatarsOf(ana, meeting.id)).toEqual([]);
    expect(await rejectionCode(avatarsOf(bob, meeting.id))).toBe("meeting/removed");
    expect(await rejectionCode(avatarsOf(await account(db), meeting.id))).toBe("meeting/not-entered");
  });
});

describe("limits", () => {
  test("count uploads of a minute, and of a day", async () => {
    const ana = await account(db);
    for (let count = 0; count < AVATARS.changesPerMinute; count++) await offer(ana);
    expect(await rejectionCode(offer(ana))).toBe("request/rate-limited");
    await db.admin`update public.profiles set avatar_offers = ${AVATARS.changesInDay} where id = ${ana.id}`;
    await ageRateLimits(db, ana, 61);
    expect(await rejectionCode(offer(ana))).toBe("file/quota");
    // A removal needs no upload.
    await remove(ana);
    await db.admin`update public.profiles set avatar_day = avatar_day - 1 where id = ${ana.id}`;
    await offer(ana);
  });
});

describe("the bucket", () => {
  test("is public, small, and holds pictures only", async () => {
    const buckets = await db.admin`
      select public, file_size_limit::int as most, allowed_mime_types as types from storage.buckets where id = 'avatars'`;
    expect([...buckets]).toEqual([{ public: true, most: AVATARS.maxBytes, types: [...AVATAR_TYPES].sort() }]);
  });

  test("is closed to clients: no reading of rows, no writing", async () => {
    const ana = await account(db);
    const name = `${randomUUID()}/256`;
    await db.admin`insert into storage.objects (bucket_id, name) values ('avatars', ${name})`;
    await db.as(ana, async (sql) => {
      expect(await sql`select name from storage.objects where bucket_id = 'avatars'`).toHaveLength(0);
      expect((await sql`update storage.objects set version = 'v' where name = ${name}`).count).toBe(0);
    });
    const insert = db.as(
      ana,
      (sql) => sql`insert into storage.objects (bucket_id, name) values ('avatars', ${`${randomUUID()}/256`})`,
    );
    await expect(insert).rejects.toMatchObject({ code: "42501" });
  });
});

describe("bytes that nobody shows", () => {
  test("are those of former avatars, broken uploads and others' names", async () => {
    const ana = await account(db);
    const [current, former, fresh] = [randomUUID(), randomUUID(), randomUUID()];
    await store(ana, former);
    await bytesOf(former, OLD);
    expect(await orphans()).not.toContain(`${former}/256`);
    await store(ana, current);
    await bytesOf(current, OLD);
    await bytesOf(fresh, 0);
    await db.admin`
      insert into storage.objects (bucket_id, name, created_at) values ('avatars', 'other', now() - interval '1 day')`;
    const listed = await orphans();
    expect(listed).toEqual(expect.arrayContaining([`${former}/256`, `${former}/64`, "other"]));
    expect(listed.filter((name) => name.startsWith(current) || name.startsWith(fresh))).toEqual([]);
  });

  test("are those of deleted accounts", async () => {
    const ana = await leaving();
    const id = randomUUID();
    await store(ana, id);
    await bytesOf(id, OLD);
    expect(await orphans()).not.toContain(`${id}/256`);
    await erase();
    expect(await orphans()).toEqual(expect.arrayContaining([`${id}/256`, `${id}/64`]));
  });
});
