/** Claims of translations, and their results. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { LIMITS } from "#contracts/limits.ts";
import { changes } from "#contracts/meetings.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { translateResponse } from "#contracts/translate.ts";
import { events, join, person, post, room } from "./support/fixtures.ts";
import { rejectionCode, service, testDatabaseForFile, waitForBlockedQuery } from "./support/testDatabase.ts";

const db = testDatabaseForFile();

const claims = z.object({
  claimed: z.array(
    z.object({
      line_id: z.guid(),
      revision: z.int(),
      language: z.string(),
      text: z.string(),
      target: z.string(),
      claim: z.guid(),
    }),
  ),
  others: translateResponse.shape.results,
  absent: z.array(z.guid()),
});
const claim = (lines: readonly string[], user: string) =>
  db.rpc(service, "claim_translations", { p_line_ids: lines, p_user_id: user }, claims);

/** The result of an engine. Without `claim` it is for the row's current claim. */
interface Outcome {
  line_id: string;
  revision?: number;
  language: string;
  status: string;
  text?: string;
  engine?: string;
  reason?: string;
  claim?: string;
  sent?: boolean;
  counts?: boolean;
}
async function store(results: readonly Outcome[], user?: string) {
  const claims = await db.admin<{ line_id: string; language: string; claim: string }[]>`
    select line_id, language, claim from public.translations`;
  const given = results.map(({ line_id, language, ...result }) => {
    const claimRow = claims.find((row) => row.line_id === line_id && row.language === language);
    return { revision: 1, claim: claimRow?.claim ?? null, line_id, language, ...result };
  });
  return db.rpc(
    service,
    "store_translations",
    { p_results: { json: given }, ...(user !== undefined && { p_user_id: user }) },
    translateResponse.shape.results,
  );
}

const standing = async (line: string) => {
  const rows = await db.admin<{ language: string; status: string; text: string | null; attempts: number }[]>`
    select language, status, text, attempts from public.translations where line_id = ${line} order by language`;
  return [...rows];
};
const leaseOver = (line: string) =>
  db.admin`update public.translations set lease_until = now() - interval '1 second' where line_id = ${line}`;

/** Creates a call where Ana writes Spanish and Bob reads English, with one line of Ana's. */
async function scene(text = "hola") {
  const meeting = await room(db);
  const ana = await join(db, meeting, { speaks: "es" });
  const bob = await join(db, meeting, { speaks: "en" });
  const line = await post(db, ana, ana.call, { text });
  return { meeting, ana, bob, line };
}

beforeEach(() => db.admin`delete from public.usage`);

