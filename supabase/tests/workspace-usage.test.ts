/** The usage of translation and speech in a workspace, by day, member and engine. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { type WorkspaceUsage, workspaceUsage } from "#contracts/workspaces.ts";
import { erasureActions } from "./support/erasure.ts";
import { type CallMember, join, type Person, post, room } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { DAY_MS, rowCount, sweepStep } from "./support/sweep.ts";
import { rejectionCode, service, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { claim, store, edit } = lineActions(db);
const { signIn, request, erase } = erasureActions(db);
const { team, remove } = workspaceActions(db);

const today = new Date().toISOString().slice(0, 10);
const thisMonth = `${today.slice(0, 7)}-01`;
const usage = (who: Person, workspace: string, month = thisMonth): Promise<WorkspaceUsage> =>
  db.rpc(who, "workspace_usage", { p_workspace_id: workspace, p_month: month }, workspaceUsage);
const speak = (who: CallMember, milliseconds: number) =>
  db.rpc(
    service,
    "consume_speech_quota",
    { p_call_id: who.call, p_user_id: who.id, p_milliseconds: milliseconds },
    z.guid(),
  );

/** A call of the workspace in which its member writes Spanish, and a guest reads English. */
async function scene() {
  const people = await team();
  const place = await room(db, null, people.owner);
  const member = await join(db, place, { name: "Ana", speaks: "es" }, people.member);
  const guest = await join(db, place, { name: "Bob", speaks: "en" });
  return { ...people, place, member, guest };
}

async function translated(by: CallMember, text: string): Promise<string> {
  const { id } = await post(db, by, by.call, { text });
  await claim(id, by);
  await store(id, "ready", "hello");
  return id;
}

test("counts translations by day and by the member who pays", async () => {
  const { workspace, owner, admin, member } = await scene();
  await translated(member, "hola");
  const line = await translated(member, "sí");
  const e = { engine: "e", speech_ms: 0 };
  const expected = {
    days: [{ ...e, day: today, items: 2, characters: 6 }],
    members: [{ ...e, id: member.id, name: "Ana", is_guest: false, items: 2, characters: 6 }],
    complete: true,
  };
  expect(await usage(owner, workspace)).toEqual(expected);
  expect(await usage(admin, workspace, today)).toEqual(expected);

  // The engine receives an edited line again, and a stored text only once.
  await store(line, "ready", "hello");
  await edit(member, line, "no");
  await claim(line, member);
  await store(line, "ready", "no", 2);
  expect((await usage(owner, workspace)).days).toEqual([{ ...e, day: today, items: 3, characters: 8 }]);
});

test("counts speech, of guests as one", async () => {
  const { workspace, owner, place, member, guest } = await scene();
  const other = await join(db, place);
  for (const [who, milliseconds] of [
    [member, 4_000],
    [member, 1_000],
    [guest, 2_000],
    [other, 500],
  ] as const)
    await speak(who, milliseconds);
  const speech = { engine: "transcribe", characters: 0 };
  expect(await usage(owner, workspace)).toEqual({
    days: [{ ...speech, day: today, items: 4, speech_ms: 7_500 }],
    members: [
      { ...speech, id: member.id, name: "Ana", is_guest: false, items: 2, speech_ms: 5_000 },
      { ...speech, id: null, name: null, is_guest: true, items: 2, speech_ms: 2_500 },
    ],
    complete: true,
  });
});

test("is for admins of this workspace, and months that exist", async () => {
  const { workspace, owner, member } = await scene();
  const stranger = (await team()).owner;
  expect(await rejectionCode(usage(member, workspace))).toBe("role/admin-needed");
  expect(await rejectionCode(usage(stranger, workspace))).toBe("request/not-allowed");
  for (const month of ["0001-01-01", "9999-12-31"])
    expect(await rejectionCode(usage(owner, workspace, month)), month).toBe("request/invalid");
  expect(await usage(owner, workspace, "2020-01-31")).toEqual({ days: [], members: [], complete: true });
});

test("keeps names of former members, not of deleted accounts", async () => {
  const { workspace, owner, member } = await scene();
  await translated(member, "hola");
  await remove(owner, workspace, member);
  expect((await usage(owner, workspace)).members).toMatchObject([{ id: member.id, name: "Ana" }]);
  await request(await signIn(member));
  await erase();
  expect((await usage(owner, workspace)).members).toMatchObject([
    { id: null, name: null, is_guest: false, characters: 4 },
  ]);
});

test("does not wait for another translation of the workspace", async () => {
  const { workspace, owner, member } = await scene();
  await speak(member, 1_000);
  await db.admin.begin(async (sql) => {
    await sql`select private.add_workspace_usage(${workspace}, ${randomUUID()}, 'transcribe', 1, 0, 10)`;
    await sql`select private.add_workspace_usage(${workspace}, ${member.id}, 'transcribe', 1, 0, 10)`;
    await speak(member, 100);
  });
  const { days, members } = await usage(owner, workspace);
  expect(days).toMatchObject([{ speech_ms: 1_120, items: 4 }]);
  expect(members.map(({ speech_ms }) => speech_ms)).toEqual([1_110, 10]);
});

test("is deleted after 400 days, and with its workspace", async () => {
  const { workspace, member } = await scene();
  const rows = async () => [await rowCount(db, "workspace_usage"), await rowCount(db, "workspace_member_usage")];
  await db.admin`truncate public.workspace_usage, public.workspace_member_usage`;
  await speak(member, 1_000);
  await sweepStep(db, "workspaces", { aheadMs: 398 * DAY_MS });
  expect((await rows())[0]).toBe(1);
  await sweepStep(db, "workspaces", { aheadMs: 435 * DAY_MS });
  expect(await rows()).toEqual([0, 0]);
  await speak(member, 1_000);
  await db.admin`delete from public.workspaces where id = ${workspace}`;
  expect(await rows()).toEqual([0, 0]);
});
