/** The waiting room: knocking, waiting, admission, denial, and access to the list. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { admittedAll, heartbeat } from "#contracts/meetings.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import {
  account,
  addMember,
  ageRateLimits,
  becomeAccount,
  enterCall,
  events,
  knockEventsOf,
  type MeetingFixture,
  moderatorsEvents,
  type Person,
  person,
  tryKnock,
} from "./support/fixtures.ts";
import { emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { waitingRoom } from "./support/waitingRoom.ts";

const db = testDatabaseForFile();
const { find, waitingIn, standing, withdraw, admit, deny, knocksAge, knocking } = waitingRoom(db);
const admitAll = ({ id, host }: MeetingFixture, people: readonly Person[]) =>
  db.rpc(host, "admit_all", { p_meeting_id: id, p_user_ids: people.map((visitor) => visitor.id) }, admittedAll);

describe("a knock", () => {
  test("notifies moderators only and grants nothing", async () => {
    const place = await knocking();
    const eve = await person(db);
    const before = (await events(db, place.id)).length;
    const result = await tryKnock(db, eve, place.code, { name: "Eve", speaks: "en", reads: "fr" });
    expect(result.admission).toBe("waiting");
    const eves = { user_id: eve.id, display_name: "Eve", speaks: "en", reads: "fr" };
    expect(await moderatorsEvents(db, place)).toEqual([{ name: "waiting_participants_changed", body: {} }]);
    expect(await waitingIn(place, place.host)).toMatchObject([eves]);
    expect((await events(db, place.id)).length).toBe(before);
    expect(await rejectionCode(enterCall(db, eve, place.id, randomUUID()))).toBe("meeting/not-entered");
    expect(await find(place.code, eve)).toMatchObject({ entry: "knock", title: null, inside: [] });
    // The profile keeps the values of the last knock.
    expect((await find(place.code, eve)).me).toMatchObject({ display_name: "Eve", speaks: "en", reads: "fr" });
  });

  test("shows whether somebody inside can admit", async () => {
    const place = await knocking();
    const [eve, gus] = [await person(db), await person(db)];
    await tryKnock(db, gus, place.code);
    await admit(place.host, place, gus);
    const [hostPeer, guestPeer] = [randomUUID(), randomUUID()];
    const { call } = await enterCall(db, place.host, place.id, hostPeer);
    await enterCall(db, gus, place.id, guestPeer);
    const waitingOf = async (who: Person, peer: string) =>
      (await db.rpc(who, "heartbeat", { p_call_id: call.id, p_peer_id: peer }, heartbeat)).waiting;
    expect(await tryKnock(db, eve, place.code)).toMatchObject({ admission: "waiting", moderated: true });
    expect([await waitingOf(place.host, hostPeer), await waitingOf(gus, guestPeer)]).toEqual([1, 0]);
    await db.rpc(place.host, "leave_call", { p_call_id: call.id, p_peer_id: hostPeer }, emptyResult);
    expect(await standing(eve, place)).toMatchObject({ admission: "waiting", moderated: false });
    expect(await waitingOf(gus, guestPeer)).toBe(1);
    expect(await rejectionCode(waitingIn(place, gus))).toBe("role/moderator-needed");
    // A visitor learns no name and no number of those inside.
    expect(await find(place.code, eve)).toMatchObject({ entry: "knock", state: "live", title: null, inside: [] });
  });

  test("a repeat notifies only of changes", async () => {
    const place = await knocking();
    const eve = await person(db);
    const first = await tryKnock(db, eve, place.code);
    await knocksAge(place, 60_000);
    const again = await tryKnock(db, eve, place.code);
    if (first.admission !== "waiting" || again.admission !== "waiting") throw new Error("not waiting");
    expect(Date.parse(again.until)).toBe(Date.parse(first.until) - 60_000);
    await tryKnock(db, eve, place.code, { name: "Eva" });
    expect(await moderatorsEvents(db, place)).toHaveLength(2);
    expect(await waitingIn(place, place.host)).toMatchObject([{ display_name: "Eva" }]);
  });

  test("expires after 30 minutes and can be repeated", async () => {
    const place = await knocking();
    const eve = await person(db);
    await tryKnock(db, eve, place.code);
    expect((await standing(eve, place)).admission).toBe("waiting");
    await knocksAge(place, SERVER_LIMITS.knockTtlMs);
    expect(await standing(eve, place)).toEqual({ admission: "ended", meeting_id: place.id, ran_out: true });
    expect(await waitingIn(place, place.host)).toEqual([]);
    expect(await rejectionCode(admit(place.host, place, eve))).toBe("knock/not-found");
    expect(await rejectionCode(deny(place.host, place, eve))).toBe("knock/not-found");
    expect((await tryKnock(db, eve, place.code)).admission).toBe("waiting");
    expect(await waitingIn(place, place.host)).toHaveLength(1);
  });

  test("is withdrawn once, with notice", async () => {
    const place = await knocking();
    const eve = await person(db);
    await tryKnock(db, eve, place.code);
    await withdraw(eve, place);
    await withdraw(eve, place);
    expect(await waitingIn(place, place.host)).toEqual([]);
    expect(await moderatorsEvents(db, place)).toHaveLength(2);
    expect(await knockEventsOf(db, place, eve)).toEqual([{ name: "withdrawn", body: { meeting_id: place.id } }]);
    expect(await standing(eve, place)).toEqual({ admission: "ended", meeting_id: place.id, ran_out: false });
  });

  test("rejects the fifty-first until a place frees", async () => {
    const place = await knocking();
    const people = await Promise.all(Array.from({ length: SERVER_LIMITS.waitingParticipants }, () => person(db)));
    await db.admin`
      insert into public.knocks (meeting_id, user_id, display_name, speaks, reads)
      select ${place.id}, id, 'Eve', 'en', 'en' from unnest(${people.map(({ id }) => id)}::uuid[]) as id`;
    const late = await person(db);
    expect(await rejectionCode(tryKnock(db, late, place.code))).toBe("meeting/lobby-full");
    // A waiting visitor can still change their name.
    expect((await tryKnock(db, people[0] as Person, place.code)).admission).toBe("waiting");
    await withdraw(people[1] as Person, place);
    expect((await tryKnock(db, late, place.code)).admission).toBe("waiting");
    expect(await waitingIn(place, place.host)).toHaveLength(SERVER_LIMITS.waitingParticipants);
  });

  test("is rate-limited for each person", async () => {
    const place = await knocking();
    const eve = await person(db);
    for (let count = 0; count < SERVER_LIMITS.knocksPerMinute; count++) await tryKnock(db, eve, place.code);
    expect(await rejectionCode(tryKnock(db, eve, place.code))).toBe("request/rate-limited");
    expect((await tryKnock(db, await person(db), place.code)).admission).toBe("waiting");
    await ageRateLimits(db, eve, 60);
    expect((await tryKnock(db, eve, place.code)).admission).toBe("waiting");
  });
});

describe("admit", () => {
  test("creates the participant and notifies everybody", async () => {
    const place = await knocking();
    const eve = await person(db);
    await tryKnock(db, eve, place.code, { name: "Eve", speaks: "en" });
    const { participant } = await admit(place.host, place, eve);
    expect(participant).toMatchObject({ user_id: eve.id, number: 2, role: "guest", admission: "admitted" });
    expect(await knockEventsOf(db, place, eve)).toEqual([{ name: "admitted", body: { meeting_id: place.id } }]);
    expect(await moderatorsEvents(db, place)).toHaveLength(2);
    expect((await events(db, place.id)).at(-1)).toMatchObject({
      name: "participant_changed",
      body: { participant },
    });
    expect(await standing(eve, place)).toEqual({ admission: "admitted", meeting_id: place.id, participant });
    await enterCall(db, eve, place.id, randomUUID());
    expect(await waitingIn(place, place.host)).toEqual([]);
    // The next day they can join.
    expect((await tryKnock(db, eve, place.code, { name: "Eve", speaks: "en" })).admission).toBe("admitted");
  });

  test("concurrent admits broadcast once", async () => {
    const place = await knocking();
    const other = await account(db);
    await addMember(db, place.workspace, other, "admin");
    const eve = await person(db);
    await tryKnock(db, eve, place.code);
    const [first, second] = await Promise.all([admit(place.host, place, eve), admit(other, place, eve)]);
    expect(first).toEqual(second);
    expect(await knockEventsOf(db, place, eve)).toHaveLength(1);
  });

  test("admits listed knocks in order", async () => {
    const place = await knocking();
    const people = await Promise.all(Array.from({ length: 6 }, () => person(db)));
    const [old, denied, gone, first, second, unseen] = people as [Person, Person, Person, Person, Person, Person];
    await tryKnock(db, old, place.code);
    await knocksAge(place, SERVER_LIMITS.knockTtlMs);
    for (const who of [denied, gone, first, second]) await tryKnock(db, who, place.code);
    await deny(place.host, place, denied);
    await withdraw(gone, place);
    const seen = [second, old, denied, gone, first, await person(db)];
    await tryKnock(db, unseen, place.code);
    const broadcastCount = (await moderatorsEvents(db, place)).length;
    expect(await admitAll(place, seen)).toEqual({ admitted: 2 });
    const numbers = await db.admin<{ user_id: string }[]>`
      select user_id from public.participants where meeting_id = ${place.id} order by number`;
    expect(numbers.map(({ user_id }) => user_id)).toEqual([place.host.id, first.id, second.id]);
    expect(await waitingIn(place, place.host)).toMatchObject([{ user_id: unseen.id }]);
    // One broadcast for all of them.
    expect(await moderatorsEvents(db, place)).toHaveLength(broadcastCount + 1);
    expect(await admitAll(place, [])).toEqual({ admitted: 0 });
  });

  test("rejects an empty or oversized list", async () => {
    const place = await knocking();
    const eve = await person(db);
    await tryKnock(db, eve, place.code);
    const many = Array.from({ length: SERVER_LIMITS.waitingParticipants + 1 }, () => eve.id);
    for (const user_ids of [null, many])
      expect(
        await rejectionCode(
          db.rpc(place.host, "admit_all", { p_meeting_id: place.id, p_user_ids: user_ids }, admittedAll),
        ),
      ).toBe("request/invalid");
    expect(await waitingIn(place, place.host)).toHaveLength(1);
  });

  test("needs a knock, or readmits a removed participant", async () => {
    const place = await knocking();
    const eve = await person(db);
    expect(await rejectionCode(admit(place.host, place, eve))).toBe("knock/not-found");
    await tryKnock(db, eve, place.code);
    await admit(place.host, place, eve);
    await db.rpc(place.host, "remove_participant", { p_meeting_id: place.id, p_user_id: eve.id }, emptyResult);
    expect(await rejectionCode(tryKnock(db, eve, place.code))).toBe("meeting/removed");
    expect(await rejectionCode(standing(eve, place))).toBe("meeting/removed");
    expect((await admit(place.host, place, eve)).participant).toMatchObject({ admission: "admitted", number: 2 });
    await enterCall(db, eve, place.id, randomUUID());
  });
});

describe("a removed person", () => {
  test.each(["at the removal", "after it"])("stays outside when waiting %s", async (moment) => {
    const place = await knocking();
    const { host } = place;
    const [eve, bob] = [await person(db), await person(db)];
    for (const who of [eve, bob]) {
      await tryKnock(db, who, place.code);
      await admit(host, place, who);
    }
    const remove = (who: Person) =>
      db.rpc(host, "remove_participant", { p_meeting_id: place.id, p_user_id: who.id }, emptyResult);
    // The door closes, so Eve, who is not inside, knocks again.
    await remove(bob);
    expect((await tryKnock(db, eve, place.code)).admission).toBe("waiting");
    await remove(eve);
    expect(await waitingIn(place, host)).toEqual([]);
    if (moment === "after it")
      await db.admin`
        insert into public.knocks (meeting_id, user_id, display_name, speaks, reads)
        values (${place.id}, ${eve.id}, 'Eve', 'es', 'es')`;
    expect(await admitAll(place, [eve])).toEqual({ admitted: 0 });
    await db.rpc(host, "update_meeting", { p_meeting_id: place.id, p_access: "open" }, z.unknown());
    expect(await rejectionCode(enterCall(db, eve, place.id, randomUUID()))).toBe("meeting/removed");
    await admit(host, place, eve);
    await enterCall(db, eve, place.id, randomUUID());
  });
});

describe("deny", () => {
  test("blocks knocking for five minutes", async () => {
    const place = await knocking();
    const eve = await person(db);
    await tryKnock(db, eve, place.code);
    await deny(place.host, place, eve);
    await deny(place.host, place, eve);
    const [broadcast, ...more] = await knockEventsOf(db, place, eve);
    expect(more).toEqual([]);
    expect(broadcast).toMatchObject({ name: "denied", body: { meeting_id: place.id } });
    const again = await tryKnock(db, eve, place.code, { name: "Somebody else" });
    expect(again).toMatchObject({ admission: "denied", again_at: expect.any(String) });
    expect(await standing(eve, place)).toEqual(again);
    expect(await waitingIn(place, place.host)).toEqual([]);
    expect(await moderatorsEvents(db, place)).toHaveLength(2);
    await knocksAge(place, SERVER_LIMITS.deniedKnockDelayMs);
    expect((await tryKnock(db, eve, place.code)).admission).toBe("waiting");
  });

  test("survives withdrawing and signing in", async () => {
    const place = await knocking();
    const eve = await person(db);
    await tryKnock(db, eve, place.code);
    await deny(place.host, place, eve);
    await withdraw(eve, place);
    expect((await tryKnock(db, eve, place.code)).admission).toBe("denied");
    await becomeAccount(db, eve);
    expect((await tryKnock(db, eve, place.code)).admission).toBe("denied");
  });

  test("can be reversed by the host", async () => {
    const place = await knocking();
    const eve = await person(db);
    await tryKnock(db, eve, place.code);
    await deny(place.host, place, eve);
    await admit(place.host, place, eve);
    expect((await knockEventsOf(db, place, eve)).map(({ name }) => name)).toEqual(["denied", "admitted"]);
  });
});
