/** Entry to a meeting by access, lock and workspace, and the names of participants. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import {
  account,
  addMember,
  enterCall,
  join,
  knock,
  knockEventsOf,
  moderatorsEvents,
  person,
  room,
  tryKnock,
  workspaceOf,
} from "./support/fixtures.ts";
import { moderation } from "./support/moderation.ts";
import { emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { waitingRoom } from "./support/waitingRoom.ts";

const db = testDatabaseForFile();
const { find, waitingIn, standing, admit, deny, knocking } = waitingRoom(db);
const { change, lock } = moderation(db);

describe("entry", () => {
  test("workspace members enter without knocking", async () => {
    const place = await knocking();
    for (const role of ["member", "admin"]) {
      const who = await account(db);
      await addMember(db, place.workspace, who, role);
      expect(await find(place.code, who)).toMatchObject({ entry: "open", title: "Budget" });
      expect((await tryKnock(db, who, place.code)).admission).toBe("admitted");
    }
    expect((await tryKnock(db, await account(db), place.code)).admission).toBe("waiting");
  });

  test("members-only closes to others, except the host", async () => {
    const host = await account(db);
    const place = await room(db, null, host);
    const before = await join(db, place);
    await db.rpc(before, "leave_call", { p_call_id: before.call, p_peer_id: before.peer }, emptyResult);
    await change(host, place, { access: "members" });
    expect((await find(place.code, before)).entry).toBe("members");
    expect(await rejectionCode(tryKnock(db, before, place.code))).toBe("meeting/members-only");
    expect(await rejectionCode(enterCall(db, before, place.id, randomUUID()))).toBe("meeting/members-only");
    expect(await rejectionCode(tryKnock(db, await account(db), place.code))).toBe("meeting/members-only");
    const member = await account(db);
    await addMember(db, await workspaceOf(db, host), member, "member");
    await join(db, place, {}, member);
    await join(db, place, {}, host);
  });

  test("a guest's meeting cannot be members-only", async () => {
    const place = await room(db);
    expect(await rejectionCode(change(place.host, place, { access: "members" }))).toBe("request/invalid");
    const wanted = { p_meeting_id: randomUUID(), p_access: "members" };
    expect(await rejectionCode(db.rpc(place.host, "create_meeting", wanted, emptyResult))).toBe("request/invalid");
  });

  test("a lock stops newcomers but no returning participants", async () => {
    const place = await knocking();
    const inside = await person(db);
    await tryKnock(db, inside, place.code);
    await admit(place.host, place, inside);
    const waiting = await person(db);
    await tryKnock(db, waiting, place.code);
    await lock(place.host, place, true);
    const member = await account(db);
    await addMember(db, place.workspace, member, "member");
    for (const who of [await person(db), member]) {
      expect((await find(place.code, who)).entry).toBe("locked");
      expect(await rejectionCode(tryKnock(db, who, place.code))).toBe("meeting/locked");
    }
    expect((await tryKnock(db, inside, place.code)).admission).toBe("admitted");
    await enterCall(db, inside, place.id, randomUUID());
    await admit(place.host, place, waiting);
    await enterCall(db, waiting, place.id, randomUUID());
    await lock(place.host, place, false);
    await join(db, place, {}, member);
  });

  test("opening admits waiting visitors unless locked", async () => {
    const place = await knocking();
    const [eve, mallory] = [await person(db), await person(db)];
    await tryKnock(db, eve, place.code);
    await change(place.host, place, { access: "open" });
    expect((await standing(eve, place)).admission).toBe("admitted");
    await change(place.host, place, { access: "knock" });
    await tryKnock(db, mallory, place.code);
    await lock(place.host, place, true);
    await change(place.host, place, { access: "open" });
    expect((await standing(mallory, place)).admission).toBe("waiting");
    // Unlocked, the meeting admits newcomers, so pending knocks are admitted too.
    await lock(place.host, place, false);
    expect((await standing(mallory, place)).admission).toBe("admitted");
    expect((await knockEventsOf(db, place, mallory)).map(({ name }) => name)).toEqual(["admitted"]);
    expect(await waitingIn(place, place.host)).toEqual([]);
  });

  test("unlocking a knock meeting admits nobody", async () => {
    const place = await knocking();
    const eve = await person(db);
    await tryKnock(db, eve, place.code);
    for (const locked of [true, false]) await lock(place.host, place, locked);
    expect((await standing(eve, place)).admission).toBe("waiting");
  });

  test("turning members-only rejects waiting visitors with reason", async () => {
    const place = await knocking();
    const [eve, denied, member] = [await person(db), await person(db), await account(db)];
    for (const who of [eve, denied, member]) await tryKnock(db, who, place.code);
    await deny(place.host, place, denied);
    await addMember(db, place.workspace, member, "member");
    const broadcastCount = (await moderatorsEvents(db, place)).length;
    await change(place.host, place, { access: "members" });
    expect((await knockEventsOf(db, place, eve)).at(-1)).toEqual({
      name: "members_only",
      body: { meeting_id: place.id },
    });
    for (const who of [eve, denied]) expect(await rejectionCode(standing(who, place))).toBe("meeting/members-only");
    expect(await moderatorsEvents(db, place)).toHaveLength(broadcastCount + 1);
    expect(await waitingIn(place, place.host)).toMatchObject([{ user_id: member.id }]);
    expect(await rejectionCode(admit(place.host, place, eve))).toBe("knock/not-found");
    await admit(place.host, place, member);
    // With knocking again, a denied visitor stays denied.
    await change(place.host, place, { access: "knock" });
    expect((await standing(denied, place)).admission).toBe("denied");
    expect((await standing(eve, place)).admission).toBe("ended");
  });

  test("only insiders update their profile", async () => {
    const place = await knocking();
    const [eve, away] = [await person(db), await person(db)];
    for (const who of [eve, away]) {
      await tryKnock(db, who, place.code);
      await admit(place.host, place, who);
    }
    const peer = randomUUID();
    const { call } = await enterCall(db, eve, place.id, peer);
    await change(place.host, place, { access: "members" });
    const other = { name: "Eva", speaks: "es", reads: "fr" };
    const result = await tryKnock(db, eve, place.code, other);
    expect(result).toMatchObject({ admission: "admitted", participant: { display_name: "Eva", reads: "fr" } });
    expect(await rejectionCode(tryKnock(db, away, place.code, other))).toBe("meeting/members-only");
    await db.rpc(eve, "leave_call", { p_call_id: call.id, p_peer_id: peer }, emptyResult);
    expect(await rejectionCode(tryKnock(db, eve, place.code, other))).toBe("meeting/members-only");
  });
});

describe("a duplicate name", () => {
  test("gets a number until the room is empty", async () => {
    const place = await room(db);
    await join(db, place, { name: "Ana" });
    const other = await join(db, place, { name: "ＡＮＡ" });
    const [second] = (await find(place.code)).inside.slice(-1);
    expect(second?.display_name).toBe("ＡＮＡ 2");
    expect((await knock(db, await person(db), place.code, { name: "ana" })).participant.display_name).toBe("ana 3");
    await db.admin`update public.call_peers set left_at = now(), left_reason = 'left'`;
    expect((await knock(db, other, place.code, { name: "ＡＮＡ" })).participant.display_name).toBe("ＡＮＡ");
  });

  test("gets a number when the difference is invisible", async () => {
    const place = await room(db);
    await join(db, place, { name: "Ana" });
    const seen = [];
    for (const name of ["Ana\u00AD", "A\u200Cna", "\u061CAna", "An\uFE0Fa", "\u3164Ana"])
      seen.push((await knock(db, await person(db), place.code, { name })).participant.display_name);
    expect(seen).toEqual(["Ana 2", "A\u200Cna 2", "Ana 2", "An\uFE0Fa 2", "Ana 2"]);
  });

  test("gets a number when letters only look alike", async () => {
    const place = await room(db);
    await join(db, place, { name: "Ilya Romero" });
    const seen = [];
    // A small L, Cyrillic, Greek with Cyrillic, Cherokee, two letters as one; then a name that only begins alike.
    for (const name of ["llya Romero", "Ilya Rоmеrо", "Ιlуa Rοmerο", "Ilya ᏒOMERO", "Ilya Rornero", "Ilya Romera"])
      seen.push((await knock(db, await person(db), place.code, { name })).participant.display_name);
    expect(seen.map((name) => name.endsWith(" 2"))).toEqual([true, true, true, true, true, false]);
  });

  test.each([
    ...["Tоm", "Tⲟm", "Tჿm", "T𐐬m", "Tဝm", "Tסm", "Tهm", "T٥m", "T०m", "T০m", "T౦m", "Tଠm", "Tዐm"],
    ...["𐌕om", "ᴛom", "Том", "TOᴍ", "T\u{1D428}m", "Torn"],
  ])("gets a number for %j beside Tom", async (name) => {
    const place = await room(db);
    await join(db, place, { name: "Tom" });
    expect((await knock(db, await person(db), place.code, { name })).participant.display_name).toBe(`${name} 2`);
  });

  test.each([
    ["Алёна", "Aлëнa"],
    ["Bjørn", "Bjo\u0338rn"],
    ["O'Brien", "O’Brien"],
    ["Matsuo", "Maʦuo"],
  ])("gets a number beside %j for %j", async (taken, name) => {
    const place = await room(db);
    await join(db, place, { name: taken });
    expect((await knock(db, await person(db), place.code, { name })).participant.display_name).toBe(`${name} 2`);
  });

  test("stays as it is among different names", async () => {
    const names = [
      "Tom Tim Tóm Tòm Aisha Aylin Jon Jan Øyvind Łucja Đorđe Minh Mình Mịnh",
      "Вова Вера Олег Ольга Пётр Йосип Іван Γιώργος Υακίνθη Σοφία Արամ Գոռ Զոռ",
      "محمد أحمد فاطمة هدى ثریا پریا علی עידו עידן משה אסתר राम रमा सीता",
      "ดา ตา ชาย ซาย ஐயர் ஜயர் គីម គិម 王芳 王方 山口 さくら カタリナ 국기 구끼 지우",
    ].flatMap((line) => line.split(" "));
    const [row] = await db.admin<{ alike: string[] }[]>`
      select array_agg(a || ' = ' || b) as alike
      from unnest(${names}::text[]) as a, unnest(${names}::text[]) as b
      where a < b and private.name_forms(a) && private.name_forms(b)`;
    expect(row).toEqual({ alike: null });
  });

  test("concurrent equal names differ after entry", async () => {
    const place = await room(db);
    const people = [await person(db), await person(db)];
    for (const who of people) await knock(db, who, place.code, { name: "Ana" });
    await Promise.all(people.map((who) => enterCall(db, who, place.id, randomUUID())));
    const names = (await find(place.code)).inside.map(({ display_name }) => display_name);
    expect(names.sort()).toEqual(["Ana", "Ana 2"]);
  });

  test("respects the length limit; second tabs keep it", async () => {
    const place = await room(db);
    const long = "😀".repeat(LIMITS.displayName.max);
    await join(db, place, { name: long });
    const second = await join(db, place, { name: long });
    await enterCall(db, second, place.id, randomUUID());
    const names = (await find(place.code)).inside.map(({ display_name }) => display_name);
    expect(names).toEqual([long, `${"😀".repeat(LIMITS.displayName.max - 2)} 2`]);
  });
});
