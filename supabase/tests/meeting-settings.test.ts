/** Settings that moderators change: lock, title, access, code. Also raised hands and the waiting room's topics. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { topics } from "#contracts/realtime.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import {
  account,
  addMember,
  enterCall,
  events,
  moderatorsEvents,
  person,
  tryKnock,
  workspaceOf,
} from "./support/fixtures.ts";
import { moderation } from "./support/moderation.ts";
import { emptyResult, rejectionCode, testDatabaseForFile, waitForBlockedQuery } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { setRole, lock, change, rotate, raise, lower, beat, changesOf, find, scene, receives } = moderation(db);

describe("lock, update_meeting, rotate_code", () => {
  test("broadcasts each change once", async () => {
    const { place, host, bob } = await scene();
    const before = (await events(db, place.id)).length;
    await lock(host, place, true);
    await lock(host, place, true);
    await change(host, place, { title: " Weekly \n sync " });
    await change(host, place, { title: "Weekly sync", access: "open", keep: "days" });
    const { code } = await rotate(host, place);
    const broadcasts = (await events(db, place.id)).slice(before);
    expect(broadcasts.map(({ name }) => name)).toEqual(["meeting_changed", "meeting_changed", "meeting_changed"]);
    const now = { id: place.id, code, title: "Weekly sync", locked: true, access: "open", keep: "days", ended: false };
    expect(broadcasts.at(-1)?.body).toMatchObject({ meeting: now });
    expect((await changesOf(bob, place, before)).meeting).toMatchObject(now);
    expect((await enterCall(db, bob, place.id, bob.peer)).meeting).toMatchObject(now);
    await change(host, place, { title: "" });
    expect((await changesOf(bob, place)).meeting.title).toBeNull();
  });

  test("rate-limits each moderator separately", async () => {
    const { place, host, bob } = await scene();
    await setRole(host, place, bob, "co-host");
    await db.admin`
      update private.rate_limits set times = array_fill(clock_timestamp(), array[${SERVER_LIMITS.moderatorActionsPerMinute}::int])
      where user_id = ${host.id} and action = 'moderatorActionsPerMinute'`;
    const broadcastCount = (await events(db, place.id)).length;
    expect(await rejectionCode(lock(host, place, true))).toBe("request/rate-limited");
    expect(await rejectionCode(rotate(host, place))).toBe("request/rate-limited");
    expect((await events(db, place.id)).length).toBe(broadcastCount);
    await lock(bob, place, true);
    await db.admin`
      update private.rate_limits set times = array_fill(clock_timestamp() - interval '1 minute', array[1])
      where user_id = ${host.id} and action = 'moderatorActionsPerMinute'`;
    expect((await lock(host, place, false)).locked).toBe(false);
  });

  test("a new code replaces the old at once", async () => {
    const { place, host, bob } = await scene();
    const { code } = await rotate(host, place);
    expect(code).not.toBe(place.code);
    expect(await rejectionCode(find(place.code))).toBe("meeting/not-found");
    expect(await rejectionCode(tryKnock(db, await person(db), place.code))).toBe("meeting/not-found");
    expect((await find(code)).meeting_id).toBe(place.id);
    expect((await beat(bob)).standing).toBe("in");
  });

  test("a knock under the old code is rejected", async () => {
    const { place, host } = await scene();
    const knocking = await db.as(host, async (sql) => {
      await sql`select public.rotate_code(${place.id})`;
      const knocked = rejectionCode(tryKnock(db, await person(db), place.code));
      await waitForBlockedQuery(db, "knock");
      return { knocked };
    });
    expect(await knocking.knocked).toBe("meeting/not-found");
  });

  test.each([
    [{ access: "closed" }, "request/invalid"],
    [{ keep: "forever" }, "request/invalid"],
    [{ title: "x".repeat(LIMITS.title.max + 1) }, "title/too-long"],
  ])("rejects %j", async (args, code) => {
    const { place, host } = await scene();
    expect(await rejectionCode(change(host, place, args as Record<string, string>))).toBe(code);
  });
});

describe("hands", () => {
  test("keep their order; moderators lower any", async () => {
    const { place, host, ana, bob } = await scene();
    const first = (await raise(bob, place)).participant.hand ?? 0;
    const second = (await raise(ana, place)).participant.hand ?? 0;
    expect(second).toBeGreaterThan(first);
    // A raised hand keeps its place in the queue.
    expect((await raise(bob, place)).participant.hand).toBe(first);
    expect(await rejectionCode(lower(ana, place, bob))).toBe("role/moderator-needed");
    await lower(host, place, bob);
    await lower(ana, place);
    const hands = (await changesOf(host, place)).participants.map(({ hand }) => hand);
    expect(hands).toEqual([null, null, null]);
    // Two knocks and four changes. The first knock came before the call was open, and nobody could receive it.
    expect((await events(db, place.id)).filter(({ name }) => name === "participant_changed")).toHaveLength(6);
  });

  test("lower on leaving, stay through a lost connection", async () => {
    const { place, ana, bob } = await scene();
    await raise(ana, place);
    await raise(bob, place);
    await db.rpc(ana, "leave_call", { p_call_id: ana.call, p_peer_id: ana.peer }, emptyResult);
    await db.admin`update public.call_peers set left_at = now(), left_reason = 'gone' where peer_id = ${bob.peer}`;
    const { participants } = await enterCall(db, bob, place.id, randomUUID());
    expect(participants.map(({ hand }) => hand !== null)).toEqual([false, false, true]);
    expect(await rejectionCode(raise(ana, place))).toBe("meeting/not-entered");
  });

  test("are rate-limited", async () => {
    const { place, ana } = await scene();
    for (let count = 0; count < SERVER_LIMITS.handsPerMinute; count++) {
      await raise(ana, place);
      await lower(ana, place);
    }
    expect(await rejectionCode(raise(ana, place))).toBe("request/rate-limited");
  });
});

describe("waiting room topics", () => {
  test("reach moderators and the knocking person only", async () => {
    const { place, host, ana } = await scene(await account(db));
    const [eve, mallory, admin] = [await person(db), await person(db), await account(db)];
    await addMember(db, await workspaceOf(db, place.host), admin, "admin");
    await change(host, place, { access: "knock" });
    await tryKnock(db, eve, place.code);
    const knockTopic = topics.knock(place.id, eve.id);
    const receivers = async (topic: string) => [
      await receives(host, topic),
      await receives(admin, topic),
      await receives(ana, topic),
      await receives(eve, topic),
      await receives(mallory, topic),
    ];
    expect(await receivers(topics.moderators(place.id))).toEqual([true, true, false, false, false]);
    expect(await receivers(knockTopic)).toEqual([false, false, false, true, false]);
    expect(await receivers(topics.meeting(place.id, 1, ana.call))).toEqual([true, false, true, false, false]);
    await setRole(host, place, ana, "co-host");
    expect(await receives(ana, topics.moderators(place.id))).toBe(true);
    for (const topic of [knockTopic, topics.moderators(place.id)])
      for (const who of [host, eve])
        await expect(
          db.as(who, async (sql) => {
            await sql`select set_config('realtime.topic', ${topic}, true)`;
            await sql`insert into realtime.messages (topic, extension, payload, event, private)
              values (${topic}, 'broadcast', '{}', 'admitted', true)`;
          }),
        ).rejects.toMatchObject({ code: "42501" });
    expect(await moderatorsEvents(db, place)).toHaveLength(1);
  });

  test("a heartbeat returns the waiting count to moderators", async () => {
    const { place, host, ana } = await scene();
    await change(host, place, { access: "knock" });
    await tryKnock(db, await person(db), place.code);
    expect((await beat(host)).waiting).toBe(1);
    expect((await beat(ana)).waiting).toBe(0);
  });
});
