/** Creating a meeting, finding it by its code, and its entry rule. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ownColour } from "#contracts/colours.ts";
import { LIMITS } from "#contracts/limits.ts";
import { createdMeeting, meetingLookup } from "#contracts/meetings.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { agePeers, events, join, knock, person, room } from "./support/fixtures.ts";
import { anon, emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const find = (code: string, who: Parameters<typeof db.rpc>[0] = anon) =>
  db.rpc(who, "find_meeting", { p_code: code }, meetingLookup);

describe("create_meeting", () => {
  test("a repeat creates one meeting", async () => {
    const host = await person(db);
    const id = randomUUID();
    const create = () =>
      db.rpc(host, "create_meeting", { p_meeting_id: id, p_title: " Weekly \n sync " }, createdMeeting);
    const [first, second] = await Promise.all([create(), create()]);
    expect(second).toEqual(first);
    expect(first.code).toMatch(/^[0-9a-hjkmnp-tv-z]{12}$/u);
    expect((await find(first.code)).title).toBe("Weekly sync");
  });

  test("a foreign id reveals no code", async () => {
    const { id } = await room(db);
    const other = await person(db);
    expect(await rejectionCode(db.rpc(other, "create_meeting", { p_meeting_id: id }, createdMeeting))).toBe(
      "request/not-allowed",
    );
  });

  test("codes differ and use the whole alphabet", async () => {
    const rows = await db.admin<{ code: string }[]>`
      select private.new_meeting_code() as code from generate_series(1, 400)`;
    expect(new Set(rows.map(({ code }) => code)).size).toBe(400);
    expect(new Set(rows.flatMap(({ code }) => [...code])).size).toBe(32);
  });

  test("accepts 120 characters; blank means no title", async () => {
    const host = await person(db);
    const create = (title: string | null) =>
      db.rpc(host, "create_meeting", { p_meeting_id: randomUUID(), p_title: title }, createdMeeting);
    await create("😀".repeat(LIMITS.title.max));
    expect(await rejectionCode(create("x".repeat(LIMITS.title.max + 1)))).toBe("title/too-long");
    expect((await find((await create(" \u200B ")).code)).title).toBeNull();
  });

  test("rate-limits by hour; repeats still succeed", async () => {
    const host = await person(db);
    const ids = Array.from({ length: SERVER_LIMITS.meetingsPerHour }, () => randomUUID());
    const create = (id: string) => db.rpc(host, "create_meeting", { p_meeting_id: id }, createdMeeting);
    for (const id of ids) await create(id);
    expect(await rejectionCode(create(randomUUID()))).toBe("request/rate-limited");
    await create(ids[0] ?? "");
    await db.admin`update public.meetings set created_at = created_at - interval '1 hour' where id = ${ids[0] ?? ""}`;
    await create(randomUUID());
  });

  test("rejects a missing id or user", async () => {
    const host = await person(db);
    expect(await rejectionCode(db.rpc(host, "create_meeting", { p_meeting_id: null }, createdMeeting))).toBe(
      "request/invalid",
    );
    expect(await rejectionCode(db.rpc(anon, "create_meeting", { p_meeting_id: randomUUID() }, createdMeeting))).toMatch(
      /^42501/u,
    );
  });
});

describe("find_meeting", () => {
  test("finds by code in any notation, without writing", async () => {
    const { id, code, host } = await room(db, "Sync");
    const typed = ` ${code.slice(0, 4).toUpperCase()}-${code.slice(4, 8)}-${code.slice(8)} `;
    const manner = {
      access: "open",
      locked: false,
      keep: "days",
      kept_days: 7,
      reading: "call",
      replaces: null,
      entry: "open",
    };
    const found = { meeting_id: id, ...manner, state: "idle", full: false, title: "Sync", host_name: null };
    expect(await find(typed)).toEqual({ ...found, inside: [], me: null });
    const unknown = { colour: ownColour(host.id), display_name: null, speaks: null, reads: null };
    expect(await find(code, host)).toEqual({ ...found, inside: [], me: unknown });
    const [users] = await db.admin`select count(*)::int from public.participants where meeting_id = ${id}`;
    expect(users?.count).toBe(0);
  });

  test("lists people inside without timed-out peers", async () => {
    const meeting = await room(db);
    const { call } = await join(db, meeting, { name: "Ana", speaks: "es", reads: "ca" });
    expect(await find(meeting.code)).toMatchObject({
      state: "live",
      inside: [{ number: 1, display_name: "Ana", speaks: "es", reads: "ca" }],
    });
    await agePeers(db, call, 61);
    expect(await find(meeting.code)).toMatchObject({ state: "idle", inside: [] });
  });

  test("is full for everybody but the people inside", async () => {
    const meeting = await room(db);
    const inside = [];
    for (const name of ["Ana", "Ben", "Chloé", "Dee"])
      inside.push(await join(db, meeting, { name, speaks: "en", reads: "en" }));
    expect((await find(meeting.code)).full).toBe(true);
    expect((await find(meeting.code, inside[0])).full).toBe(false);
    const [ana] = inside;
    if (ana === undefined) throw new Error("nobody inside");
    await db.rpc(ana, "leave_call", { p_call_id: ana.call, p_peer_id: ana.peer }, emptyResult);
    expect((await find(meeting.code)).full).toBe(false);
  });

  test("returns the last used or profile values", async () => {
    const here = await room(db);
    const elsewhere = await room(db);
    const guest = await person(db);
    await knock(db, guest, here.code, { name: "Ana", speaks: "es", reads: "ca" });
    const ana = { colour: ownColour(guest.id), display_name: "Ana", speaks: "es", reads: "ca" };
    expect((await find(here.code, guest)).me).toEqual(ana);
    expect((await find(elsewhere.code, guest)).me).toEqual(ana);
    await knock(db, guest, elsewhere.code, { name: "Anna", speaks: "ca", reads: "ca" });
    expect((await find(here.code, guest)).me).toEqual({ ...ana, display_name: "Anna", speaks: "ca" });
    expect((await find(elsewhere.code, guest)).me).toMatchObject({ display_name: "Anna" });
  });

  test("returns the entered name without its number", async () => {
    const meeting = await room(db);
    await join(db, meeting, { name: "Ana", speaks: "es", reads: "ca" });
    const guest = await person(db);
    expect(await knock(db, guest, meeting.code, { name: "Ana", speaks: "ca", reads: "ca" })).toMatchObject({
      participant: { display_name: "Ana 2" },
    });
    expect((await find(meeting.code, guest)).me).toMatchObject({ display_name: "Ana", reads: "ca" });
  });

  test.each(["", "k3f9", "k3f92mxa7qpdd", "u3f92mxa7qpd", "'; drop table meetings;", "x".repeat(10_000), "%"])(
    "rejects the code %j",
    async (code) => {
      expect(await rejectionCode(find(code))).toBe("code/malformed");
    },
  );

  test("an unknown code finds nothing", async () => {
    expect(await rejectionCode(find("0000-0000-0000"))).toBe("meeting/not-found");
  });
});

describe("knock", () => {
  test("assigns host, guests and numbers", async () => {
    const { code, host } = await room(db);
    const guest = await person(db);
    expect((await knock(db, guest, code, { name: "Bob", speaks: "en" })).participant).toMatchObject({
      user_id: guest.id,
      number: 1,
      role: "guest",
      admission: "admitted",
      speaks: "en",
      reads: "en",
    });
    expect((await knock(db, host, code)).participant).toMatchObject({ number: 2, role: "host" });
    const [profile] = await db.admin`
      select display_name, speaks, reads from public.profiles where id = ${guest.id}`;
    expect(profile).toEqual({ display_name: "Bob", speaks: "en", reads: "en" });
  });

  test("a repeat updates and broadcasts only changes", async () => {
    const meeting = await room(db);
    const { id, code, host } = meeting;
    // Events need somebody who receives them.
    await join(db, meeting);
    const first = await knock(db, host, code, { name: "Ana" });
    expect(await knock(db, host, code, { name: " Ana " })).toEqual(first);
    await knock(db, host, code, { name: "Ana", reads: "en" });
    expect((await events(db, id)).map(({ name, body }) => [name, body.seq])).toEqual([
      ["peer_joined", 2],
      ["participant_changed", 3],
      ["participant_changed", 4],
    ]);
  });

  test("concurrent knocks get unique numbers", async () => {
    const { code } = await room(db);
    const people = await Promise.all(Array.from({ length: 6 }, () => person(db)));
    const entered = await Promise.all(people.map((who) => knock(db, who, code)));
    expect(entered.map(({ participant }) => participant.number).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test.each([
    ["", "name/empty"],
    [" \u200B\u202E ", "name/empty"],
    ["x".repeat(61), "name/too-long"],
    ["x".repeat(10_000), "name/too-long"],
  ])("rejects the name %j", async (name, code) => {
    const { code: link, host } = await room(db);
    expect(await rejectionCode(knock(db, host, link, { name }))).toBe(code);
  });

  test("keeps HTML as text, strips direction marks", async () => {
    const { code, host } = await room(db);
    const { participant } = await knock(db, host, code, {
      name: "<b>Ana</b>\u202E\u0000".replace("\u0000", "\u0007"),
    });
    expect(participant.display_name).toBe("<b>Ana</b>");
  });

  test.each(["xx", "EN", "es-MX", "", "zh"])("rejects the language %j", async (tag) => {
    const { code, host } = await room(db);
    expect(await rejectionCode(knock(db, host, code, { speaks: tag, reads: "es" }))).toBe("language/unknown");
    expect(await rejectionCode(knock(db, host, code, { speaks: "es", reads: tag }))).toBe("language/unknown");
  });

  test("a removed participant cannot knock back in", async () => {
    const { id, code } = await room(db);
    const guest = await person(db);
    await knock(db, guest, code);
    await db.admin`update public.participants set admission = 'removed' where meeting_id = ${id}`;
    expect(await rejectionCode(knock(db, guest, code, { name: "Other" }))).toBe("meeting/removed");
  });

  test("distinguishes unknown from malformed codes", async () => {
    const who = await person(db);
    expect(await rejectionCode(knock(db, who, "000000000000"))).toBe("meeting/not-found");
    expect(await rejectionCode(knock(db, who, "meeting"))).toBe("code/malformed");
  });
});