describe("claim_translations", () => {
  test("claims the call's languages except the line's own", async () => {
    const { ana, line } = await scene();
    expect(await claim([line.id], ana.id)).toEqual({
      claimed: [
        { line_id: line.id, revision: 1, language: "es", text: "hola", target: "en", claim: expect.any(String) },
      ],
      others: [],
      absent: [],
    });
    expect(await standing(line.id)).toMatchObject([{ language: "en", status: "claimed", attempts: 1 }]);
  });

  test("concurrent claims give one lease", async () => {
    const { ana, bob, line } = await scene();
    const answers = await Promise.all([ana, bob].map(({ id }) => claim([line.id], id)));
    expect(answers.flatMap(({ claimed }) => claimed)).toHaveLength(1);
    expect(answers.flatMap(({ others }) => others)).toEqual([
      { line_id: line.id, language: "en", status: "claimed", reason: null },
    ]);
  });

  test("a second claim learns of the lease", async () => {
    const { ana, bob, line } = await scene();
    const second = await db.as(service, async (sql) => {
      await sql`select public.claim_translations(${[line.id]}, ${ana.id})`;
      const asking = claim([line.id], bob.id);
      await waitForBlockedQuery(db, "claim_translations");
      return { asking };
    });
    expect(await second.asking).toMatchObject({ claimed: [], others: [{ status: "claimed" }] });
    expect(await standing(line.id)).toMatchObject([{ attempts: 1 }]);
  });

  test("an author's early claim waits for the line", async () => {
    const { meeting, ana } = await scene();
    await join(db, meeting, { speaks: "en" });
    const caption = { id: randomUUID(), language: "es", text: "adiós", ago: 0, ms: 100 };
    const { asking } = await db.as(ana, async (sql) => {
      await sql`select public.post_captions(${ana.call}, ${sql.json([caption])})`;
      const asking = claim([caption.id], ana.id);
      await waitForBlockedQuery(db, "claim_translations");
      return { asking };
    });
    expect((await asking).claimed).toMatchObject([{ line_id: caption.id, target: "en" }]);
    await db.as(service, async (sql) => {
      await sql`select public.claim_translations(${[caption.id]}, ${ana.id})`;
      await post(db, ana, ana.call, { text: "otra" });
    });
  });

  test("denies outsiders and removed participants", async () => {
    const { meeting, ana, line } = await scene();
    const fr = await join(db, meeting, { speaks: "fr" });
    await db.admin`update public.participants set admission = 'removed' where user_id = ${fr.id}`;
    await db.admin`
      insert into public.participants (meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq)
      values (${meeting.id}, ${(await person(db)).id}, 9, 9, 'guest', 'Waiting', 'de', 'de', 0)`;
    expect((await claim([line.id], ana.id)).claimed.map(({ target }) => target)).toEqual(["en"]);
  });

  test("claims at most eight languages, most read first", async () => {
    const { meeting, ana, line } = await scene();
    const tags = ["fr", "de", "it", "pt", "uk", "pl", "nl", "sv", "zh-Hans", "zh-Hans"];
    for (const [index, tag] of tags.entries()) {
      const { id } = await person(db);
      await db.admin`
        insert into public.participants (meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq)
        values (${meeting.id}, ${id}, ${index + 10}, ${index + 1}, 'guest', 'G', ${tag}, ${tag}, 0)`;
      await db.admin`insert into public.attendance (call_id, user_id) values (${line.call_id}, ${id})`;
      await db.admin`
        insert into public.call_peers (call_id, peer_id, user_id, join_number)
        values (${line.call_id}, ${id}, ${id}, ${index + 10})`;
    }
    const { claimed } = await claim([line.id], ana.id);
    expect(claimed).toHaveLength(SERVER_LIMITS.targetLanguages);
    expect(claimed[0]?.target).toBe("zh-Hans");
  });

  test("treats unreadable and unknown lines alike", async () => {
    const { ana, line } = await scene();
    const stranger = await person(db);
    const ids = [line.id, randomUUID()];
    expect(await claim(ids, stranger.id)).toEqual({ claimed: [], others: [], absent: ids });
    expect(await standing(line.id)).toEqual([]);
    expect((await claim(ids, ana.id)).absent).toEqual(ids.slice(1));
  });

  test("expired leases pass on, three attempts in all", async () => {
    const { ana, line } = await scene();
    for (let attempt = 1; attempt <= SERVER_LIMITS.translationAttempts; attempt++) {
      expect((await claim([line.id], ana.id)).claimed).toHaveLength(1);
      expect((await claim([line.id], ana.id)).claimed).toHaveLength(0);
      await leaseOver(line.id);
    }
    const final = [{ line_id: line.id, language: "en", status: "unavailable", reason: "translate/unavailable" }];
    expect(await claim([line.id], ana.id)).toEqual({ claimed: [], others: final, absent: [] });
    expect(await claim([line.id], ana.id)).toEqual({ claimed: [], others: final, absent: [] });
  });

  test("spends nothing while no engine is up", async () => {
    const { ana, line } = await scene();
    const down = () =>
      db.rpc(service, "claim_translations", { p_line_ids: [line.id], p_user_id: ana.id, p_engine_up: false }, claims);
    const missing = [{ line_id: line.id, language: "en", status: "failed", reason: "translate/unavailable" }];
    expect(await down()).toEqual({ claimed: [], others: missing, absent: [] });
    expect(await standing(line.id)).toEqual([]);
    expect(await db.admin`select from public.usage where kind = 'translate'`).toHaveLength(0);
    await claim([line.id], ana.id);
    await store([{ line_id: line.id, language: "en", status: "ready", text: "hello" }]);
    expect((await down()).others).toMatchObject([{ status: "ready", reason: null }]);
  });

  test("limits the batch", async () => {
    const lines = Array.from({ length: LIMITS.linesPerTranslateRequest + 1 }, () => randomUUID());
    expect(await rejectionCode(claim(lines, randomUUID()))).toBe("request/invalid");
  });
});

