/** Readers of a finished call request a language that nobody in the call read. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { LANGUAGES } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import { QUOTAS } from "#contracts/quotas.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { translateResponse } from "#contracts/translate.ts";
import { account, addMember, join, type Person, person, post, room, workspaceOf } from "./support/fixtures.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, service, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { remove, end } = moderation(db);

const { results } = translateResponse.shape;
const claims = z.object({
  claimed: z.array(z.object({ line_id: z.guid(), target: z.string() })),
  others: results,
});
const claim = (who: Person, lines: readonly string[], language: string | null, engineUp = true) =>
  db.rpc(
    service,
    "claim_translations",
    { p_line_ids: lines, p_user_id: who.id, p_engine_up: engineUp, p_language: language },
    claims,
  );
/** Returns the accepted languages. */
const taken = async (who: Person, line: string, language: string | null) =>
  (await claim(who, [line], language)).claimed.map(({ target }) => target);

const store = async (
  line: string,
  language: string,
  text: string | null,
  reason: string | null = null,
  revision = 1,
) => {
  const [row] = await db.admin<{ claim: string }[]>`
    select claim from public.translations
    where line_id = ${line} and revision = ${revision} and language = ${language}`;
  const result = {
    line_id: line,
    revision,
    language,
    status: text ? "ready" : "unavailable",
    text,
    engine: "e",
    reason,
  };
  return db.rpc(
    service,
    "store_translations",
    {
      p_results: { json: [{ ...result, claim: row?.claim ?? null }] },
    },
    results,
  );
};

const rowsOf = async (line: string) => {
  const rows = await db.admin<{ language: string }[]>`
    select language from public.translations where line_id = ${line} order by language`;
  return rows.map(({ language }) => language);
};

/** Creates a call in a workspace: Ana says something in Spanish, Bob reads English, a member never joined. */
async function scene(text = "hola") {
  const host = await account(db);
  const place = await room(db, "Trip", host);
  const workspace = await workspaceOf(db, host);
  const ana = await join(db, place, { name: "Ana", speaks: "es" });
  const bob = await join(db, place, { name: "Bob", speaks: "en" });
  const member = await account(db);
  await addMember(db, workspace, member, "member");
  const line = await post(db, ana, ana.call, { text });
  return { host, place, workspace, ana, bob, member, line };
}

/** More languages than a line may have. Nobody in the scene reads or speaks them. */
const MANY = Object.keys(LANGUAGES)
  .filter((language) => !["es", "en"].includes(language))
  .slice(0, 20);

beforeEach(() => db.admin`delete from public.usage`);

describe("denied readers", () => {
  test("strangers, other workspaces and guest members", async () => {
    const { workspace, line } = await scene();
    const guest = await person(db);
    await addMember(db, workspace, guest, "member");
    const other = await scene();
    for (const who of [await person(db), await account(db), guest, other.host, other.ana])
      expect(await claim(who, [line.id], "fr")).toEqual({ claimed: [], others: [] });
    expect(await rowsOf(line.id)).toEqual([]);
    expect(await db.admin`select from public.usage where kind <> 'line'`).toHaveLength(0);
  });

  test("removed, former guests and former members", async () => {
    const { host, place, ana, bob, member, line } = await scene();
    expect(await taken(member, line.id, "fr")).toEqual(["fr"]);
    await store(line.id, "fr", "salut");
    expect((await claim(bob, [line.id], "fr")).others).toMatchObject([{ made: { revision: 1, text: "salut" } }]);
    await remove(host, place, bob);
    const nothing = { claimed: [], others: [] };
    expect(await claim(bob, [line.id], "fr")).toEqual(nothing);
    await end(host, place);
    expect(await claim(ana, [line.id], "fr")).toEqual(nothing);
    expect(await taken(member, line.id, "de")).toEqual(["de"]);
    await db.admin`delete from public.workspace_members where user_id = ${member.id}`;
    expect(await claim(member, [line.id], "fr")).toEqual(nothing);
  });

  test("readers of a deleted line", async () => {
    const { ana, member, line } = await scene();
    await db.rpc(ana, "delete_line", { p_line_id: line.id }, z.unknown());
    expect(await claim(member, [line.id], "fr")).toEqual({ claimed: [], others: [] });
  });

  test("requests for an unknown language", async () => {
    const { member, line } = await scene();
    for (const language of ["xx", "", "original"])
      expect(await rejectionCode(claim(member, [line.id], language))).toBe("request/invalid");
  });
});

describe("the limit of languages", () => {
  test("claims the call's languages first and reports the rest", async () => {
    const { member, line } = await scene();
    for (const language of MANY.slice(0, SERVER_LIMITS.targetLanguages - 1))
      expect(await taken(member, line.id, language)).toEqual([language]);
    const full = { line_id: line.id, status: "unavailable", reason: "translate/too-many-languages" };
    for (const language of MANY.slice(SERVER_LIMITS.targetLanguages - 1))
      expect(await claim(member, [line.id], language)).toEqual({ claimed: [], others: [{ ...full, language }] });
    expect(await rowsOf(line.id)).toHaveLength(SERVER_LIMITS.targetLanguages - 1);
    // A language of the call's readers has its own place, whoever requests it.
    expect(await taken(member, line.id, "en")).toEqual(["en"]);
  });

  test("readers' requests never displace the call's languages", async () => {
    const { place, ana, member, line } = await scene();
    for (const language of MANY) await claim(member, [line.id], language);
    const late = MANY.at(-1) ?? "";
    await join(db, place, { name: "Late", speaks: late });
    expect((await taken(ana, line.id, null)).sort()).toEqual(["en", late].sort());
  });

  test("failures take no slot; ready texts are returned", async () => {
    const { member, line } = await scene();
    const [first = "", ...others] = MANY;
    expect(await taken(member, line.id, first)).toEqual([first]);
    await store(line.id, first, null, "translate/unsupported-pair");
    for (const language of others.slice(0, SERVER_LIMITS.targetLanguages - 1))
      expect(await taken(member, line.id, language)).toEqual([language]);
    await store(line.id, others[0] ?? "", "made");
    expect((await claim(member, [line.id], others[0] ?? "")).others).toMatchObject([
      { status: "ready", made: { revision: 1, text: "made" } },
    ]);
    expect((await claim(member, [line.id], first)).others).toMatchObject([{ reason: "translate/unsupported-pair" }]);
  });
});

