/** The names that claimed lines may mention, which translation leaves unchanged. */
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { LIMITS } from "#contracts/limits.ts";
import { join, person, post, room } from "./support/fixtures.ts";
import { service, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();

const claims = z.object({ claimed: z.array(z.object({ line_id: z.guid() })), names: z.array(z.string()) });

/** Posts a line in a meeting with these people, and returns the names of its claim. */
async function namesFor(text: string, people: readonly string[]): Promise<readonly string[]> {
  const meeting = await room(db);
  const ana = await join(db, meeting, { name: "Ana", speaks: "es" });
  const bob = await join(db, meeting, { name: "Bob", reads: "en" });
  await db.admin`update public.participants set admission = 'removed' where user_id = ${bob.id}`;
  for (const [index, name] of people.entries()) {
    const { id } = await person(db);
    await db.admin`
      insert into public.participants (meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq)
      values (${meeting.id}, ${id}, ${100 + index}, 1, 'guest', ${name}, 'en', 'en', 1)`;
  }
  const line = await post(db, ana, ana.call, { text });
  const args = { p_line_ids: [line.id], p_user_id: ana.id, p_language: "en" };
  return (await db.rpc(service, "claim_translations", args, claims)).names.toSorted();
}

describe("claim_translations returns the names", () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ["@Juan Blanco, ¿puedes?", ["Juan Blanco", "Juan Campos", "Eva"], ["Juan Blanco", "Juan Campos"]],
    ["oye @juan", ["Juan Blanco"], ["Juan Blanco"]],
    ["oye @अमित y @ปิ่น", ["अमित", "ปิ่น"], ["अमित", "ปิ่น"]],
    ["oye @José", ["Jose\u0301 Ruiz"], ["Jose\u0301 Ruiz"]],
    ["oye @Jose\u0301", ["José Ruiz"], ["José Ruiz"]],
    ["oye @O’Neil", ["O'Neil"], ["O'Neil"]],
    ["oye @100%_a", ["100%_a", "100xya"], ["100%_a"]],
    ["oye @Bob", [], ["Bob"]],
    ["oye Juan Blanco, ana@correo.example", ["Juan Blanco"], []],
  ])("in %j, from %j: %j", async (text, people, names) => {
    expect(await namesFor(text, people)).toEqual(names);
  });

  test("up to the limit, the longest first", async () => {
    const people = Array.from({ length: LIMITS.mentionsPerLine + 5 }, (_, index) => `Eva ${"x".repeat(index + 1)}`);
    expect(await namesFor("@Eva", people)).toEqual(people.slice(5).toSorted());
  });
});
