/** The order of locks, so that no two transactions wait for each other. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { boardActions } from "./support/board.ts";
import { captionActions } from "./support/captions.ts";
import { account, post, workspaceOf } from "./support/fixtures.ts";
import { glossaryActions } from "./support/glossary.ts";
import { lineActions } from "./support/lineActions.ts";
import {
  callFunction,
  rejectionCode,
  service,
  testDatabaseForFile,
  waitForBlockedQuery,
} from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { scene, comment, offerOnBoard, putOnBoard, forwardFile } = boardActions(db);
const { edit } = lineActions(db);
const captions = captionActions(db);
const glossary = glossaryActions(db);

/** Runs a write of a user who waits for their own day of characters. Returns whether a stranger can use the quotas during it. */
async function leavesQuotasToOthers(userId: string, query: string, write: () => Promise<unknown>): Promise<boolean> {
  let written: Promise<unknown> | undefined;
  const taken = await db.admin.begin(async (sql) => {
    await sql`select from public.usage where kind = 'line' and scope = 'user' and subject = ${userId} for update`;
    written = write();
    await waitForBlockedQuery(db, query);
    await sql`set local lock_timeout = '100ms'`;
    const [row] = await sql`
      select private.consume_quota('file', ${randomUUID()}, ${randomUUID()}, 1)
        and private.consume_quota('index', ${randomUUID()}, ${randomUUID()}, 1) as taken`;
    return row?.taken;
  });
  await written;
  return taken;
}

test("a waiting forward or rename leaves the quotas to others", async () => {
  const { place, ana } = await scene();
  const line = await putOnBoard(ana, place.id, { name: "plano.png", type: "image/png" });
  await db.admin`
    insert into public.file_previews (file_id, width, height, picture)
    values (${line.id}, 10, 10, '\\xffd8ff'::bytea || convert_to(repeat('x', 200), 'UTF8'))`;
  const forward = () => forwardFile(ana, line.id, place.id);
  expect(await leavesQuotasToOthers(ana.id, "forward_file", forward)).toBe(true);
  const rename = () => edit(ana, line.id, "Un plano con un nombre más largo.png");
  expect(await leavesQuotasToOthers(ana.id, "edit_line", rename)).toBe(true);
});

test("an id that another transaction stores is rejected at once", async () => {
  const { place, ana, bob } = await scene();
  const { id: file } = await putOnBoard(ana, place.id);
  const id = randomUUID();
  await db.admin.begin(async (sql) => {
    await sql`select private.lock_new_id(${id})`;
    expect(await rejectionCode(comment(bob, file, "¿Cuál?", id))).toBe("request/busy");
    expect(await rejectionCode(forwardFile(ana, file, place.id, id))).toBe("request/busy");
    expect(await rejectionCode(offerOnBoard(ana, place.id, { id }))).toBe("request/busy");
  });
  await comment(bob, file, "¿Cuál?", id);
});

test("a claim waiting for a deleted line holds no translation", async () => {
  const { ana } = await captions.scene();
  const [first, second] = [await post(db, ana, ana.call), await post(db, ana, ana.call)];
  const lines = [first.id, second.id];
  const claim = () =>
    db.rpc(service, "claim_translations", { p_line_ids: lines, p_user_id: ana.id, p_language: "fr" }, z.unknown());
  await claim();
  let claimed: Promise<unknown> | undefined;
  await db.admin.begin(async (sql) => {
    await sql`delete from public.lines where id = ${second.id}`;
    claimed = claim();
    await waitForBlockedQuery(db, "claim_translations");
    const free = await sql`select from public.translations where line_id = ${first.id} for update skip locked`;
    expect(free).toHaveLength(1);
  });
  await claimed;
});

test("captions wait for no captions with the same ids", async () => {
  const { ana } = await captions.scene();
  const other = await captions.scene();
  const items = [captions.captionArgs(), captions.captionArgs()];
  await db.as(ana, async (sql) => {
    await sql`select public.post_captions(${ana.call}, ${sql.json(items)})`;
    const reversed = captions.sayAll(other.ana, other.ana.call, items.toReversed());
    expect(await rejectionCode(reversed)).toBe("request/busy");
  });
});

test("a term that another workspace stores meanwhile keeps its workspace", async () => {
  const { place, host, workspace, ana } = await glossary.scene();
  const eve = await account(db);
  const own = await workspaceOf(db, eve);
  const id = randomUUID();
  const stolen = { id, term: "not", translations: { en: "certainly" } };
  await db.as(ana, async (sql) => {
    await callFunction(sql, "propose_term", { p_meeting_id: place.id, ...glossary.word({ id }) });
    expect(await rejectionCode(glossary.save(eve, own, stolen))).toBe("request/busy");
  });
  expect(await rejectionCode(glossary.save(eve, own, stolen))).toBe("request/not-allowed");
  expect(await glossary.proposedIn(host, place)).toMatchObject([{ id, term: "Puerta Norte", state: "proposed" }]);
  expect(await glossary.glossaryOf(eve, own)).toEqual([]);

  const other = randomUUID();
  await db.as(eve, async (sql) => {
    await callFunction(sql, "save_term", { p_workspace_id: own, ...glossary.word({ id: other, term: "own" }) });
    expect(await rejectionCode(glossary.propose(ana, place, { id: other, term: "theirs" }))).toBe("request/busy");
  });
  expect(await rejectionCode(glossary.propose(ana, place, { id: other, term: "theirs" }))).toBe("request/not-allowed");
  expect(await glossary.glossaryOf(eve, own)).toMatchObject([{ id: other, term: "own" }]);
  expect(await glossary.glossaryOf(host, workspace)).toMatchObject([{ id }]);
});

test("an approved term replaces none of another workspace", async () => {
  const { place, host, ana } = await glossary.scene();
  const eve = await account(db);
  const { id } = await glossary.propose(ana, place);
  const upsert = db.admin`
    select private.upsert_term(
      jsonb_populate_record(
        proposal, jsonb_build_object('workspace_id', ${await workspaceOf(db, eve)}::uuid, 'term', 'not')
      ),
      ${eve.id}::uuid
    )
    from public.glossary_terms as proposal
    where id = ${id}`;
  expect(await rejectionCode(upsert)).toBe("request/not-allowed");
  expect(await glossary.proposedIn(host, place)).toMatchObject([{ id, term: "Puerta Norte", state: "proposed" }]);
});