describe("quotas", () => {
  const nobody = "00000000-0000-0000-0000-000000000000";
  test("count for the reader and the meeting", async () => {
    const { place, workspace, member, line } = await scene("hola");
    await claim(member, [line.id], "fr");
    const rows = await db.admin<{ scope: string; subject: string; amount: string }[]>`
      select scope, subject, amount from public.usage where kind = 'translate'`;
    expect(new Set(rows.map(({ scope, subject, amount }) => `${scope} ${subject} ${amount}`))).toEqual(
      new Set([`user ${member.id} 4`, `meeting ${place.id} 4`, `workspace ${workspace} 4`, `all ${nobody} 4`]),
    );
  });

  test.each(["user", "meeting", "all"] as const)("accepts nothing beyond the quota of %s", async (scope) => {
    const { place, member, line } = await scene("hola");
    const subject = { user: member.id, meeting: place.id, all: nobody }[scope];
    await db.admin`
      insert into public.usage (day, kind, scope, subject, amount)
      values ((now() at time zone 'utc')::date, 'translate', ${scope}, ${subject}, ${QUOTAS.translate[scope] - 3})`;
    const refused = { line_id: line.id, language: "fr", status: "failed", reason: "translate/quota" };
    expect(await claim(member, [line.id], "fr")).toEqual({ claimed: [], others: [refused] });
    expect(await rowsOf(line.id)).toEqual([]);
  });

  test("spend nothing while no engine is up", async () => {
    const { member, line } = await scene();
    const refused = { line_id: line.id, language: "fr", status: "failed", reason: "translate/unavailable" };
    expect(await claim(member, [line.id], "fr", false)).toEqual({ claimed: [], others: [refused] });
    expect(await db.admin`select from public.usage where kind <> 'line'`).toHaveLength(0);
  });
});

describe("a reader", () => {
  test("gets exactly the requested language", async () => {
    const { ana, host, member, line } = await scene();
    expect(await taken(member, line.id, "fr")).toEqual(["fr"]);
    const [stored] = await store(line.id, "fr", " salut ");
    expect(stored).toMatchObject({ status: "ready", made: { revision: 1, text: "salut" } });
    for (const who of [member, host, ana])
      expect((await claim(who, [line.id], "fr")).others).toEqual([
        { line_id: line.id, language: "fr", status: "ready", reason: null, made: { revision: 1, text: "salut" } },
      ]);
    expect(await rowsOf(line.id)).toEqual(["fr"]);
  });

  test("gets nothing for the line's own language", async () => {
    const { member, line } = await scene();
    expect(await claim(member, [line.id], "es")).toEqual({ claimed: [], others: [] });
  });

  test("adds no language to later lines", async () => {
    const { ana, member, line } = await scene();
    await claim(member, [line.id], "fr");
    const later = await post(db, ana, ana.call, { text: "adiós" });
    expect(await taken(ana, later.id, null)).toEqual(["en"]);
    await db.rpc(ana, "edit_line", { p_line_id: line.id, p_text: "buenas" }, z.unknown());
    expect(await taken(ana, line.id, null)).toEqual(["en"]);
    expect(await taken(member, line.id, "fr")).toEqual(["fr"]);
  });

  test("gets no translation of an older revision", async () => {
    const { ana, member, line } = await scene();
    await claim(member, [line.id], "fr");
    await store(line.id, "fr", "salut");
    await db.rpc(ana, "edit_line", { p_line_id: line.id, p_text: "buenas" }, z.unknown());
    expect(await claim(member, [line.id], "fr")).toMatchObject({ claimed: [{ target: "fr" }], others: [] });
    await store(line.id, "fr", "bonjour", null, 2);
    expect((await claim(member, [line.id], "fr")).others).toMatchObject([{ made: { revision: 2, text: "bonjour" } }]);
  });

  test("retranslation includes the readers' languages", async () => {
    const { ana, member, line } = await scene();
    await claim(member, [line.id], "fr");
    await store(line.id, "fr", "salut");
    await db.admin`update public.translations set again = true, lease_until = now() where line_id = ${line.id}`;
    expect((await taken(ana, line.id, null)).sort()).toEqual(["en", "fr"]);
    await store(line.id, "fr", "bonjour");
    expect((await claim(member, [line.id], "fr")).others).toMatchObject([{ made: { text: "bonjour" } }]);
  });

  test("skips unknown ids and limits the batch", async () => {
    const { member } = await scene();
    expect(await claim(member, [randomUUID()], "fr")).toEqual({ claimed: [], others: [] });
    const many = Array.from({ length: LIMITS.linesPerTranslateRequest + 1 }, () => randomUUID());
    expect(await rejectionCode(claim(member, many, "fr"))).toBe("request/invalid");
  });
});
