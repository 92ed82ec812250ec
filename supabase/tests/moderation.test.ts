/** Moderation: roles, mutes, removals, hands. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { enteredCall, participantResult, waitingParticipants } from "#contracts/meetings.ts";
import { topics } from "#contracts/realtime.ts";
import {
  account,
  addMember,
  enterCall,
  events,
  join,
  knock,
  person,
  post,
  room,
  tryKnock,
  workspaceOf,
} from "./support/fixtures.ts";
import { moderation } from "./support/moderation.ts";
import { emptyResult, rejectionCode, testDatabaseForFile, waitForBlockedQuery } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { about, setRole, mute, remove, change, end, raise, beat, changesOf, historyOf, scene, receives } =
  moderation(db);

describe("roles", () => {
  test("a co-host moderates guests only", async () => {
    const { place, host, ana, bob } = await scene();
    expect((await setRole(host, place, ana, "co-host")).participant.role).toBe("co-host");
    await mute(ana, place, bob);
    expect(await rejectionCode(mute(ana, place, host))).toBe("request/not-allowed");
    expect(await rejectionCode(remove(ana, place, host))).toBe("request/not-allowed");
    await setRole(host, place, bob, "co-host");
    expect(await rejectionCode(remove(ana, place, bob))).toBe("request/not-allowed");
    expect(await rejectionCode(remove(ana, place, ana))).toBe("request/not-allowed");
    expect(await rejectionCode(end(ana, place))).toBe("role/host-needed");
    expect(await rejectionCode(setRole(ana, place, bob, "guest"))).toBe("role/host-needed");
    expect(await rejectionCode(change(ana, place, { title: "Mine" }))).toBe("role/host-needed");
    await setRole(host, place, ana, "guest");
    expect(await rejectionCode(mute(ana, place, bob))).toBe("role/moderator-needed");
  });

  test("the host role cannot be assigned or revoked", async () => {
    const { place, host, ana } = await scene(await account(db));
    expect(await rejectionCode(setRole(host, place, ana, "host"))).toBe("request/invalid");
    expect(await rejectionCode(setRole(host, place, host, "guest"))).toBe("request/not-allowed");
    const admin = await account(db);
    await addMember(db, await workspaceOf(db, place.host), admin, "admin");
    expect(await rejectionCode(setRole(admin, place, host, "guest"))).toBe("request/not-allowed");
  });

  test("only the own workspace's admin moderates from outside", async () => {
    const { place, host, ana } = await scene(await account(db));
    const [admin, member, foreign] = [await account(db), await account(db), await account(db)];
    const workspace = await workspaceOf(db, place.host);
    await addMember(db, workspace, admin, "admin");
    await addMember(db, workspace, member, "member");
    await mute(admin, place, ana);
    await remove(admin, place, ana);
    // The host owns that workspace.
    expect(await rejectionCode(mute(admin, place, host))).toBe("request/not-allowed");
    expect(await rejectionCode(mute(member, place, host))).toBe("meeting/not-entered");
    expect(await rejectionCode(mute(foreign, place, host))).toBe("meeting/not-entered");
    await join(db, place, {}, member);
    expect(await rejectionCode(mute(member, place, host))).toBe("role/moderator-needed");
    expect(await rejectionCode(remove(host, place, admin))).toBe("request/not-found");
    await join(db, place, {}, admin);
    expect(await rejectionCode(remove(host, place, admin))).toBe("request/not-allowed");
  });

  test("a returning host keeps the role in later calls", async () => {
    const { place, host, ana } = await scene();
    await db.rpc(host, "leave_call", { p_call_id: host.call, p_peer_id: host.peer }, emptyResult);
    await mute(host, place, ana);
    expect((await knock(db, host, place.code)).participant.role).toBe("host");
    await db.admin`update public.calls set ended_at = now() where meeting_id = ${place.id}`;
    const entered = await enterCall(db, host, place.id, randomUUID());
    expect(entered.participants.find(({ user_id }) => user_id === host.id)?.role).toBe("host");
    expect(entered.workspace_role).toBeNull();
    const owner = await account(db);
    const own = await join(db, await room(db, null, owner), {}, owner);
    const { workspace_role } = await db.rpc(
      own,
      "enter_call",
      { p_meeting_id: (await meetingOf(own.call)) ?? "", p_peer_id: own.peer },
      enteredCall,
    );
    expect(workspace_role).toBe("owner");
  });
});

async function meetingOf(call: string) {
  const [row] = await db.admin<{ id: string }[]>`select meeting_id as id from public.calls where id = ${call}`;
  return row?.id;
}

describe("mute_participant", () => {
  test("broadcasts once and cannot be undone by the muted", async () => {
    const { place, host, ana } = await scene();
    const before = (await events(db, place.id)).length;
    const { participant } = await mute(host, place, ana);
    expect(participant.muted).toBe(true);
    await mute(host, place, ana);
    const broadcasts = (await events(db, place.id)).slice(before);
    expect(broadcasts).toMatchObject([{ name: "participant_changed", body: { participant } }]);
    expect(await rejectionCode(mute(ana, place, ana, false))).toBe("role/moderator-needed");
    expect((await knock(db, ana, place.code, { name: "Ana" })).participant.muted).toBe(true);
    await mute(host, place, ana, false);
    expect((await changesOf(ana, place)).participants.find(({ user_id }) => user_id === ana.id)?.muted).toBe(false);
  });

  test("ends with the call", async () => {
    const { place, host, ana } = await scene();
    await mute(host, place, ana);
    await raise(ana, place);
    await db.admin`update public.calls set ended_at = now() where meeting_id = ${place.id}`;
    const { participants } = await enterCall(db, ana, place.id, randomUUID());
    expect(participants.map(({ muted, hand }) => [muted, hand])).toEqual([
      [false, null],
      [false, null],
      [false, null],
    ]);
  });
});

describe("remove_participant", () => {
  test("ends all access and makes the meeting ask", async () => {
    const { place, host, ana, bob } = await scene();
    await post(db, ana, ana.call);
    const before = (await events(db, place.id)).length;
    await remove(host, place, ana);
    const broadcasts = (await events(db, place.id)).slice(before);
    // The last event for the removed guest, and the next topic's events for the others.
    expect(broadcasts).toMatchObject([
      {
        topic: topics.meeting(place.id, 1, bob.call),
        name: "peer_left",
        body: { peer_id: ana.peer, reason: "removed" },
      },
      {
        topic: topics.meeting(place.id, 1, bob.call),
        name: "participant_removed",
        body: { user_id: ana.id, epoch: 2 },
      },
      { topic: topics.meeting(place.id, 2, bob.call), name: "meeting_changed", body: { meeting: { access: "knock" } } },
    ]);
    const works = [
      () => beat(ana),
      () => changesOf(ana, place),
      () => post(db, ana, ana.call),
      () => raise(ana, place),
    ];
    for (const work of works) expect(await rejectionCode(work())).toBe("meeting/removed");
    expect(await rejectionCode(enterCall(db, ana, place.id, ana.peer))).toBe("meeting/removed");
    expect(await rejectionCode(historyOf(ana))).toBe("meeting/not-entered");
    expect(await receives(ana, topics.meeting(place.id, 1, bob.call))).toBe(false);
    expect(await receives(ana, topics.meeting(place.id, 2, bob.call))).toBe(false);
    expect(await receives(ana, topics.signals(ana.call, ana.peer))).toBe(false);
    expect(await receives(bob, topics.meeting(place.id, 2, bob.call))).toBe(true);
    // A client that missed the event gets it by heartbeat and by changes.
    expect((await beat(bob)).epoch).toBe(2);
    const missed = await changesOf(bob, place, before);
    expect(missed).toMatchObject({ epoch: 2, meeting: { access: "knock" } });
    expect(missed.participants).toMatchObject([{ user_id: ana.id, admission: "removed" }]);
    expect(missed.peers.map(({ peer_id }) => peer_id)).not.toContain(ana.peer);
    // The removed guest returns with fresh cookies and has to wait.
    expect((await tryKnock(db, await person(db), place.code, { name: "Ana" })).admission).toBe("waiting");
  });

  test("concurrent lines go to the new topic", async () => {
    const { place, host, ana, bob } = await scene();
    const writing = await db.as(host, async (sql) => {
      await sql`select public.remove_participant(${place.id}, ${ana.id})`;
      const posting = post(db, bob, bob.call, { text: "secret" });
      await waitForBlockedQuery(db, "post_line");
      return { posting };
    });
    await writing.posting;
    const last = (await events(db, place.id)).at(-1);
    expect(last).toMatchObject({ topic: topics.meeting(place.id, 2, bob.call), name: "line_posted" });
  });

  test("a line written during the removal is rejected", async () => {
    const { place, host, ana } = await scene();
    const writing = await db.as(host, async (sql) => {
      await sql`select public.remove_participant(${place.id}, ${ana.id})`;
      const posting = rejectionCode(post(db, ana, ana.call));
      await waitForBlockedQuery(db, "post_line");
      return { posting };
    });
    expect(await writing.posting).toBe("meeting/removed");
  });

  test("is idempotent and needs a participant", async () => {
    const { place, host, ana } = await scene(await account(db));
    await change(host, place, { access: "members" });
    await remove(host, place, ana);
    const before = (await events(db, place.id)).length;
    await remove(host, place, ana);
    expect((await events(db, place.id)).length).toBe(before);
    expect(await rejectionCode(remove(host, place, await person(db)))).toBe("request/not-found");
    const [row] = await db.admin`select access, epoch from public.meetings where id = ${place.id}`;
    expect(row).toEqual({ access: "members", epoch: 2 });
  });

  test("a removed co-host returns as a guest", async () => {
    const { place, host, ana, bob } = await scene();
    await setRole(host, place, ana, "co-host");
    await remove(host, place, ana);
    expect(await rejectionCode(mute(ana, place, bob))).toBe("meeting/removed");
    expect(
      await rejectionCode(db.rpc(ana, "waiting_participants", { p_meeting_id: place.id }, waitingParticipants)),
    ).toBe("meeting/removed");
    expect(await receives(ana, topics.moderators(place.id))).toBe(false);
    const back = await db.rpc(host, "admit", about(place, ana), participantResult);
    expect(back.participant).toMatchObject({ role: "guest", admission: "admitted" });
  });

  test("a removed host moderates nothing", async () => {
    const { place, host, ana } = await scene(await account(db));
    const admin = await account(db);
    await addMember(db, await workspaceOf(db, place.host), admin, "admin");
    await db.admin`
      update public.workspace_members set role = 'member' where user_id = ${host.id}`;
    await remove(admin, place, host);
    expect(await rejectionCode(mute(host, place, ana))).toBe("meeting/removed");
    expect(await rejectionCode(end(host, place))).toBe("meeting/removed");
  });
});
