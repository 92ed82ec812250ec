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
    ["oye @@ana@b.es y @Eva@Bob", ["ana@b.es", "Eva"], ["Ana", "Bob", "Eva", "ana@b.es"]],
  ])("in %j, from %j: %j", async (text, people, names) => {
    expect(await namesFor(text, people)).toEqual(names);
  });

  test("up to the limit, the longest first", async () => {
    const people = Array.from({ length: LIMITS.mentionsPerLine + 5 }, (_, index) => `Eva ${"x".repeat(index + 1)}`);
    expect(await namesFor("@Eva", people)).toEqual(people.slice(5).toSorted());
  });

  test("behind the first mentions of a text", async () => {
    const others = "@x ".repeat(LIMITS.mentionsPerLine - 1);
    expect(await namesFor(`${others}@Eva`, ["Eva"])).toEqual(["Eva"]);
    expect(await namesFor(`${others}@x @Eva`, ["Eva"])).toEqual([]);
  });
});

describe("a request that claims nothing", () => {
  /** Returns the names of claims of long lines, and the least time of three in milliseconds. */
  async function claimLongLines(options: { p_language: string; p_engine_up: boolean }) {
    const meeting = await room(db);
    const ana = await join(db, meeting, { name: "é", speaks: "es" });
    const { count: lines } = await db.admin`
      insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
      select gen_random_uuid(), ${meeting.id}, ${ana.call}, 1000 + n, 1000 + n, ${ana.id}, 'es', ${`@${"e\u0301 ".repeat(1_333)}`}
      from generate_series(1, ${LIMITS.linesPerTranslateRequest}) as n`;
    expect(lines).toBe(LIMITS.linesPerTranslateRequest);
    const rows = await db.admin<{ id: string }[]>`select id from public.lines where call_id = ${ana.call}`;
    const args = { p_line_ids: rows.map(({ id }) => id), p_user_id: ana.id, ...options };
    let least = Number.POSITIVE_INFINITY;
    let names: readonly string[] = [];
    for (let count = 0; count < 3; count++) {
      const started = performance.now();
      const result = await db.rpc(service, "claim_translations", args, claims);
      least = Math.min(least, performance.now() - started);
      expect(result.claimed).toEqual([]);
      names = result.names;
    }
    return { names, least };
  }

  test.each([
    { p_language: "es", p_engine_up: true },
    { p_language: "en", p_engine_up: false },
  ])("reads no names: %j", async (options) => {
    const { names, least } = await claimLongLines(options);
    expect(names).toEqual([]);
    expect(least).toBeLessThan(200);
  });

  test("composes short pieces where a quota is used up", async () => {
    await db.admin`
      insert into public.usage (day, kind, scope, subject, amount)
      values ((now() at time zone 'utc')::date, 'translate', 'all', '00000000-0000-0000-0000-000000000000', 1000000000)
      on conflict (day, kind, scope, subject, part) do update set amount = excluded.amount`;
    expect((await claimLongLines({ p_language: "en", p_engine_up: true })).least).toBeLessThan(400);
  });
});
