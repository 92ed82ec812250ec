/** The data that an account takes over from the guest who signed in to it. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { home, profile } from "#contracts/account.ts";
import { history, line as lineShape } from "#contracts/lines.ts";
import { changes, enteredCall, heartbeat } from "#contracts/meetings.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { fileActions } from "./support/files.ts";
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
import { guestMerge, NO_TRACES } from "./support/guestMerge.ts";
import { type DatabaseCaller, emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { PDF, shareUploaded, offer, mayRead } = fileActions(db);
const { claim, traces } = guestMerge(db);
const changesOf = (who: DatabaseCaller, meeting: string, after = 0) =>
  db.rpc(who, "changes_since", { p_meeting_id: meeting, p_after_seq: after }, changes);

describe("transferred data", () => {
  test("includes everything, and live pages are notified", async () => {
    const meeting = await room(db, "Sync");
    const { host } = meeting;
    const guest = await join(db, meeting, { name: "Inés", speaks: "es", reads: "en" }, host);
    const bob = await join(db, meeting, { name: "Bob" });
    const lines = [await post(db, guest, guest.call, { text: "uno" }), await post(db, bob, bob.call)];
    const before = (await changesOf(bob, meeting.id)).seq;
    const ana = await account(db);

    expect(await claim(guest, ana)).toEqual({ meetings: 1 });
    expect(await traces(guest)).toEqual(NO_TRACES);
    expect(await traces(ana)).toEqual({ participants: 1, attendance: 1, peers: 1, lines: 1, hosted: 1 });
    const place = { user_id: ana.id, number: 1, role: "host", display_name: "Inés", speaks: "es", reads: "en" };
    const received = (await events(db, meeting.id)).filter(({ body }) => body.seq > before);
    expect(received).toMatchObject([
      { name: "peer_left", body: { seq: before + 1, peer_id: guest.peer, user_id: guest.id, reason: "gone" } },
      // The line took the number in between. A client that missed the line fetches the changes.
      { name: "participant_changed", body: { seq: before + 3, participant: place } },
    ]);
    const missed = await changesOf(bob, meeting.id, before);
    expect(missed).toMatchObject({ seq: before + 3, participants: [place], peers: [{ peer_id: bob.peer }] });
    expect(missed.lines).toEqual([{ ...lines[0], author: ana.id, changed: before + 2 }]);

    const shown = await db.rpc(ana, "home", {}, home);
    expect(shown).toMatchObject({ profile: { display_name: "Inés", speaks: "es", reads: "en" } });
    expect(shown.meetings).toMatchObject([{ meeting_id: meeting.id, role: "host", inside: 1, people_count: 2 }]);
    const [row] = await db.admin`select workspace_id from public.meetings where id = ${meeting.id}`;
    expect(row?.workspace_id).toBe(await workspaceOf(db, ana));
  });

  test("the open call continues as the account", async () => {
    const meeting = await room(db);
    const guest = await join(db, meeting);
    const ana = await account(db);
    await claim(guest, ana);
    const beat = (who: DatabaseCaller) =>
      db.rpc(who, "heartbeat", { p_call_id: guest.call, p_peer_id: guest.peer }, heartbeat);
    expect(await rejectionCode(beat(guest))).toBe("meeting/not-entered");
    expect((await beat(ana)).standing).toBe("gone");
    expect((await enterCall(db, ana, meeting.id, guest.peer)).me).toMatchObject({ user_id: ana.id, join_number: 2 });
    expect((await beat(ana)).standing).toBe("in");
    expect(await rejectionCode(post(db, guest, guest.call))).toBe("meeting/not-entered");
  });

  test("a line resent after the merge exists once", async () => {
    const meeting = await room(db);
    const guest = await join(db, meeting);
    const words = { id: randomUUID(), text: "hola" };
    await post(db, guest, guest.call, words);
    const ana = await account(db);
    await claim(guest, ana);
    expect((await post(db, ana, guest.call, words)).author).toBe(ana.id);
    expect((await changesOf(ana, meeting.id)).lines).toHaveLength(1);
  });

  test("merges two participants of one meeting", async () => {
    const meeting = await room(db);
    const ana = await account(db);
    const guest = await join(db, meeting, { name: "Guest" });
    const bob = await join(db, meeting, { name: "Bob" });
    await join(db, meeting, { name: "Ana", reads: "en" }, ana);
    await post(db, guest, guest.call, { text: "as a guest" });
    await post(db, bob, bob.call, { text: "Bob's" });
    await post(db, ana, guest.call, { text: "as Ana" });
    await db.rpc(guest, "leave_call", { p_call_id: guest.call, p_peer_id: guest.peer }, emptyResult);

    expect(await claim(guest, ana)).toEqual({ meetings: 1 });
    const all = await changesOf(bob, meeting.id);
    expect(all.participants).toMatchObject([
      { user_id: ana.id, number: 1, role: "guest", display_name: "Ana", reads: "en" },
      { user_id: bob.id, number: 2 },
    ]);
    expect(all.lines.toSorted((a, b) => a.seq - b.seq).map(({ author, text }) => [author, text])).toEqual([
      [ana.id, "as a guest"],
      [bob.id, "Bob's"],
      [ana.id, "as Ana"],
    ]);
    // The merge leaves the account's own tab alone.
    expect(all.peers.map(({ user_id }) => user_id)).toEqual([bob.id, ana.id]);
    const rows = await db.admin`
      select user_id, left_at is null as inside from public.attendance where call_id = ${guest.call} order by joined_at`;
    expect([...rows]).toEqual([
      { user_id: ana.id, inside: true },
      { user_id: bob.id, inside: true },
    ]);
    expect(await traces(guest)).toEqual(NO_TRACES);
    const next = await knock(db, await person(db), meeting.code);
    expect(next.participant.number).toBe(3);
  });

  test("the guest's tab ends if both are inside", async () => {
    const meeting = await room(db);
    const ana = await account(db);
    const guest = await join(db, meeting);
    const tab = await join(db, meeting, {}, ana);
    await claim(guest, ana);
    const { peers } = await changesOf(ana, meeting.id);
    expect(peers).toEqual([{ peer_id: tab.peer, user_id: ana.id, join_number: 2 }]);
  });

  test("the account reads the guest's calls only", async () => {
    const meeting = await room(db);
    const guest = await join(db, meeting);
    await post(db, guest, guest.call);
    await db.rpc(guest, "leave_call", { p_call_id: guest.call, p_peer_id: guest.peer }, emptyResult);
    await agePeers(db, guest.call, 3600);
    const later = await join(db, meeting);
    await post(db, later, later.call);
    const ana = await account(db);
    const read = (call: string) => db.rpc(ana, "history", { p_call_id: call, p_before_seq: null }, history);
    expect(await rejectionCode(read(guest.call))).toBe("meeting/not-entered");
    await claim(guest, ana);
    expect((await read(guest.call)).lines).toHaveLength(1);
    expect(await rejectionCode(read(later.call))).toBe("meeting/not-entered");
  });

  test("files move with ownership and quota", async () => {
    const meeting = await room(db);
    const guest = await join(db, meeting, { name: "Guest" });
    const bob = await join(db, meeting, { name: "Bob" });
    const { line } = await shareUploaded(guest);
    const waiting = randomUUID();
    await offer(guest, { id: waiting });
    const ana = await account(db);
    await claim(guest, ana);
    expect([await mayRead(bob, line.id), await mayRead(ana, line.id)]).toEqual([true, true]);
    const [ownRow] = await db.admin`
      select count(*)::int as files, private.offered_bytes(${ana.id})::int as bytes from public.files where owner = ${ana.id}`;
    expect(ownRow).toEqual({ files: 2, bytes: 2 * PDF.bytes });
    await db.rpc(ana, "delete_line", { p_line_id: line.id }, lineShape);
    expect(await mayRead(bob, line.id)).toBe(false);
  });

  test("the account's own profile stays", async () => {
    const ana = await account(db);
    const guest = await person(db);
    await knock(db, guest, (await room(db)).code, { name: "Guest", speaks: "es" });
    await db.rpc(ana, "update_profile", { p_display_name: "Ana", p_time_zone: "Asia/Tokyo" }, profile);
    await db.rpc(ana, "set_confirmation_emails", { p_on: false }, profile);
    await claim(guest, ana);
    expect(await db.rpc(ana, "read_profile", {}, profile)).toEqual({
      ...{ display_name: "Ana", speaks: "es", reads: "es", ui_locale: null, time_zone: "Asia/Tokyo" },
      confirmation_emails: false,
      delete_at: null,
      factor_reset: false,
      avatar: null,
    });
  });

  test("more than a hundred lines are broadcast by pages", async () => {
    const meeting = await room(db);
    const guest = await join(db, meeting);
    const bob = await join(db, meeting);
    const many = SERVER_LIMITS.changesPerPage + 5;
    await db.admin`
      insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
      select gen_random_uuid(), ${meeting.id}, ${guest.call}, number, number, ${guest.id}, 'es', 'n' || number
      from generate_series(101, ${100 + many}) as number`;
    await db.admin`update public.meetings set seq = ${100 + many} where id = ${meeting.id}`;
    const ana = await account(db);
    await claim(guest, ana);
    const first = await changesOf(bob, meeting.id, 100 + many);
    const second = await changesOf(bob, meeting.id, first.seq);
    expect([first.more, second.more]).toEqual([true, false]);
    const allLines = [...first.lines, ...second.lines];
    expect(allLines.map(({ text }) => text)).toEqual(Array.from({ length: many }, (_, index) => `n${101 + index}`));
    expect(new Set(allLines.map(({ author }) => author))).toEqual(new Set([ana.id]));
  });
});

describe("a removal", () => {
  test("stays in force for the guest", async () => {
    const meeting = await room(db);
    const guest = await join(db, meeting);
    await post(db, guest, guest.call);
    const ana = await account(db);
    await knock(db, ana, meeting.code);
    await db.admin`update public.participants set admission = 'removed' where user_id = ${guest.id}`;
    expect(await claim(guest, ana)).toEqual({ meetings: 0 });
    expect((await changesOf(ana, meeting.id)).lines).toEqual([]);
    expect(await traces(guest)).toMatchObject({ participants: 1, lines: 1 });
  });

  test("stays in force for the account", async () => {
    const meeting = await room(db);
    const ana = await account(db);
    await knock(db, ana, meeting.code);
    await db.admin`update public.participants set admission = 'removed' where user_id = ${ana.id}`;
    const guest = await join(db, meeting);
    expect(await claim(guest, ana)).toEqual({ meetings: 0 });
    expect(
      await rejectionCode(
        db.rpc(ana, "enter_call", { p_meeting_id: meeting.id, p_peer_id: randomUUID() }, enteredCall),
      ),
    ).toBe("meeting/removed");
  });
});
