/**
 * Translations of a call's summary for its readers: made once, within the quotas, and again after a glossary change.
 */
import { beforeEach, describe, expect, test } from "vitest";
import { QUOTAS } from "#contracts/quotas.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { captionActions } from "./support/captions.ts";
import { type CallMember, workspaceOf } from "./support/fixtures.ts";
import { glossaryActions } from "./support/glossary.ts";
import { NO_SUMMARY_TASK, summaries } from "./support/summaries.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { say } = captionActions(db);
const { claim, storeTranslation, read, scene, summed } = summaries(db);
const { save, linesWith, again } = glossaryActions(db);

beforeEach(() => db.admin`delete from public.usage`);

const words = (...texts: string[]) => texts.map((text, index) => ({ number: index + 1, text }));

describe("a translation", () => {
  test("is made once for each language, with terms", async () => {
    const it = await scene();
    const { state } = await summed(it);
    expect((await read(it.bob, it.ana.call, "en")).translation).toEqual({ status: "none", reason: null });
    const { work } = await claim(it.bob, { language: "en" });
    expect(work).toMatchObject({ kind: "translate", state, language: "es", target: "en" });
    expect(work?.kind === "translate" && work.sentences).toEqual(words("Ana habló.", "Y otra vez."));
    expect(await claim(it.ana, { language: "en" })).toEqual({ ...NO_SUMMARY_TASK, taken: true });
    const to = { call_id: it.ana.call, state, target: "en" };
    expect(await storeTranslation({ ...to, texts: words("Ana spoke.", "And again.") })).toBe(true);
    expect(await storeTranslation({ ...to, texts: words("Bob spoke.", "Never.") })).toBe(false);
    const { summary, translation } = await read(it.bob, it.ana.call, "en");
    expect(translation).toEqual({ status: "ready", reason: null });
    expect(summary?.sentences.map(({ translation }) => translation)).toEqual(["Ana spoke.", "And again."]);
    expect(await claim(it.ana, { language: "en" })).toEqual(NO_SUMMARY_TASK);
  });

  test("is claimed with the names that it may mention", async () => {
    const it = await scene();
    await summed(it);
    await db.admin`update public.participants set display_name = 'Eva Rojo' where user_id = ${it.bob.id}`;
    await db.admin`
      update public.summary_sentences set text = 'Ana preguntó a @Eva Rojo.' where call_id = ${it.ana.call} and number = 1`;
    expect((await claim(it.bob, { language: "en" })).work).toMatchObject({ names: ["Eva Rojo"] });
  });

  test("is replaced with the summary", async () => {
    const it = await scene();
    const { state } = await summed(it);
    await claim(it.bob, { language: "en" });
    await say(it.ana);
    await summed(it, { again: true });
    expect((await read(it.bob, it.ana.call, "en")).translation).toEqual({ status: "none", reason: null });
    // Another caller holds the lease of the new summary.
    await claim(it.ana, { language: "en" });
    expect(await storeTranslation({ call_id: it.ana.call, state, target: "en", texts: words("Late.") })).toBe(false);
    expect((await read(it.bob, it.ana.call, "en")).translation?.status).toBe("claimed");
  });

  test("has the retry rules of lines", async () => {
    const it = await scene();
    const { state } = await summed(it);
    expect(await claim(it.bob, { language: "en", translatorUp: false })).toMatchObject({
      reason: "translate/unavailable",
    });
    const fails = async (counts: boolean, final = false) => {
      const { work } = await claim(it.bob, { language: "en" });
      expect(work?.kind).toBe("translate");
      const result = { call_id: it.ana.call, state, target: "en", reason: "translate/unavailable", counts, final };
      expect(await storeTranslation(result)).toBe(false);
    };
    for (let index = 0; index < 4; index += 1) await fails(false);
    for (let index = 0; index < SERVER_LIMITS.translationAttempts; index += 1) await fails(true);
    expect(await claim(it.bob, { language: "en" })).toEqual({ ...NO_SUMMARY_TASK, reason: "translate/unavailable" });
    expect((await read(it.bob, it.ana.call, "en")).translation?.status).toBe("unavailable");
  });

  test("consumes the translation quota", async () => {
    const it = await scene();
    await summed(it);
    await db.admin`
      insert into public.usage (day, kind, scope, subject, amount)
      values ((now() at time zone 'utc')::date, 'translate', 'user', ${it.bob.id}, ${QUOTAS.translate.user - 20})`;
    expect(await claim(it.bob, { language: "en" })).toEqual({ ...NO_SUMMARY_TASK, reason: "translate/quota" });
    expect((await claim(it.ana, { language: "en" })).work?.kind).toBe("translate");
  });
});

