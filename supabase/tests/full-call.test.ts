/** A full call: a host or an admin replaces the guest who came last, and the pre-join page names the guest before. */
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { enteredCall, meetingLookup } from "#contracts/meetings.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import {
  account,
  addMember,
  enterCall,
  events,
  join,
  type Person,
  person,
  room,
  workspaceOf,
} from "./support/fixtures.ts";
import { type DatabaseCaller, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const find = (who: DatabaseCaller, code: string) => db.rpc(who, "find_meeting", { p_code: code }, meetingLookup);

/** Fills a meeting of this host with guests, in the order of their names. */
async function fullCall(host: Person) {
  const meeting = await room(db, null, host);
  const guests = [];
  for (let number = 1; number <= SERVER_LIMITS.meshParticipants; number += 1)
    guests.push(await join(db, meeting, { name: `Guest ${number}` }));
  const [first, last] = [guests[0], guests.at(-1)];
  if (first === undefined || last === undefined) throw new Error("The call is empty.");
  return { meeting, guests, first, last };
}

describe("a full call", () => {
  test("gives the host the place of the last guest", async () => {
    const host = await person(db);
    const { meeting, first, last } = await fullCall(host);
    expect(await find(host, meeting.code)).toMatchObject({ full: true, replaces: "Guest 4" });
    const { peers } = await db.as(host, async (sql) => {
      await sql`select public.knock(${meeting.code}, 'Host', 'es', 'es')`;
      const peer = crypto.randomUUID();
      const [row] = await sql<{ value: unknown }[]>`select public.enter_call(${meeting.id}, ${peer}) as value`;
      return enteredCall.parse(row?.value);
    });
    expect(peers.map(({ user_id }) => user_id)).not.toContain(last.id);
    expect(peers.map(({ user_id }) => user_id)).toContain(first.id);
    expect(peers).toHaveLength(SERVER_LIMITS.meshParticipants);
    const left = (await events(db, meeting.id)).find(({ name }) => name === "peer_left");
    expect(left?.body).toMatchObject({ peer_id: last.peer, reason: "replaced", epoch: 2 });
    const beat = z.object({ standing: z.string() });
    expect(await db.rpc(last, "heartbeat", { p_call_id: last.call, p_peer_id: last.peer }, beat)).toEqual({
      standing: "replaced",
    });
    // Inside, the host replaces nobody.
    expect(await find(host, meeting.code)).toMatchObject({ replaces: null });
  });

  test("gives an admin of the workspace a place", async () => {
    const [host, admin, member] = [await account(db), await account(db), await account(db)];
    const { meeting } = await fullCall(host);
    const workspace = await workspaceOf(db, host);
    await addMember(db, workspace, admin, "admin");
    await addMember(db, workspace, member, "member");
    expect(await find(member, meeting.code)).toMatchObject({ full: true, replaces: null });
    expect(await find(admin, meeting.code)).toMatchObject({ full: true, replaces: "Guest 4" });
    expect((await join(db, meeting, {}, admin)).joined).toBe(SERVER_LIMITS.meshParticipants + 1);
  });

  test("keeps guests and co-hosts out", async () => {
    const { meeting, first } = await fullCall(await person(db));
    const guest = await person(db);
    expect(await find(guest, meeting.code)).toMatchObject({ full: true, replaces: null });
    expect(await rejectionCode(join(db, meeting, {}, guest))).toBe("meeting/full");
    await db.admin`update public.participants set role = 'co-host' where user_id = ${guest.id}`;
    expect(await rejectionCode(join(db, meeting, {}, guest))).toBe("meeting/full");
    // A second tab of a guest takes over and replaces nobody.
    expect((await enterCall(db, first, meeting.id, crypto.randomUUID())).peers).toHaveLength(
      SERVER_LIMITS.meshParticipants,
    );
  });

  test("replaces guests before co-hosts, never its equals", async () => {
    const host = await account(db);
    const { meeting, last, guests } = await fullCall(host);
    await db.admin`update public.participants set role = 'co-host' where user_id = ${last.id}`;
    expect(await find(host, meeting.code)).toMatchObject({ replaces: "Guest 3" });
    const workspace = await workspaceOf(db, host);
    for (const { id } of guests) {
      await db.admin`update auth.users set is_anonymous = false, email = ${`${id}@parley.example`} where id = ${id}`;
      await db.admin`
        insert into public.workspace_members (workspace_id, user_id, role) values (${workspace}, ${id}, 'admin')
        on conflict do nothing`;
    }
    expect(await find(host, meeting.code)).toMatchObject({ full: true, replaces: null });
  });
});
