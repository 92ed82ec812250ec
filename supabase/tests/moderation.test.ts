/** Leading a meeting: roles, mutes, removals, locks, codes, hands, and its end. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import {
  changes,
  createdMeeting,
  enteredCall,
  foundMeeting,
  heartbeat,
  history,
  knockStanding,
  line as lineShape,
  lobby,
  meeting as meetingShape,
  oneParticipant,
  type Role,
} from "#contracts/meetings.ts";
import { topics } from "#contracts/realtime.ts";
import { type Caller, houseForFile, nothing, refusal, untilWaiting } from "./support/house.ts";
import {
  account,
  addMember,
  becomeAccount,
  doorEventsOf,
  enter,
  events,
  type Guest,
  join,
  knock,
  lobbyEvents,
  type Person,
  person,
  post,
  type Room,
  room,
  tryDoor,
  workspaceOf,
} from "./support/scenes.ts";

const house = houseForFile();
const about = ({ id }: Room, { id: user_id }: Person) => ({ meeting_id: id, user_id });
const setRole = (by: Caller, place: Room, who: Person, role: Role) =>
  house.rpc(by, "set_role", { ...about(place, who), role }, oneParticipant);
const mute = (by: Caller, place: Room, who: Person, muted = true) =>
  house.rpc(by, "mute", { ...about(place, who), muted }, oneParticipant);
const remove = (by: Caller, place: Room, who: Person) => house.rpc(by, "remove", about(place, who), nothing);
const lock = (by: Caller, { id }: Room, locked: boolean) =>
  house.rpc(by, "lock", { meeting_id: id, locked }, meetingShape);
const change = (by: Caller, { id }: Room, args: Record<string, string>) =>
  house.rpc(by, "update_meeting", { meeting_id: id, ...args }, meetingShape);
const rotate = (by: Caller, { id }: Room) => house.rpc(by, "rotate_code", { meeting_id: id }, meetingShape);
const end = (by: Caller, { id }: Room) => house.rpc(by, "end_meeting", { meeting_id: id }, nothing);
const raise = (who: Caller, { id }: Room) => house.rpc(who, "raise_hand", { meeting_id: id }, oneParticipant);
const lower = (by: Caller, { id }: Room, who?: Person) =>
  house.rpc(by, "lower_hand", { meeting_id: id, ...(who && { user_id: who.id }) }, oneParticipant);
const beat = (who: Guest) => house.rpc(who, "heartbeat", { call_id: who.call, peer_id: who.peer }, heartbeat);
const changesOf = (who: Caller, { id }: Room, after = 0) =>
  house.rpc(who, "changes", { meeting_id: id, after }, changes);
const historyOf = (who: Guest) => house.rpc(who, "history", { call_id: who.call, before: null }, history);
const find = (code: string) => house.rpc({ role: "anon" }, "find_meeting", { code }, foundMeeting);

/** A host, whose meeting it is, with two guests inside. */
async function scene(by?: Person) {
  const place = await room(house, "Sync", by);
  const host = await join(house, place, { name: "Host" }, place.host);
  const ana = await join(house, place, { name: "Ana" });
  const bob = await join(house, place, { name: "Bob" });
  return { place, host, ana, bob };
}

async function hears(who: Caller, topic: string): Promise<boolean> {
  await house.admin`insert into realtime.messages (topic, extension, payload, event, private)
    values (${topic}, 'broadcast', '{}', 'probe', true)`;
  const heard = await house.as(who, async (sql) => {
    await sql`select set_config('realtime.topic', ${topic}, true)`;
    return (await sql`select from realtime.messages where topic = ${topic} and event = 'probe'`).count > 0;
  });
  await house.admin`delete from realtime.messages where topic = ${topic} and event = 'probe'`;
  return heard;
}

