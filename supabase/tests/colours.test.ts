/** A person's colour: the same on every page, and distinct from the others of a meeting. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { freeColour, ownColour } from "#contracts/colours.ts";
import { meetingLookup } from "#contracts/meetings.ts";
import { knock, type Person, person, room } from "./support/fixtures.ts";
import { anon, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();

async function personOfColour(colour: number): Promise<Person> {
  for (;;) {
    const candidate = await person(db);
    if (ownColour(candidate.id) === colour) return candidate;
  }
}

test("the database and the pages agree on a person's colour", async () => {
  const ids = Array.from({ length: 40 }, () => randomUUID());
  const rows = await db.admin<{ colour: number }[]>`
    select private.own_colour(id) as colour from unnest(${ids}::uuid[]) with ordinality as given(id, place) order by place`;
  expect(rows.map(({ colour }) => colour)).toEqual(ids.map(ownColour));
});

test("a later participant takes the next free colour", async () => {
  const meeting = await room(db);
  const colours = [];
  for (const who of [await personOfColour(12), await personOfColour(12), await personOfColour(1)])
    colours.push((await knock(db, who, meeting.code)).participant.colour);
  expect(colours).toEqual([12, 1, 2]);
});

test("the colour stays when somebody returns", async () => {
  const meeting = await room(db);
  const [first, second] = [await personOfColour(5), await personOfColour(5)];
  for (const who of [first, second]) await knock(db, who, meeting.code);
  expect((await knock(db, first, meeting.code, { name: "Ana" })).participant.colour).toBe(5);
  expect((await knock(db, second, meeting.code, { name: "Bob" })).participant.colour).toBe(6);
});

test("a thirteenth participant has their own colour again", async () => {
  const meeting = await room(db);
  for (let count = 0; count < 12; count++) await knock(db, await person(db), meeting.code);
  expect((await knock(db, await personOfColour(7), meeting.code)).participant.colour).toBe(7);
  expect(freeColour(7, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])).toBe(7);
});

test("a visitor sees the colour that awaits them", async () => {
  const meeting = await room(db);
  const [first, second] = [await personOfColour(3), await personOfColour(3)];
  await knock(db, first, meeting.code);
  const meOf = async (who: Person | typeof anon) =>
    (await db.rpc(who, "find_meeting", { p_code: meeting.code }, meetingLookup)).me;
  expect(await meOf(second)).toMatchObject({ colour: 4 });
  expect(await meOf(first)).toMatchObject({ colour: 3 });
  expect(await meOf(anon)).toBeNull();
});
