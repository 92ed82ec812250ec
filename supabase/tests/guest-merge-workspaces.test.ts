/** The workspace that a guest's meetings get when the guest signs in: nobody else reads them there. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { home } from "#contracts/account.ts";
import { history } from "#contracts/lines.ts";
import { WORKSPACES } from "#contracts/workspaceLimits.ts";
import { account, addMember, join, post, room, workspaceOf } from "./support/fixtures.ts";
import { guestMerge } from "./support/guestMerge.ts";
import { type DatabaseCaller, emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { claim } = guestMerge(db);
const { create, choose } = workspaceActions(db);
const homeOf = (who: DatabaseCaller) => db.rpc(who, "home", {}, home);

async function workspaceOfMeeting({ id }: { id: string }): Promise<unknown> {
  const [row] = await db.admin`select workspace_id from public.meetings where id = ${id}`;
  return row?.workspace_id;
}

/** Ana, who shares her chosen workspace with Ben, and a guest who hosts a meeting with a line. */
async function scene() {
  const meeting = await room(db, "Doctor");
  const guest = await join(db, meeting, { name: "Ana" }, meeting.host);
  await post(db, guest, guest.call);
  const ana = await account(db, `ana.maria+${randomUUID()}@parley.example`);
  const ben = await account(db);
  const shared = await workspaceOf(db, ana);
  await addMember(db, shared, ben, "member");
  await choose(ana, shared);
  return { meeting, guest, ana, ben, shared };
}

describe("a guest's meetings", () => {
  test("are read by nobody in a shared workspace", async () => {
    const { meeting, guest, ana, ben, shared } = await scene();
    const { id: own } = await create(ana, "Mine");
    expect(await claim(guest, ana)).toEqual({ meetings: 1 });
    expect(await workspaceOfMeeting(meeting)).toBe(own);
    const read = (who: DatabaseCaller) =>
      db.rpc(who, "history", { p_call_id: guest.call, p_before_seq: null }, history);
    expect(await rejectionCode(read(ben))).toBe("meeting/not-entered");
    expect((await homeOf(ben)).meetings).toEqual([]);
    expect((await read(ana)).lines).toHaveLength(1);
    expect(await workspaceOfMeeting(await room(db, "New", ana))).toBe(shared);
  });

  test("get a new workspace if the account shares all", async () => {
    const { meeting, guest, ana, shared } = await scene();
    const second = await room(db, "Second", guest);
    expect(await claim(guest, ana)).toEqual({ meetings: 2 });
    const own = await workspaceOfMeeting(meeting);
    expect(own).not.toBe(shared);
    expect(await workspaceOfMeeting(second)).toBe(own);
    expect((await homeOf(ana)).workspaces).toMatchObject([
      { id: shared },
      { id: own, name: "Ana Maria", role: "owner" },
    ]);
  });

  test("go to the chosen workspace if nobody shares it", async () => {
    const { meeting, guest, ana } = await scene();
    await create(ana, "First");
    const { id: chosen } = await create(ana, "Second");
    await choose(ana, chosen);
    await claim(guest, ana);
    expect(await workspaceOfMeeting(meeting)).toBe(chosen);
  });

  test("skip a workspace whose policy keeps the account out", async () => {
    const { meeting, guest, ana, shared } = await scene();
    const { id: locked } = await create(ana, "Locked");
    await db.admin`insert into private.two_factor_workspaces (workspace_id) values (${locked})`;
    await claim(guest, ana);
    const { workspaces } = await homeOf(ana);
    const own = workspaces.find(({ id }) => id !== shared && id !== locked);
    expect(own?.id).toBe(await workspaceOfMeeting(meeting));
  });

  test("stay in the workspace that they have", async () => {
    const { meeting, guest, ana } = await scene();
    const elsewhere = await workspaceOf(db, await account(db));
    await db.admin`update public.meetings set workspace_id = ${elsewhere} where id = ${meeting.id}`;
    await claim(guest, ana);
    expect(await workspaceOfMeeting(meeting)).toBe(elsewhere);
    expect((await homeOf(ana)).workspaces).toHaveLength(1);
  });

  test("expire where the account can have no workspace alone", async () => {
    const { meeting, guest, ana } = await scene();
    for (let count = 1; count < WORKSPACES.perPerson; count++)
      await addMember(db, await workspaceOf(db, await account(db)), ana, "member");
    const stored = () => db.admin`select host, workspace_id, expires_at from public.meetings where id = ${meeting.id}`;
    const [before] = await stored();
    await claim(guest, ana);
    expect(await stored()).toEqual([{ host: ana.id, workspace_id: null, expires_at: before?.expires_at }]);
    expect(before?.expires_at).toBeInstanceOf(Date);
  });

  test("open to no other workspace after leaving one", async () => {
    const { meeting, ana, shared } = await scene();
    const boss = await account(db);
    const other = await workspaceOf(db, boss);
    await addMember(db, other, ana, "member");
    await addMember(db, shared, await account(db), "owner");
    await db.admin`update public.meetings set host = ${ana.id} where id = ${meeting.id}`;
    await db.rpc(ana, "leave_workspace", { p_workspace_id: shared }, emptyResult);
    const own = await workspaceOfMeeting(meeting);
    expect((await homeOf(boss)).meetings).toEqual([]);
    expect((await homeOf(ana)).workspaces).toMatchObject([{ id: other }, { id: own, name: "Ana Maria" }]);
  });
});