describe("roles", () => {
  test("a co-host leads guests, and neither the host nor another co-host", async () => {
    const { place, host, ana, bob } = await scene();
    expect((await setRole(host, place, ana, "co-host")).participant.role).toBe("co-host");
    await mute(ana, place, bob);
    expect(await refusal(mute(ana, place, host))).toBe("request/not-allowed");
    expect(await refusal(remove(ana, place, host))).toBe("request/not-allowed");
    await setRole(host, place, bob, "co-host");
    expect(await refusal(remove(ana, place, bob))).toBe("request/not-allowed");
    expect(await refusal(remove(ana, place, ana))).toBe("request/not-allowed");
    expect(await refusal(end(ana, place))).toBe("role/host-needed");
    expect(await refusal(setRole(ana, place, bob, "guest"))).toBe("role/host-needed");
    expect(await refusal(change(ana, place, { title: "Mine" }))).toBe("role/host-needed");
    await setRole(host, place, ana, "guest");
    expect(await refusal(mute(ana, place, bob))).toBe("role/moderator-needed");
  });

  test("nobody is made host, nor unmade", async () => {
    const { place, host, ana } = await scene(await account(house));
    expect(await refusal(setRole(host, place, ana, "host"))).toBe("request/invalid");
    expect(await refusal(setRole(host, place, host, "guest"))).toBe("request/not-allowed");
    const admin = await account(house);
    await addMember(house, await workspaceOf(house, place.host), admin, "admin");
    expect(await refusal(setRole(admin, place, host, "guest"))).toBe("request/not-allowed");
  });

  test("an admin of the workspace leads from outside; a member, and an admin of another, do not", async () => {
    const { place, host, ana } = await scene(await account(house));
    const [admin, member, foreign] = [await account(house), await account(house), await account(house)];
    const workspace = await workspaceOf(house, place.host);
    await addMember(house, workspace, admin, "admin");
    await addMember(house, workspace, member, "member");
    await mute(admin, place, ana);
    await remove(admin, place, ana);
    // The host owns that workspace.
    expect(await refusal(mute(admin, place, host))).toBe("request/not-allowed");
    expect(await refusal(mute(member, place, host))).toBe("meeting/not-entered");
    expect(await refusal(mute(foreign, place, host))).toBe("meeting/not-entered");
    await join(house, place, {}, member);
    expect(await refusal(mute(member, place, host))).toBe("role/moderator-needed");
    expect(await refusal(remove(host, place, admin))).toBe("request/not-found");
    await join(house, place, {}, admin);
    expect(await refusal(remove(host, place, admin))).toBe("request/not-allowed");
  });

  test("the host who left is host again on coming back, in whatever later call", async () => {
    const { place, host, ana } = await scene();
    await house.rpc(host, "leave_call", { call_id: host.call, peer_id: host.peer }, nothing);
    await mute(host, place, ana);
    expect((await knock(house, host, place.code)).participant.role).toBe("host");
    await house.admin`update public.calls set ended_at = now() where meeting_id = ${place.id}`;
    const entered = await enter(house, host, place.id, randomUUID());
    expect(entered.participants.find(({ user_id }) => user_id === host.id)?.role).toBe("host");
    expect(entered.workspace_role).toBeNull();
    const owner = await account(house);
    const own = await join(house, await room(house, null, owner), {}, owner);
    const { workspace_role } = await house.rpc(
      own,
      "enter_call",
      { meeting_id: (await meetingOf(own.call)) ?? "", peer_id: own.peer },
      enteredCall,
    );
    expect(workspace_role).toBe("owner");
  });
});

async function meetingOf(call: string) {
  const [row] = await house.admin<{ id: string }[]>`select meeting_id as id from public.calls where id = ${call}`;
  return row?.id;
}

describe("mute", () => {
  test("is a row that everybody is told of once, and not the muted one's to undo", async () => {
    const { place, host, ana } = await scene();
    const before = (await events(house, place.id)).length;
    const { participant } = await mute(host, place, ana);
    expect(participant.muted).toBe(true);
    await mute(host, place, ana);
    const told = (await events(house, place.id)).slice(before);
    expect(told).toMatchObject([{ name: "participant_changed", body: { participant } }]);
    expect(await refusal(mute(ana, place, ana, false))).toBe("role/moderator-needed");
    expect((await knock(house, ana, place.code, { name: "Ana" })).participant.muted).toBe(true);
    await mute(host, place, ana, false);
    expect((await changesOf(ana, place)).participants.find(({ user_id }) => user_id === ana.id)?.muted).toBe(false);
  });

  test("does not outlive the call", async () => {
    const { place, host, ana } = await scene();
    await mute(host, place, ana);
    await raise(ana, place);
    await house.admin`update public.calls set ended_at = now() where meeting_id = ${place.id}`;
    const { participants } = await enter(house, ana, place.id, randomUUID());
    expect(participants.map(({ muted, hand }) => [muted, hand])).toEqual([
      [false, null],
      [false, null],
      [false, null],
    ]);
  });
});

