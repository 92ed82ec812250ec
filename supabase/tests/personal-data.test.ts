/** The export of a person's own data. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { reacted } from "#contracts/lines.ts";
import {
  EXPORT_PARTS,
  type ExportKey,
  type ExportPart,
  exportAccount,
  exportCount,
  exportPage,
} from "#contracts/personalData.ts";
import { PERSONAL_DATA } from "#contracts/personalDataLimits.ts";
import { captionActions } from "./support/captions.ts";
import { countRowsRead } from "./support/countRows.ts";
import {
  account,
  addMember,
  ageRateLimits,
  join,
  type Person,
  person,
  post,
  room,
  workspaceOf,
} from "./support/fixtures.ts";
import { moderation } from "./support/moderation.ts";
import { storeFile, storeLines } from "./support/sweep.ts";
import { type Argument, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { say, correct, mark } = captionActions(db);
const { remove } = moderation(db);

const argumentsOf = (part: string, key: ExportKey): Record<string, Argument> => ({
  p_part: part,
  p_key: key === null ? null : { json: key },
});
const page = (who: Person, part: string, key: ExportKey = null) =>
  db.rpc(who, "export_page", argumentsOf(part, key), exportPage);
const count = (who: Person, part: string, key: ExportKey = null) =>
  db.rpc(who, "export_count", argumentsOf(part, key), exportCount);
const accountOf = (who: Person) => db.rpc(who, "export_account", {}, exportAccount);

/** Reads all pages of a part. */
async function all(who: Person, part: ExportPart): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let key: ExportKey = null;
  do {
    const { items: more, next } = await page(who, part, key);
    items.push(...more);
    key = next;
    await ageRateLimits(db, who, 61);
  } while (key !== null);
  return items;
}

async function counted(who: Person, part: ExportPart): Promise<number> {
  let total = 0;
  let key: ExportKey = null;
  do {
    const { count: more, next } = await count(who, part, key);
    total += more;
    key = next;
  } while (key !== null);
  return total;
}

async function call() {
  const [ana, bob] = [await account(db), await account(db)];
  const place = await room(db, "Market", bob);
  const host = await join(db, place, { name: "Bob", speaks: "en" }, bob);
  const guest = await join(db, place, { name: "Ana", speaks: "es" }, ana);
  return { ana, bob, place, host, guest };
}

test("export_account returns profile, workspaces and all parts", async () => {
  const ana = await account(db);
  const exported = await accountOf(ana);
  expect(exported).toMatchObject({
    id: ana.id,
    email: `${ana.id}@parley.example`,
    profile: { delete_at: null },
    workspaces: [{ id: await workspaceOf(db, ana), role: "owner" }],
  });
  expect(exported.parts).toEqual([...EXPORT_PARTS]);
});

