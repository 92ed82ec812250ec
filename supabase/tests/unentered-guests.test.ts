/** Guests whom an open meeting admitted and who never entered. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { account, enterCall, join, knock, type MeetingFixture, person, room } from "./support/fixtures.ts";
import { emptyResult, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();

/** Admits guests who have not entered for two minutes. */
async function crowd({ id }: MeetingFixture, size: number) {
  const ids = Array.from({ length: size }, () => randomUUID());
  await db.admin`
    insert into auth.users (id, aud, role, is_anonymous)
    select id, 'authenticated', 'authenticated', true from unnest(${ids}::uuid[]) as id`;
  await db.admin`
    insert into public.participants (
      meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq, admitted_at, prunable
    )
    select ${id}, id, 1000 + place, 1, 'guest', 'Crowd', 'en', 'en', 1, now() - interval '2 minutes', true
    from unnest(${ids}::uuid[]) with ordinality as crowd (id, place)`;
}

async function namesIn({ id }: MeetingFixture, pattern = "%") {
  const rows = await db.admin<{ name: string }[]>`
    select display_name as name from public.participants
    where meeting_id = ${id} and display_name like ${pattern} order by number`;
  return rows.map(({ name }) => name);
}

describe("an open meeting", () => {
  test("keeps a number of guests who never enter", async () => {
    const meeting = await room(db);
    await crowd(meeting, SERVER_LIMITS.unenteredGuests + 20);
    await knock(db, await person(db), meeting.code, { name: "Eve" });
    expect(await namesIn(meeting)).toHaveLength(SERVER_LIMITS.unenteredGuests);
    expect(await namesIn(meeting, "Eve")).toEqual(["Eve"]);
  });

  test("deletes nobody who entered, has an account or leads", async () => {
    const meeting = await room(db);
    const ana = await join(db, meeting, { name: "Ana" });
    const [tom, leader] = [await account(db), await person(db)];
    await knock(db, tom, meeting.code, { name: "Tom" });
    await knock(db, leader, meeting.code, { name: "Lea" });
    await db.admin`update public.participants set role = 'co-host' where user_id = ${leader.id}`;
    await db.admin`
      update public.participants set admitted_at = now() - interval '1 hour' where meeting_id = ${meeting.id}`;
    await crowd(meeting, SERVER_LIMITS.unenteredGuests + 20);
    await knock(db, await person(db), meeting.code, { name: "Eve" });
    expect((await namesIn(meeting)).filter((name) => name !== "Crowd")).toEqual(["Ana", "Tom", "Lea", "Eve"]);
    expect(ana.joined).toBe(1);
  });

  test("keeps out whom a moderator removed", async () => {
    const meeting = await room(db);
    await knock(db, meeting.host, meeting.code, { name: "Host" });
    const eve = await person(db);
    await knock(db, eve, meeting.code, { name: "Eve" });
    await db.rpc(meeting.host, "remove_participant", { p_meeting_id: meeting.id, p_user_id: eve.id }, emptyResult);
    await db.admin`update public.meetings set access = 'open' where id = ${meeting.id}`;
    await db.admin`
      update public.participants set admitted_at = now() - interval '1 hour' where user_id = ${eve.id}`;
    await crowd(meeting, SERVER_LIMITS.unenteredGuests + 20);
    await knock(db, await person(db), meeting.code, { name: "Tom" });
    expect(await namesIn(meeting, "Eve")).toEqual(["Eve"]);
  });

  test("lets a guest enter whom others follow", async () => {
    const meeting = await room(db);
    await crowd(meeting, SERVER_LIMITS.unenteredGuests);
    const eve = await person(db);
    await knock(db, eve, meeting.code, { name: "Eve" });
    await db.admin`
      update public.participants set admitted_at = clock_timestamp() where meeting_id = ${meeting.id}
        and display_name = 'Crowd'`;
    await knock(db, await person(db), meeting.code, { name: "Tom" });
    expect((await enterCall(db, eve, meeting.id, randomUUID())).me.user_id).toBe(eve.id);
  });
});