describe("remove", () => {
  test("puts out at once: no write, no read, no topic, no signal, and an open meeting asks to knock from then on", async () => {
    const { place, host, ana, bob } = await scene();
    await post(house, ana, ana.call);
    const before = (await events(house, place.id)).length;
    await remove(host, place, ana);
    const told = (await events(house, place.id)).slice(before);
    // What the removed one heard last, and what those who stay hear on the next topic.
    expect(told).toMatchObject([
      { topic: topics.meeting(place.id, 1), name: "peer_left", body: { peer_id: ana.peer, reason: "removed" } },
      { topic: topics.meeting(place.id, 1), name: "participant_removed", body: { user_id: ana.id, epoch: 2 } },
      { topic: topics.meeting(place.id, 2), name: "meeting_changed", body: { meeting: { access: "knock" } } },
    ]);
    const works = [
      () => beat(ana),
      () => changesOf(ana, place),
      () => post(house, ana, ana.call),
      () => raise(ana, place),
    ];
    for (const work of works) expect(await refusal(work())).toBe("meeting/removed");
    expect(await refusal(enter(house, ana, place.id, ana.peer))).toBe("meeting/removed");
    expect(await refusal(historyOf(ana))).toBe("meeting/not-entered");
    expect(await hears(ana, topics.meeting(place.id, 1))).toBe(false);
    expect(await hears(ana, topics.meeting(place.id, 2))).toBe(false);
    expect(await hears(ana, topics.signal(ana.call, ana.peer, bob.peer))).toBe(false);
    expect(await hears(bob, topics.meeting(place.id, 2))).toBe(true);
    // Who missed it learns it by the heartbeat, and by what changed.
    expect((await beat(bob)).epoch).toBe(2);
    const missed = await changesOf(bob, place, before);
    expect(missed).toMatchObject({ epoch: 2, meeting: { access: "knock" } });
    expect(missed.participants).toMatchObject([{ user_id: ana.id, admission: "removed" }]);
    expect(missed.peers.map(({ peer_id }) => peer_id)).not.toContain(ana.peer);
    // Back with fresh cookies they wait.
    expect((await tryDoor(house, await person(house), place.code, { name: "Ana" })).admission).toBe("waiting");
  });

  test("what is written meanwhile waits for it, and is told where the removed one hears nothing", async () => {
    const { place, host, ana, bob } = await scene();
    const writing = await house.as(host, async (sql) => {
      await sql`select public.remove(${place.id}, ${ana.id})`;
      const posting = post(house, bob, bob.call, { text: "secret" });
      await untilWaiting(house, "post_line");
      return { posting };
    });
    await writing.posting;
    const last = (await events(house, place.id)).at(-1);
    expect(last).toMatchObject({ topic: topics.meeting(place.id, 2), name: "line_posted" });
  });

  test("who is being removed while they write: their line does not arrive", async () => {
    const { place, host, ana } = await scene();
    const writing = await house.as(host, async (sql) => {
      await sql`select public.remove(${place.id}, ${ana.id})`;
      const posting = refusal(post(house, ana, ana.call));
      await untilWaiting(house, "post_line");
      return { posting };
    });
    expect(await writing.posting).toBe("meeting/removed");
  });

  test("again it changes nothing; one who never came cannot be removed; a members' meeting stays one", async () => {
    const { place, host, ana } = await scene(await account(house));
    await change(host, place, { access: "members" });
    await remove(host, place, ana);
    const before = (await events(house, place.id)).length;
    await remove(host, place, ana);
    expect((await events(house, place.id)).length).toBe(before);
    expect(await refusal(remove(host, place, await person(house)))).toBe("request/not-found");
    const [row] = await house.admin`select access, epoch from public.meetings where id = ${place.id}`;
    expect(row).toEqual({ access: "members", epoch: 2 });
  });

  test("a co-host who is put out leads nothing, and comes back as a guest", async () => {
    const { place, host, ana, bob } = await scene();
    await setRole(host, place, ana, "co-host");
    await remove(host, place, ana);
    expect(await refusal(mute(ana, place, bob))).toBe("meeting/removed");
    expect(await refusal(house.rpc(ana, "lobby", { meeting_id: place.id }, lobby))).toBe("meeting/removed");
    expect(await hears(ana, topics.hosts(place.id))).toBe(false);
    const back = await house.rpc(host, "admit", about(place, ana), oneParticipant);
    expect(back.participant).toMatchObject({ role: "guest", admission: "admitted" });
  });

  test("a host whom an admin put out leads nothing either", async () => {
    const { place, host, ana } = await scene(await account(house));
    const admin = await account(house);
    await addMember(house, await workspaceOf(house, place.host), admin, "admin");
    await house.admin`
      update public.workspace_members set role = 'member' where user_id = ${host.id}`;
    await remove(admin, place, host);
    expect(await refusal(mute(host, place, ana))).toBe("meeting/removed");
    expect(await refusal(end(host, place))).toBe("meeting/removed");
  });
});