describe("export_page", () => {
  test("has the person's acts and only readable words of others", async () => {
    const { ana, bob, host, guest, place } = await call();
    const own = await post(db, guest, guest.call, { text: "mine" });
    const other = await post(db, host, host.call, { text: "theirs" });
    await db.rpc(guest, "react_to_line", { p_line_id: other.id, p_emoji: "👍" }, reacted);
    await db.admin`
      insert into public.line_marks (line_id, kind, who, by) values (${other.id}, 'task', ${ana.id}, ${ana.id})`;
    await db.admin`
      insert into public.confirmations (line_id, call_id, asked_by) values (${other.id}, ${guest.call}, ${ana.id})`;
    await db.admin`
      insert into public.translations (line_id, revision, language, status, text, lease_until)
      values (${own.id}, 1, 'en', 'ready', 'translated', now())`;
    await storeFile(db, guest.call, ana.id);
    expect(await all(ana, "meetings")).toMatchObject([{ id: place.id, title: "Market", hosted: false, role: "guest" }]);
    expect(await all(ana, "attendance")).toMatchObject([{ call_id: guest.call, meeting_id: place.id }]);
    expect(await all(ana, "lines")).toMatchObject([
      { id: own.id, text: "mine", translations: [{ language: "en", text: "translated" }], earlier: [] },
    ]);
    expect(await all(ana, "reactions")).toMatchObject([{ line_id: other.id, emoji: "👍" }]);
    for (const part of ["marks", "tasks", "questions"] as const)
      expect(await all(ana, part)).toMatchObject([{ line_id: other.id, meeting_id: place.id, text: "theirs" }]);
    expect(await all(ana, "files")).toMatchObject([{ name: "plan.txt", bytes: 6, deleted_at: null }]);
    for (const part of EXPORT_PARTS) expect(await counted(ana, part)).toBe((await all(ana, part)).length);
    for (const part of EXPORT_PARTS) expect(JSON.stringify(await all(bob, part))).not.toContain("mine");

    // A person who was removed keeps their own words only.
    await db.admin`update public.participants set admission = 'removed' where user_id = ${ana.id}`;
    expect(await all(ana, "marks")).toMatchObject([{ text: null }]);
    expect(await all(ana, "meetings")).toMatchObject([{ title: null }]);
    expect(await all(ana, "lines")).toMatchObject([{ text: "mine" }]);
  });

  test("returns each item once, in pages", async () => {
    const { ana, guest } = await call();
    const lines = PERSONAL_DATA.rowsPerPage * 3 + 1;
    // All have the same time.
    await storeLines(db, guest.call, ana.id, lines);
    const first = await page(ana, "lines");
    expect(first.items).toHaveLength(PERSONAL_DATA.rowsPerPage);
    const ids = (await all(ana, "lines")).map(({ id }) => id);
    expect([ids.length, new Set(ids).size, await counted(ana, "lines")]).toEqual([lines, lines, lines]);
  });

  test("ends pages of long lines early, counting them several times", async () => {
    const { ana, guest } = await call();
    await storeLines(db, guest.call, ana.id, 100);
    await db.admin`update public.lines set text = repeat('م', 4000) where author = ${ana.id}`;
    const { items, next } = await page(ana, "lines");
    expect(items.length).toBeLessThan(50);
    expect(next).not.toBeNull();
    expect((await all(ana, "lines")).length).toBe(100);
    let pages = 0;
    const reading = async () => {
      for (; pages < PERSONAL_DATA.pagesPerMinute; pages += 1) await page(ana, "lines");
    };
    expect(await rejectionCode(reading())).toBe("request/rate-limited");
    expect(pages).toBeLessThan(PERSONAL_DATA.pagesPerMinute / 2);
  });

  test("counts a page by its rows, one at a time", async () => {
    const { ana, guest } = await call();
    await storeLines(db, guest.call, ana.id, PERSONAL_DATA.rowsPerPage);
    let pages = 0;
    const reading = async () => {
      for (; pages < PERSONAL_DATA.pagesPerMinute; pages += 1) await page(ana, "lines");
    };
    expect(await rejectionCode(reading())).toBe("request/rate-limited");
    expect(pages).toBeLessThanOrEqual(
      (PERSONAL_DATA.pagesPerMinute * PERSONAL_DATA.rowsPerTurn) / PERSONAL_DATA.rowsPerPage,
    );
    await ageRateLimits(db, ana, 61);
    await db.as(ana, async (sql) => {
      await sql`select public.export_count('lines')`;
      expect(await rejectionCode(page(ana, "lines"))).toBe("request/busy");
    });
  });

  test("computes the rights of a call once for a page", async () => {
    const { ana, host, guest } = await call();
    await storeLines(db, host.call, host.id, PERSONAL_DATA.rowsPerPage);
    await db.admin`
      insert into public.line_marks (line_id, kind, who, by)
      select id, 'task', ${ana.id}, ${ana.id} from public.lines where call_id = ${guest.call}`;
    const rows = await countRowsRead(db, ana, "export_page", { p_part: "tasks" });
    expect(rows).toBeLessThan(PERSONAL_DATA.rowsPerPage * 8);
    expect((await all(ana, "tasks")).every(({ text }) => text !== null)).toBe(true);
  });

  test("has no words that others wrote into a proposed term", async () => {
    const { ana, bob, place } = await call();
    const workspace = await workspaceOf(db, bob);
    const id = randomUUID();
    await db.admin`
      insert into public.glossary_terms (id, workspace_id, meeting_id, proposed_by, term, language, never, translations, note, state)
      values (${id}, ${workspace}, ${place.id}, ${ana.id}, 'Zephyr', 'en', true, '{}', '', 'proposed')`;
    expect(await all(ana, "terms")).toMatchObject([{ id, term: "Zephyr" }]);
    await db.admin`
      update public.glossary_terms set term = 'a secret', state = 'approved', approved_by = ${bob.id} where id = ${id}`;
    const withoutWords = [{ id, workspace_id: workspace, state: "approved", at: expect.any(String) }];
    expect(await all(ana, "terms")).toEqual(withoutWords);
    // As the deletion of Bob's account leaves it.
    await db.admin`update public.glossary_terms set approved_by = null where id = ${id}`;
    expect(await all(ana, "terms")).toEqual(withoutWords);
    await addMember(db, workspace, ana, "member");
    expect(await all(ana, "terms")).toMatchObject([{ term: "a secret" }]);
  });

  test("has no words of corrections out of the person's sight", async () => {
    const { ana, host, guest, place } = await call();
    const line = await say(guest, { text: "hola" });
    await mark(guest, line.id, "decision");
    await correct(host, line.id, "hello");
    expect(await all(ana, "lines")).toMatchObject([{ text: "hello", earlier: [{ text: "hola" }] }]);
    await correct(guest, line.id, "hello there");
    await remove(host, place, ana);
    expect(await all(ana, "lines")).toMatchObject([{ text: "hello there" }]);
    await correct(host, line.id, "a secret");
    await db.admin`
      insert into public.translations (line_id, revision, language, text, status, lease_until)
      select id, revision, 'fr', 'un secret', 'ready', now() from public.lines where id = ${line.id}`;
    const [exported] = await all(ana, "lines");
    expect(exported).toMatchObject({ text: "hello there", translations: [] });
    expect(JSON.stringify(exported)).not.toMatch(/secret|"hello"/u);
    expect(await all(ana, "marks")).toMatchObject([{ line_id: line.id, text: "hello there" }]);
  });

  test("rejects guests, unknown parts and made-up keys", async () => {
    const guest = await person(db);
    expect(await rejectionCode(page(guest, "lines"))).toBe("account/needed");
    expect(await rejectionCode(count(guest, "lines"))).toBe("account/needed");
    expect(await rejectionCode(accountOf(guest))).toBe("account/needed");
    const ana = await account(db);
    expect(await rejectionCode(page(ana, "lines where true"))).toBe("request/invalid");
    for (const key of [
      ["x", "y"],
      ["2026-13-01", randomUUID()],
      ["infinity or true", randomUUID()],
    ])
      for (const read of [page, count]) expect(await rejectionCode(read(ana, "lines", key))).toBe("request/invalid");
    expect(await rejectionCode(page(ana, "lines", ["x".repeat(2_000)]))).toBe("request/too-large");
    expect(await rejectionCode(page(ana, "reports", [randomUUID(), 1e30, "es"]))).toBe("request/invalid");
  });
});

test("export_count counts many rows in several requests", async () => {
  const { ana, guest } = await call();
  await storeLines(db, guest.call, ana.id, PERSONAL_DATA.rowsPerCount + 5);
  expect(await count(ana, "lines")).toMatchObject({ count: PERSONAL_DATA.rowsPerCount, next: expect.any(Array) });
  expect(await counted(ana, "lines")).toBe(PERSONAL_DATA.rowsPerCount + 5);
});
