/** Actions of one person that cost others time: large glossaries, repeated entries, rejected input. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { GLOSSARY } from "#contracts/glossaryLimits.ts";
import { LANGUAGE_CODES } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import { account, ageRateLimits, enterCall, events, join, post, room, workspaceOf } from "./support/fixtures.ts";
import { glossaryActions } from "./support/glossary.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { save, propose, scene: glossaryScene } = glossaryActions(db);
const { scene } = moderation(db);

const longWords = () => {
  const word = "字".repeat(GLOSSARY.term.max);
  return Object.fromEntries(LANGUAGE_CODES.filter((code) => code !== "es").map((code) => [code, word]));
};

describe("a glossary", () => {
  test("has a size in bytes", async () => {
    const { host, workspace } = await glossaryScene();
    const id = randomUUID();
    await save(host, workspace, { id, term: "uno" });
    await db.admin`
      insert into public.glossary_terms (id, workspace_id, term, language, never, translations, note, state)
      select gen_random_uuid(), ${workspace}, 'término ' || number, 'es', false, ${db.admin.json(longWords())}, '', 'approved'
      from generate_series(1, 110) as number`;
    // Growing an existing term is no way around it.
    expect(await rejectionCode(save(host, workspace, { id, term: "uno", translations: longWords() }))).toBe(
      "glossary/full",
    );
  });

  test("is announced to twenty open calls at most", async () => {
    const { host, workspace } = await glossaryScene();
    const places = [];
    for (let count = 0; count < 25; count++) {
      const place = await room(db, "Trip", host);
      await join(db, place, { name: "Host" }, host);
      await ageRateLimits(db, host, 3_600);
      await db.admin`update public.meetings set created_at = created_at - interval '2 hours' where host = ${host.id}`;
      places.push(place);
    }
    expect(await workspaceOf(db, host)).toBe(workspace);
    await save(host, workspace);
    const announced = await Promise.all(
      places.map(async ({ id }) => (await events(db, id)).some(({ name }) => name === "meeting_changed")),
    );
    expect(announced.filter(Boolean)).toHaveLength(20);
  });
});

test("a call keeps the last peers of a person alone", async () => {
  const { place, ana } = await scene();
  for (let count = 0; count < 5; count++) {
    await enterCall(db, ana, place.id, randomUUID());
    await db.admin`
      update public.call_peers set left_at = left_at - interval '10 minutes' where call_id = ${ana.call} and left_at is not null`;
  }
  const peers = await db.admin`select from public.call_peers where call_id = ${ana.call} and user_id = ${ana.id}`;
  expect(peers.count).toBe(2);
});

describe("rejected input", () => {
  const cost = async (run: () => Promise<unknown>): Promise<number> => {
    let least = Number.POSITIVE_INFINITY;
    for (let count = 0; count < 5; count++) {
      const started = performance.now();
      await run();
      least = Math.min(least, performance.now() - started);
    }
    return least;
  };

  test("costs little more than its parsing", async () => {
    const { place } = await scene();
    const mallory = await join(db, await room(db), { name: "Mallory" });
    const glossary = await glossaryScene();
    const inAllLanguages = (word: string) =>
      Object.fromEntries(LANGUAGE_CODES.filter((code) => code !== "es").map((code) => [code, word]));
    const numbers = Array.from({ length: 12_000 }, () => 1);
    const translations = Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`x${at}`, "y"]));
    const text = "\r\n".repeat(32_000);
    // Composing them takes time that grows with the square of their number.
    const marks = `a${"\u0301".repeat(12_000)}${"\u0323".repeat(12_000)}`;
    const refused: readonly (readonly [unknown, () => Promise<unknown>])[] = [
      [
        numbers,
        () => db.rpc(mallory, "post_captions", { p_call_id: mallory.call, p_captions: { json: numbers } }, z.unknown()),
      ],
      [translations, () => save(mallory, place.id, { translations })],
      [marks, () => save(mallory, place.id, { translations: { en: marks } })],
      [text, () => post(db, mallory, mallory.call, { text })],
      ...[175, GLOSSARY.term.max].map((pairs) => {
        const words = inAllLanguages("\u0301\u0323".repeat(pairs));
        return [words, () => propose(glossary.ana, glossary.place, { translations: words })] as const;
      }),
    ];
    for (const [input, send] of refused) {
      const json = JSON.stringify(input);
      const parsing = await cost(() => db.as(mallory, (sql) => sql`select jsonb_typeof(${json}::text::jsonb)`));
      const spent = await cost(() => rejectionCode(send()));
      expect(spent).toBeLessThan(4 * parsing + 10);
    }
  });

  test("is measured in characters before it is cleaned", async () => {
    const mallory = await join(db, await room(db), { name: "Mallory" });
    const blanks = (count: number) => `x${" ".repeat(count)}`;
    expect((await post(db, mallory, mallory.call, { text: blanks(LIMITS.message.max) })).text).toBe("x");
    expect(await rejectionCode(post(db, mallory, mallory.call, { text: blanks(LIMITS.message.max + 400) }))).toBe(
      "line/too-long",
    );
  });

  test("has no number with hidden digits", async () => {
    for (const number of ["1e5000", "-1e5000", "1e-5000", "0e-5000", "0.0e-300"]) {
      const text = `[{"id":${number}}]`;
      const owned = db.admin`select private.require_json_size(${text}::text::jsonb, 1000, 'request/invalid')`;
      expect(await rejectionCode(owned)).toBe("request/invalid");
    }
    await db.admin`select private.require_json_size('[0, 1.5, -2e20, "1e5000", null]', 1000, 'request/invalid')`;
  });
});

test("admits only functions by POST, before their work", async () => {
  const ana = await account(db);
  const admit = (method: string, path: string) =>
    db.as(ana, async (sql) => {
      await sql`select set_config('request.method', ${method}, true), set_config('request.path', ${path}, true)`;
      await sql`select private.admit_request()`;
    });
  for (const method of ["GET", "HEAD", "PATCH"])
    expect(await rejectionCode(admit(method, "/rpc/changes_since"))).toBe("request/not-taken");
  for (const path of ["/", "/lines", "/%72pc/changes_since", "//rpc/changes_since"])
    for (const method of ["GET", "POST"]) expect(await rejectionCode(admit(method, path))).toBe("request/not-taken");
  await admit("POST", "/rpc/changes_since");
});

test("a rejected read of changes adds up no stays", async () => {
  const place = await room(db);
  const ana = await join(db, place);
  await db.admin`
    insert into private.rate_limits (user_id, action, times)
    values (${ana.id}, 'changesPerMinute', array_fill(now(), array[10000]))
    on conflict (user_id, action) do update set times = excluded.times`;
  const scans = await db.as(ana, async (sql) => {
    const count = async () => {
      const [row] = await sql<{ scans: number }[]>`
        select coalesce(sum(idx_scan + seq_scan), 0)::int as scans from pg_stat_xact_all_tables
        where schemaname = 'public' and relname = 'attendance'`;
      return row?.scans ?? 0;
    };
    const before = await count();
    const refused = sql.savepoint((inner) => inner`select public.changes_since(${place.id}, 0)`);
    expect(await rejectionCode(refused)).toBe("request/rate-limited");
    return (await count()) - before;
  });
  expect(scans).toBe(0);
});