describe("lock, update_meeting, rotate_code", () => {
  test("everybody is told what changed, once, and who comes late reads it", async () => {
    const { place, host, bob } = await scene();
    const before = (await events(house, place.id)).length;
    await lock(host, place, true);
    await lock(host, place, true);
    await change(host, place, { title: " Weekly \n sync " });
    await change(host, place, { title: "Weekly sync", access: "open", keep: "days" });
    const { code } = await rotate(host, place);
    const told = (await events(house, place.id)).slice(before);
    expect(told.map(({ name }) => name)).toEqual(["meeting_changed", "meeting_changed", "meeting_changed"]);
    const now = { id: place.id, code, title: "Weekly sync", locked: true, access: "open", keep: "days", ended: false };
    expect(told.at(-1)?.body).toMatchObject({ meeting: now });
    expect((await changesOf(bob, place, before)).meeting).toMatchObject(now);
    expect((await enter(house, bob, place.id, bob.peer)).meeting).toMatchObject(now);
    await change(host, place, { title: "" });
    expect((await changesOf(bob, place)).meeting.title).toBeNull();
  });

  test("the old code is unknown at once, also to who holds it; who is inside stays", async () => {
    const { place, host, bob } = await scene();
    const { code } = await rotate(host, place);
    expect(code).not.toBe(place.code);
    expect(await refusal(find(place.code))).toBe("meeting/not-found");
    expect(await refusal(tryDoor(house, await person(house), place.code))).toBe("meeting/not-found");
    expect((await find(code)).meeting_id).toBe(place.id);
    expect((await beat(bob)).standing).toBe("in");
  });

  test("a knock that was under way when the code changed does not come in", async () => {
    const { place, host } = await scene();
    const knocking = await house.as(host, async (sql) => {
      await sql`select public.rotate_code(${place.id})`;
      const knocked = refusal(tryDoor(house, await person(house), place.code));
      await untilWaiting(house, "knock");
      return { knocked };
    });
    expect(await knocking.knocked).toBe("meeting/not-found");
  });

  test.each([
    [{ access: "closed" }, "request/invalid"],
    [{ keep: "forever" }, "request/invalid"],
    [{ title: "x".repeat(LIMITS.title.max + 1) }, "title/too-long"],
  ])("%j is refused", async (args, code) => {
    const { place, host } = await scene();
    expect(await refusal(change(host, place, args as Record<string, string>))).toBe(code);
  });
});