describe("store_translations", () => {
  test("writes and broadcasts once for all languages", async () => {
    const { meeting, ana, line } = await scene();
    await join(db, meeting, { speaks: "fr" });
    await claim([line.id], ana.id);
    const before = await events(db, meeting.id);
    const seq = before.at(-1)?.body.seq ?? 0;
    const stored = await store([
      { line_id: line.id, language: "en", status: "ready", text: " hello ", engine: "apertium" },
      { line_id: line.id, language: "fr", status: "unavailable", reason: "translate/unsupported-pair" },
    ]);
    expect(stored).toEqual([
      {
        ...{ line_id: line.id, language: "en", status: "ready", reason: null },
        made: { revision: 1, text: "hello" },
      },
      { line_id: line.id, language: "fr", status: "unavailable", reason: "translate/unsupported-pair" },
    ]);
    const broadcasts = await events(db, meeting.id);
    expect(broadcasts).toHaveLength(before.length + 1);
    const ready = { language: "en", revision: 1, status: "ready", text: "hello", engine: "apertium", reason: null };
    expect(broadcasts.at(-1)).toMatchObject({
      name: "translated",
      body: { seq: seq + 1, line_id: line.id, translations: [ready, { language: "fr", text: null }] },
    });

    // A client that missed the broadcast gets it by changes.
    const missed = await db.rpc(ana, "changes_since", { p_meeting_id: meeting.id, p_after_seq: seq }, changes);
    expect(missed).toMatchObject({ seq: seq + 1, lines: [{ id: line.id, translations: [ready, {}] }] });
  });

  test("ignores late results", async () => {
    const { meeting, ana, line } = await scene();
    await claim([line.id], ana.id);
    await store([{ line_id: line.id, language: "en", status: "ready", text: "hello" }]);
    const broadcastCount = (await events(db, meeting.id)).length;
    expect(await store([{ line_id: line.id, language: "en", status: "ready", text: "other" }])).toEqual([]);
    expect(await standing(line.id)).toMatchObject([{ text: "hello" }]);

    const second = await post(db, ana, ana.call);
    await claim([second.id], ana.id);
    await db.admin`update public.lines set revision = 2 where id = ${second.id}`;
    expect(await store([{ line_id: second.id, language: "en", status: "ready", text: "hello" }])).toEqual([]);
    expect((await events(db, meeting.id)).length).toBe(broadcastCount + 1);
  });

  test("rejects unclaimed translations", async () => {
    const { line } = await scene();
    expect(await store([{ line_id: line.id, language: "en", status: "ready", text: "hello" }])).toEqual([]);
    expect(await store([{ line_id: randomUUID(), language: "en", status: "ready", text: "hello" }])).toEqual([]);
    expect(await standing(line.id)).toEqual([]);
  });

  test("the third failure is final", async () => {
    const { ana, line } = await scene();
    const statuses: (string | undefined)[] = [];
    for (let attempt = 1; attempt <= SERVER_LIMITS.translationAttempts; attempt++) {
      expect((await claim([line.id], ana.id)).claimed).toHaveLength(1);
      const [stored] = await store([
        { line_id: line.id, language: "en", status: "failed", reason: "translate/unavailable" },
      ]);
      statuses.push(stored?.status);
    }
    expect(statuses).toEqual(["failed", "failed", "unavailable"]);
    expect((await claim([line.id], ana.id)).others).toMatchObject([{ status: "unavailable" }]);
  });

  test.each([
    ["", "blank"],
    [" \n", "blank"],
    ["x".repeat(LIMITS.translation.max + 1), "endless"],
  ])("an invalid text counts as failed (%#: $1)", async (text) => {
    const { ana, line } = await scene();
    await claim([line.id], ana.id);
    expect(await store([{ line_id: line.id, language: "en", status: "ready", text }])).toEqual([
      { line_id: line.id, language: "en", status: "failed", reason: "translate/unavailable" },
    ]);
  });

  test("locks the meeting first to avoid deadlocks", async () => {
    const { meeting, ana, line } = await scene();
    await claim([line.id], ana.id);
    const write = await db.admin.begin(async (sql) => {
      await sql`select from public.meetings where id = ${meeting.id} for no key update`;
      const storing = store([{ line_id: line.id, language: "en", status: "ready", text: "hello" }]);
      await waitForBlockedQuery(db, "store_translations");
      await sql`select from public.translations where line_id = ${line.id} for update nowait`;
      return { storing };
    });
    expect(await write.storing).toHaveLength(1);
  });
});
