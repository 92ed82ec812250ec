/**
 * The rows that each public function reads with its largest input, on a database of 1,000,000 lines. Functions come from
 * pg_catalog, so a new function without an entry in support/rowsRead.ts fails here.
 */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { countRowsRead } from "./support/countRows.ts";
import { growToMillionLines } from "./support/millionLines.ts";
import { personas, type Scene } from "./support/personas.ts";
import { ROWS_READ } from "./support/rowsRead.ts";
import { testDatabaseForFile } from "./support/testDatabase.ts";

const GROWTH_TIMEOUT_MS = 300_000;

const db = testDatabaseForFile();
let scene: Scene;
beforeAll(async () => {
  scene = await personas(db);
  await growToMillionLines(db, scene);
}, GROWTH_TIMEOUT_MS);

// The growth may take longer than a peer may be silent.
beforeEach(() => db.admin`update public.call_peers set last_seen = now() where left_at is null`);

/** Returns the rows that the function reads with its largest input. */
async function rowsRead(name: string): Promise<number> {
  const entry = ROWS_READ[name];
  if (entry === undefined) throw new Error(`${name} has no entry.`);
  return countRowsRead(db, scene.callers[entry.as], name, entry.args(scene));
}

test("the database has 1,000,000 lines", async () => {
  const [row] = await db.admin`select count(*) >= 999000 as large from public.lines`;
  expect(row?.large).toBe(true);
});

test("every public function has an entry", async () => {
  const rows = await db.admin<{ name: string }[]>`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace order by 1`;
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(ROWS_READ).sort());
});

test("functions without sorting call no others that read", async () => {
  const rows = await db.admin<{ name: string; source: string }[]>`
    select proname as name, prosrc as source from pg_proc
    where pronamespace = 'private'::regnamespace and 'enable_sort=off' = any (proconfig)`;
  expect(rows.length).toBeGreaterThan(0);
  const called = rows.flatMap(({ source }) => source.match(/private\.\w+(?=\()/gu) ?? []);
  const constant = ["private.limit_value", "private.start_of_ranges", "private.end_of_ranges"];
  expect(called.filter((name) => !constant.includes(name))).toEqual([]);
});

test.each(Object.keys(ROWS_READ))("%s reads a bounded number of rows", async (name) => {
  expect(await rowsRead(name)).toBeLessThanOrEqual(ROWS_READ[name]?.max ?? 0);
});