describe("hands", () => {
  test("have the order in which they went up; one lowers one's own, who leads any", async () => {
    const { place, host, ana, bob } = await scene();
    const first = (await raise(bob, place)).participant.hand ?? 0;
    const second = (await raise(ana, place)).participant.hand ?? 0;
    expect(second).toBeGreaterThan(first);
    // Up is up: the place in the row stays.
    expect((await raise(bob, place)).participant.hand).toBe(first);
    expect(await refusal(lower(ana, place, bob))).toBe("role/moderator-needed");
    await lower(host, place, bob);
    await lower(ana, place);
    const hands = (await changesOf(host, place)).participants.map(({ hand }) => hand);
    expect(hands).toEqual([null, null, null]);
    expect((await events(house, place.id)).filter(({ name }) => name === "participant_changed")).toHaveLength(7);
  });

  test("go down with leaving, and stay through a lost connection; from outside none goes up", async () => {
    const { place, ana, bob } = await scene();
    await raise(ana, place);
    await raise(bob, place);
    await house.rpc(ana, "leave_call", { call_id: ana.call, peer_id: ana.peer }, nothing);
    await house.admin`update public.call_peers set left_at = now(), left_reason = 'gone' where peer_id = ${bob.peer}`;
    const { participants } = await enter(house, bob, place.id, randomUUID());
    expect(participants.map(({ hand }) => hand !== null)).toEqual([false, false, true]);
    expect(await refusal(raise(ana, place))).toBe("meeting/not-entered");
  });

  test("up and down too often is refused", async () => {
    const { place, ana } = await scene();
    for (let count = 0; count < LIMITS.handsPerMinute; count++) {
      await raise(ana, place);
      await lower(ana, place);
    }
    expect(await refusal(raise(ana, place))).toBe("request/rate-limited");
  });
});

describe("end_meeting", () => {
  test("is one event for all; every door is shut, nothing is written, and who waits hears it", async () => {
    const { place, host, ana, bob } = await scene();
    const own = await post(house, ana, ana.call, { text: "last" });
    await change(host, place, { access: "knock" });
    const eve = await person(house);
    await tryDoor(house, eve, place.code);
    const before = (await events(house, place.id)).length;
    await end(host, place);
    await end(host, place);
    expect((await events(house, place.id)).slice(before).map(({ name }) => name)).toEqual(["meeting_ended"]);
    expect(await doorEventsOf(house, place, eve)).toEqual([{ name: "ended", body: { meeting_id: place.id } }]);
    expect((await beat(bob)).standing).toBe("ended");
    const works = [
      () => find(place.code),
      () => tryDoor(house, eve, place.code),
      () => enter(house, bob, place.id, bob.peer),
      () => post(house, bob, bob.call),
      () => raise(bob, place),
      () => lock(host, place, true),
      () => rotate(host, place),
      () => mute(host, place, bob),
    ];
    for (const work of works) expect(await refusal(work())).toBe("meeting/ended");
    const edit = { line_id: own.id, text: "other words" };
    expect(await refusal(house.rpc(ana, "edit_line", edit, lineShape))).toBe("line/not-found");
    expect(await refusal(house.rpc(eve, "knock_standing", { meeting_id: place.id }, knockStanding))).toBe(
      "meeting/ended",
    );
  });

  test("an account reads on what it attended; a guest no more, until they sign in", async () => {
    const { place, host, ana } = await scene();
    const tom = await join(house, place, { name: "Tom" }, await account(house));
    await post(house, ana, ana.call);
    await end(host, place);
    expect((await historyOf(tom)).lines).toHaveLength(1);
    expect((await changesOf(tom, place)).meeting.ended).toBe(true);
    expect(await refusal(historyOf(ana))).toBe("meeting/not-entered");
    expect(await refusal(changesOf(ana, place))).toBe("meeting/ended");
    const reads = (who: Caller) => house.as(who, async (sql) => (await sql`select from public.lines`).count);
    expect([await reads(tom), await reads(ana)]).toEqual([1, 0]);
    await becomeAccount(house, ana);
    expect(await reads(ana)).toBe(1);
  });

  test("a page that lost the answer and sends its line again still gets it", async () => {
    const { place, host, ana } = await scene();
    const line = await post(house, ana, ana.call, { text: "hola" });
    await end(host, place);
    expect(await post(house, ana, ana.call, { id: line.id, text: "hola" })).toMatchObject({ id: line.id });
  });
});

