/**
 * Authorization for relay tests before joining and for relays in a call: strangers, denied and removed people first.
 */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import {
  account,
  addMember,
  ageRateLimits,
  enterCall,
  join,
  type MeetingFixture,
  person,
  room,
  tryKnock,
} from "./support/fixtures.ts";
import { moderation } from "./support/moderation.ts";
import { anon, type DatabaseCaller, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { waitingRoom } from "./support/waitingRoom.ts";

const db = testDatabaseForFile();
const { admit, deny, knocking, knocksAge, withdraw } = waitingRoom(db);
const { change, end, lock, remove, rotate } = moderation(db);

const mayTry = (who: DatabaseCaller, { code }: Pick<MeetingFixture, "code">) =>
  db.rpc(who, "authorize_turn_test", { p_code: code }, z.boolean());

describe("authorize_turn_test denies", () => {
  test("visitors without a session", async () => {
    const place = await room(db);
    await expect(mayTry(anon, place)).rejects.toMatchObject({ code: "42501" });
  });

  test("guessed and replaced codes", async () => {
    const eve = await person(db);
    expect(await rejectionCode(mayTry(eve, { code: "0000-0000-0000" }))).toBe("meeting/not-found");
    expect(await rejectionCode(mayTry(eve, { code: "no code" }))).toBe("code/malformed");
    const place = await knocking();
    await rotate(place.host, place);
    expect(await rejectionCode(mayTry(eve, place))).toBe("meeting/not-found");
  });

  test("people without a pending or admitted knock", async () => {
    const place = await knocking();
    const [eve, late, gone, denied] = await Promise.all([1, 2, 3, 4].map(() => person(db)));
    if (!(eve && late && gone && denied)) throw new Error("nobody");
    expect(await mayTry(eve, place)).toBe(false);
    await tryKnock(db, late, place.code);
    await knocksAge(place, SERVER_LIMITS.knockTtlMs);
    expect(await mayTry(late, place)).toBe(false);
    await tryKnock(db, gone, place.code);
    await withdraw(gone, place);
    expect(await mayTry(gone, place)).toBe(false);
    await tryKnock(db, denied, place.code);
    await deny(place.host, place, denied);
    expect(await mayTry(denied, place)).toBe(false);
    // A knock counts only for the user who knocked.
    await tryKnock(db, gone, place.code);
    expect([await mayTry(gone, place), await mayTry(eve, place)]).toEqual([true, false]);
  });

  test("removed people, locked, members-only and ended meetings", async () => {
    const place = await room(db, "Sync", await account(db));
    await join(db, place, { name: "Host" }, place.host);
    const eve = await join(db, place, { name: "Eve" });
    const ana = await person(db);
    await remove(place.host, place, eve);
    expect(await mayTry(eve, place)).toBe(false);
    await change(place.host, place, { access: "open" });
    expect(await mayTry(eve, place)).toBe(false);
    expect(await mayTry(ana, place)).toBe(true);
    await lock(place.host, place, true);
    expect(await mayTry(ana, place)).toBe(false);
    await lock(place.host, place, false);
    await change(place.host, place, { access: "members" });
    expect(await mayTry(ana, place)).toBe(false);
    await end(place.host, place);
    expect(await mayTry(place.host, place)).toBe(false);
  });
});

describe("authorize_turn_test allows", () => {
  test("people who could join", async () => {
    const open = await room(db);
    expect(await mayTry(await person(db), open)).toBe(true);
    const place = await knocking();
    const member = await account(db);
    await addMember(db, place.workspace, member, "member");
    expect(await mayTry(member, place)).toBe(true);
    const tom = await person(db);
    await tryKnock(db, tom, place.code);
    expect(await mayTry(tom, place)).toBe(true);
    await admit(place.host, place, tom);
    expect(await mayTry(tom, place)).toBe(true);
    expect(await mayTry(place.host, place)).toBe(true);
  });

  test("waiting visitors of a locked meeting", async () => {
    const place = await knocking();
    const tom = await person(db);
    await tryKnock(db, tom, place.code);
    await lock(place.host, place, true);
    expect(await mayTry(tom, place)).toBe(true);
  });
});

test("a few requests a minute for each person", async () => {
  const place = await knocking();
  const other = await room(db);
  const eve = await person(db);
  for (let count = 0; count < SERVER_LIMITS.relayTestsPerMinute; count++)
    expect(await mayTry(eve, count === 0 ? other : place)).toBe(count === 0);
  expect(await rejectionCode(mayTry(eve, other))).toBe("request/rate-limited");
  expect(await mayTry(await person(db), other)).toBe(true);
  await ageRateLimits(db, eve, 60);
  expect(await mayTry(eve, other)).toBe(true);
});

describe("authorize_turn", () => {
  const mayUse = (who: DatabaseCaller, { id }: Pick<MeetingFixture, "id">) =>
    db.rpc(who, "authorize_turn", { p_meeting_id: id }, z.boolean());

  test("denies everybody outside", async () => {
    const open = await room(db);
    await expect(mayUse(anon, open)).rejects.toMatchObject({ code: "42501" });
    expect(await mayUse(await person(db), open)).toBe(false);
    expect(await mayUse(open.host, { id: randomUUID() })).toBe(false);
    const place = await knocking();
    const [tom, eve] = [await person(db), await join(db, open, { name: "Eve" })];
    await tryKnock(db, tom, place.code);
    expect(await mayUse(tom, place)).toBe(false);
    await deny(place.host, place, tom);
    expect(await mayUse(tom, place)).toBe(false);
    expect(await mayUse(eve, open)).toBe(true);
    await join(db, open, { name: "Host" }, open.host);
    await remove(open.host, open, eve);
    expect(await mayUse(eve, open)).toBe(false);
  });

  test("allows admitted and joined people until the end", async () => {
    const place = await knocking();
    const [tom, late] = [await person(db), await person(db)];
    for (const who of [tom, late]) {
      await tryKnock(db, who, place.code);
      await admit(place.host, place, who);
      expect(await mayUse(who, place)).toBe(true);
    }
    await enterCall(db, tom, place.id, randomUUID());
    await change(place.host, place, { access: "members" });
    expect([await mayUse(tom, place), await mayUse(late, place)]).toEqual([true, false]);
    await end(place.host, place);
    expect(await mayUse(tom, place)).toBe(false);
  });
});
