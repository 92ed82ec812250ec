/** Meetings with a waiting room, and people whom their workspace keeps out: they knock, read nothing and do not host. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { boardActions } from "./support/board.ts";
import { factorActions } from "./support/factors.ts";
import {
  account,
  enterCall,
  join,
  knock,
  type MeetingFixture,
  type Person,
  post,
  room,
  tryKnock,
} from "./support/fixtures.ts";
import { glossaryActions } from "./support/glossary.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import { callFunction, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { waitingRoom } from "./support/waitingRoom.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { team, choose, remove } = workspaceActions(db);
const { change, rotate, beat, historyOf } = moderation(db);
const { changesOf } = lineActions(db);
const { admit } = waitingRoom(db);
const { putOnBoard, list, read: readComments } = boardActions(db);
const { save, termsIn } = glossaryActions(db);
const { addFactor, removeFactor } = factorActions(db);

describe("a meeting with a waiting room", () => {
  /** Returns such a meeting of a team, with its owner and a member in the call. */
  async function scene() {
    const people = await team();
    await choose(people.owner, people.workspace);
    const place = await room(db, null, people.owner);
    await change(people.owner, place, { access: "knock" });
    const host = await join(db, place, {}, people.owner);
    const visit = await join(db, place, {}, people.member);
    return { ...people, place, host, visit };
  }
  const status = async (who: Person, { code }: MeetingFixture) => (await tryKnock(db, who, code)).admission;

  test("lets a person who left its workspace knock", async () => {
    const { owner, workspace, place, host, visit } = await scene();
    await remove(owner, workspace, visit);
    expect(await rejectionCode(beat(visit))).toBe("meeting/not-entered");
    expect(await rejectionCode(enterCall(db, visit, place.id, randomUUID()))).toBe("meeting/not-entered");
    expect(await status(visit, place)).toBe("waiting");
    await admit(host, place, visit);
    await enterCall(db, visit, place.id, randomUUID());
    expect(await status(visit, place)).toBe("admitted");
  });

  test("lets a member whom the policy keeps out knock", async () => {
    const { workspace, place, host, visit } = await scene();
    await db.admin`insert into private.two_factor_workspaces (workspace_id) values (${workspace})`;
    await addFactor(host);
    await beat(host);
    expect(await rejectionCode(beat(visit))).toBe("meeting/not-entered");
    expect(await status(visit, place)).toBe("waiting");
  });

  test("lets a member who lost the factor since knock", async () => {
    const { workspace, place, host, visit } = await scene();
    await db.admin`insert into private.two_factor_workspaces (workspace_id) values (${workspace})`;
    await addFactor(host);
    const factor = await addFactor(visit);
    expect(await status(visit, place)).toBe("admitted");
    expect((await beat(visit)).standing).toBe("in");
    await removeFactor(factor);
    await beat(host);
    expect(await rejectionCode(beat(visit))).toBe("meeting/not-entered");
    expect(await status(visit, place)).toBe("waiting");
    await admit(host, place, visit);
    expect(await status(visit, place)).toBe("admitted");
  });

  test("knows a removal that began before the member's knock", async () => {
    const { owner, workspace, place, visit } = await scene();
    await db.as(owner, async (sql) => {
      await sql`select now()`;
      // The member takes another name while the owner's request waits for a lock.
      await knock(db, visit, place.code, { name: "Renamed" });
      await callFunction(sql, "remove_member", { p_workspace_id: workspace, p_user_id: visit.id });
    });
    expect(await status(visit, place)).toBe("waiting");
  });

  test("is not read by people after they were kept out", async () => {
    const { workspace, place, host, visit } = await scene();
    await db.admin`insert into private.two_factor_workspaces (workspace_id) values (${workspace})`;
    await addFactor(host);
    await beat(host);
    await post(db, host, host.call, { text: "later" });
    expect(await rejectionCode(historyOf(visit))).toBe("meeting/not-entered");
    expect(await status(visit, place)).toBe("waiting");
  });

  test("hides its board, code, title and terms from them", async () => {
    const { owner, workspace, place, host, visit } = await scene();
    await remove(owner, workspace, visit);
    const file = await putOnBoard(host, place.id);
    await change(host, place, { title: "New title" });
    const { code } = await rotate(host, place);
    await save(owner, workspace, { term: "Geheim" });
    await db.rpc(host, "share_call", { p_call_id: host.call }, z.unknown());
    expect(await rejectionCode(list(visit, { meeting_id: place.id }))).toMatch(/^(request|meeting)\//u);
    expect(await rejectionCode(readComments(visit, file.id))).toBe("file/not-found");
    expect(await rejectionCode(changesOf(visit, place))).toBe("meeting/not-entered");
    expect(await rejectionCode(termsIn(visit, place))).toBe("meeting/not-entered");
    expect(await rejectionCode(historyOf(visit))).toBe("meeting/not-entered");
    const page = db.rpc(visit, "meeting_page", { p_meeting_id: place.id }, z.unknown());
    expect(await rejectionCode(page)).toBe("request/not-found");
    expect(JSON.stringify(await db.rpc(visit, "home", {}, z.unknown()))).not.toMatch(
      new RegExp(`${code}|New title`, "u"),
    );
    expect(await status(visit, { ...place, code })).toBe("waiting");
    await admit(host, place, visit);
    expect((await list(visit, { meeting_id: place.id })).files).toHaveLength(1);
  });

  test("has no host whom the policy keeps out", async () => {
    const { workspace, member } = await team();
    await choose(member, workspace);
    const place = await room(db, null, member);
    await change(member, place, { access: "knock" });
    await join(db, place, {}, member);
    const stranger = await account(db);
    await tryKnock(db, stranger, place.code);
    await db.admin`insert into private.two_factor_workspaces (workspace_id) values (${workspace})`;
    expect(await rejectionCode(admit(member, place, stranger))).toBe("meeting/not-entered");
    expect(await status(member, place)).toBe("waiting");
  });

  test("has no host who left its workspace", async () => {
    const { workspace, owner, member } = await team();
    await choose(member, workspace);
    const place = await room(db, null, member);
    await change(member, place, { access: "knock" });
    const host = await join(db, place, {}, member);
    const stranger = await account(db);
    await tryKnock(db, stranger, place.code);
    await remove(owner, workspace, member);
    expect(await rejectionCode(admit(member, place, stranger))).toBe("meeting/not-entered");
    expect(await rejectionCode(beat(host))).toBe("meeting/not-entered");
  });

  test("keeps a stranger whom somebody admitted", async () => {
    const { owner, workspace, place, host, visit } = await scene();
    const stranger = await account(db);
    expect(await status(stranger, place)).toBe("waiting");
    await admit(host, place, stranger);
    await remove(owner, workspace, visit);
    expect(await status(stranger, place)).toBe("admitted");
  });
});
