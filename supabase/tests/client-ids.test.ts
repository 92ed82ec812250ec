/** Clients choose ids of rows. An id that no page can parse would hide everything beside it. */
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { home } from "#contracts/account.ts";
import { createdMeeting } from "#contracts/meetings.ts";
import { transcript } from "#contracts/recap.ts";
import {
  account,
  agePeers,
  enterCall,
  events,
  join,
  knock,
  person,
  post,
  room,
  workspaceOf,
} from "./support/fixtures.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();

/** Version and variant that RFC 9562 does not have. */
const oddId = (number: number) => `aaaaaaaa-aaaa-0aaa-0aaa-${String(number).padStart(12, "0")}`;

test("pages read lines, meetings and people with any id", async () => {
  const host = await account(db);
  const guest = await person(db);
  const odd = { p_meeting_id: oddId(1), p_title: null };
  const meeting = { ...(await db.rpc(host, "create_meeting", odd, createdMeeting)), id: oddId(1), host };
  await knock(db, guest, meeting.code);
  await enterCall(db, guest, meeting.id, oddId(2));
  const { call } = await join(db, meeting, {}, host);
  await post(db, guest, call, { id: oddId(3) });

  const { lines } = await db.rpc(host, "transcript", { p_call_id: call }, transcript);
  expect(lines.map(({ id }) => id)).toEqual([oddId(3)]);
  expect((await db.rpc(host, "home", {}, home)).meetings.map(({ meeting_id }) => meeting_id)).toEqual([oddId(1)]);
  // Somebody who is in nobody's list would read along.
  expect(await events(db, meeting.id)).toContainEqual(expect.objectContaining({ name: "peer_joined" }));
});

test("the sweep ends a call whose meeting id is lowest", async () => {
  const host = await account(db);
  const id = "00000000-0000-0000-0000-000000000001";
  const { code } = await db.rpc(host, "create_meeting", { p_meeting_id: id, p_title: null }, createdMeeting);
  const { call } = await join(db, { id, code, host }, {}, host);
  await agePeers(db, call, 7_200);
  await db.admin`select private.sweep_ends(100, null, now())`;
  const [ended] = await db.admin`select ended_at is not null as ended from public.calls where id = ${call}`;
  expect(ended).toEqual({ ended: true });
});

test("the nil id, which holds guests' shares, is rejected", async () => {
  const id = "00000000-0000-0000-0000-000000000000";
  const host = await account(db);
  const place = await room(db, null, host);
  const { call } = await join(db, place, {}, host);
  const refusalOf = (name: string, args: Record<string, string | null>) =>
    rejectionCode(db.rpc(host, name, args, z.unknown()));
  expect(await refusalOf("create_workspace", { p_workspace_id: id, p_name: "Nil" })).toBe("request/invalid");
  expect(await refusalOf("create_meeting", { p_meeting_id: id, p_title: null })).toBe("request/invalid");
  expect(await rejectionCode(post(db, host, call, { id }))).toBe("request/invalid");
  const term = { p_term_id: id, p_meeting_id: place.id, p_term: "agua", p_language: "es" };
  expect(await refusalOf("propose_term", term)).toBe("request/invalid");
  const invitation = { p_workspace_id: await workspaceOf(db, host), p_invitation_id: id, p_member_role: "member" };
  expect(await refusalOf("invite_member", invitation)).toBe("request/invalid");
});