describe("a guest's meeting", () => {
  const pass = ({ id }: Room) => house.admin`
    update public.meetings set expires_at = expires_at - interval '1 day' where id = ${id}`;

  test("is over after a day, at every door, whether or not anybody noticed; a heartbeat ends it for those inside", async () => {
    const { place, host, ana } = await scene();
    expect((await changesOf(ana, place)).meeting.expires_at).not.toBeNull();
    await pass(place);
    expect(await refusal(find(place.code))).toBe("meeting/ended");
    expect(await refusal(enter(house, ana, place.id, ana.peer))).toBe("meeting/ended");
    expect(await refusal(post(house, ana, ana.call))).toBe("meeting/ended");
    expect(await refusal(mute(host, place, ana))).toBe("meeting/ended");
    expect(await hears(ana, topics.meeting(place.id, 1))).toBe(false);
    expect((await beat(ana)).standing).toBe("ended");
    expect((await beat(host)).standing).toBe("ended");
    expect((await events(house, place.id)).filter(({ name }) => name === "meeting_ended")).toHaveLength(1);
  });

  test("lives on when the guest becomes an account, unless its day had passed", async () => {
    const [going, over] = [await scene(), await scene()];
    await pass(over.place);
    for (const { host } of [going, over]) await becomeAccount(house, host);
    expect((await find(going.place.code)).meeting_id).toBe(going.place.id);
    await house.admin`update public.meetings set created_at = created_at - interval '2 days'`;
    expect((await changesOf(going.host, going.place)).meeting).toMatchObject({ ended: false, expires_at: null });
    expect(await refusal(find(over.place.code))).toBe("meeting/ended");
  });

  test("an account's has no end", async () => {
    const own = await account(house);
    const created = await house.rpc(own, "create_meeting", { id: randomUUID(), access: "knock" }, createdMeeting);
    const [row] = await house.admin`
      select access, expires_at, workspace_id is not null as kept from public.meetings where id = ${created.meeting_id}`;
    expect(row).toEqual({ access: "knock", expires_at: null, kept: true });
  });
});

describe("the lobby's topics", () => {
  test("are heard by who leads, and each door by its own person; nobody writes them", async () => {
    const { place, host, ana } = await scene(await account(house));
    const [eve, mallory, admin] = [await person(house), await person(house), await account(house)];
    await addMember(house, await workspaceOf(house, place.host), admin, "admin");
    await change(host, place, { access: "knock" });
    await tryDoor(house, eve, place.code);
    const door = topics.door(place.id, eve.id);
    const heard = async (topic: string) => [
      await hears(host, topic),
      await hears(admin, topic),
      await hears(ana, topic),
      await hears(eve, topic),
      await hears(mallory, topic),
    ];
    expect(await heard(topics.hosts(place.id))).toEqual([true, true, false, false, false]);
    expect(await heard(door)).toEqual([false, false, false, true, false]);
    expect(await heard(topics.meeting(place.id, 1))).toEqual([true, false, true, false, false]);
    await setRole(host, place, ana, "co-host");
    expect(await hears(ana, topics.hosts(place.id))).toBe(true);
    for (const topic of [door, topics.hosts(place.id)])
      for (const who of [host, eve])
        await expect(
          house.as(who, async (sql) => {
            await sql`select set_config('realtime.topic', ${topic}, true)`;
            await sql`insert into realtime.messages (topic, extension, payload, event, private)
              values (${topic}, 'broadcast', '{}', 'admitted', true)`;
          }),
        ).rejects.toMatchObject({ code: "42501" });
    expect(await lobbyEvents(house, place)).toHaveLength(1);
  });

  test("a heartbeat tells who leads how many wait, so that a lost knock is noticed", async () => {
    const { place, host, ana } = await scene();
    await change(host, place, { access: "knock" });
    await tryDoor(house, await person(house), place.code);
    expect((await beat(host)).waiting).toBe(1);
    expect((await beat(ana)).waiting).toBe(0);
  });
});