describe("a summary with changed terms", () => {
  const stands = async (who: CallMember, language: string) => {
    const { summary, translation } = await read(who, who.call, language);
    return { status: translation?.status, texts: summary?.sentences.map((sentence) => sentence.translation) };
  };
  const old = ["Ana spoke.", "And again."];

  /** Creates a summary that is ready in English, failed in French, pending in German, and a term that occurs in it. */
  async function translated(term: object = { term: "habló" }) {
    const it = await scene();
    const workspace = await workspaceOf(db, it.host);
    const { state } = await summed(it);
    const to = (target: string) => ({ call_id: it.ana.call, state, target });
    await claim(it.bob, { language: "en" });
    await storeTranslation({ ...to("en"), texts: words(...old) });
    await claim(it.bob, { language: "fr" });
    await storeTranslation({ ...to("fr"), reason: "translate/unavailable", counts: true, final: true });
    await claim(it.bob, { language: "de" });
    const { id } = await save(it.host, workspace, { language: "es", translations: { en: "took the floor" }, ...term });
    return { ...it, id, to };
  }

  test("is found by members only", async () => {
    const { host, ana, bob, id } = await translated();
    const other = await translated();
    expect(await linesWith(host, id)).toMatchObject([{ call_id: ana.call, lines: 0, sentences: 1 }]);
    for (const who of [ana, bob, other.host]) {
      expect(await rejectionCode(linesWith(who, id))).toBe("request/not-found");
      expect(await rejectionCode(again(who, id, ana.call))).toBe("request/not-found");
    }
    expect(await rejectionCode(again(host, id, other.ana.call))).toBe("request/not-found");
    expect((await stands(bob, "en")).status).toBe("ready");
    expect((await stands(other.bob, "en")).status).toBe("ready");
  });

  test.each([
    ["of another language", { language: "ca", translations: {} }],
    ["inside a longer word", { term: "habl" }],
    ["with a pattern character", { term: "h.bló" }],
  ])("is unaffected by a term %s", async (_, term) => {
    const { host, ana, bob, id } = await translated({ term: "habló", ...term });
    expect(await linesWith(host, id)).toEqual([]);
    expect(await again(host, id, ana.call)).toEqual([]);
    expect((await stands(bob, "en")).status).toBe("ready");
  });

  test("stays until the next reader remakes it", async () => {
    const { host, ana, bob, id, to } = await translated();
    expect(await again(host, id, ana.call)).toEqual([]);
    expect(await stands(bob, "en")).toEqual({ status: "again", texts: old });
    expect((await stands(bob, "fr")).status).toBe("failed");
    expect((await stands(bob, "de")).status).toBe("claimed");
    const { work } = await claim(bob, { language: "en" });
    expect(work).toMatchObject({ kind: "translate", target: "en", terms: [{ term: "habló" }] });
    expect(await stands(ana, "en")).toEqual({ status: "claimed", texts: old });
    expect(await claim(ana, { language: "en" })).toEqual({ ...NO_SUMMARY_TASK, taken: true });
    const made = ["Ana took the floor.", "And again."];
    expect(await storeTranslation({ ...to("en"), texts: words(...made) })).toBe(true);
    expect(await stands(ana, "en")).toEqual({ status: "ready", texts: made });
    expect(await claim(ana, { language: "en" })).toEqual(NO_SUMMARY_TASK);
    expect((await claim(ana, { language: "fr" })).work).not.toBeNull();
  });

  test("stays for good after the last attempt", async () => {
    const { host, ana, bob, id, to } = await translated();
    await again(host, id, ana.call);
    for (let index = 0; index < SERVER_LIMITS.translationAttempts; index += 1) {
      expect((await claim(bob, { language: "en" })).work).not.toBeNull();
      await storeTranslation({ ...to("en"), reason: "translate/unavailable", counts: true, final: false });
      expect(await stands(bob, "en")).toEqual({ status: "again", texts: old });
      await again(host, id, ana.call);
    }
    expect(await claim(bob, { language: "en" })).toEqual(NO_SUMMARY_TASK);
    expect(await stands(bob, "en")).toEqual({ status: "ready", texts: old });
  });

  test("stays when no engine can remake it", async () => {
    const { host, ana, bob, id, to } = await translated();
    await again(host, id, ana.call);
    expect(await claim(bob, { language: "en", translatorUp: false })).toMatchObject({ work: null });
    await claim(bob, { language: "en" });
    await db.admin`
      update public.summary_translations set lease_until = now() - interval '1 second' where call_id = ${ana.call}`;
    expect(await stands(bob, "en")).toEqual({ status: "again", texts: old });
    for (let index = 0; index < SERVER_LIMITS.translationAttempts; index += 1) {
      expect((await claim(bob, { language: "en" })).work).not.toBeNull();
      await storeTranslation({ ...to("en"), reason: "translate/unavailable", counts: false, final: false });
    }
    await claim(bob, { language: "en" });
    await storeTranslation({ ...to("en"), reason: "translate/unsupported-pair", counts: true, final: true });
    expect(await stands(bob, "en")).toEqual({ status: "ready", texts: old });
  });

  test("consumes the reader's quota", async () => {
    const { host, ana, bob, id } = await translated();
    await again(host, id, ana.call);
    await db.admin`delete from public.usage`;
    await db.admin`
      insert into public.usage (day, kind, scope, subject, amount)
      values ((now() at time zone 'utc')::date, 'translate', 'user', ${bob.id}, ${QUOTAS.translate.user - 20})`;
    expect(await claim(bob, { language: "en" })).toEqual({ ...NO_SUMMARY_TASK, reason: "translate/quota" });
    expect(await stands(bob, "en")).toEqual({ status: "again", texts: old });
    expect((await claim(ana, { language: "en" })).work).not.toBeNull();
    const [used] = await db.admin`
      select amount::int from public.usage where kind = 'translate' and subject = ${ana.id}`;
    expect(used?.amount).toBe("Ana habló.Y otra vez.".length);
  });
});
