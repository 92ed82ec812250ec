/** Effects of a glossary: engines receive its terms, and a changed term retranslates lines. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { GLOSSARY } from "#contracts/glossaryLimits.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { captionActions } from "./support/captions.ts";
import { account, ageRateLimits, type CallMember, join, post, room } from "./support/fixtures.ts";
import { glossaryActions } from "./support/glossary.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { save, propose, drop, linesWith, again, claim, scene, fill } = glossaryActions(db);
const { say } = captionActions(db);

const write = (who: CallMember, text: string, language = "es") => post(db, who, who.call, { text, language });
/** Stores a translation as an engine would, without metrics. */
const translated = (line: string, language = "en", status = "ready") => db.admin`
  insert into public.translations (line_id, revision, language, status, text, lease_until, attempts)
  values (${line}, 1, ${language}, ${status}, ${status === "ready" ? "made" : null}, now() - interval '1 second', 3)`;
const standing = async (line: string) => {
  const rows = await db.admin`
    select language, status, again, attempts, text from public.translations where line_id = ${line} order by language`;
  return [...rows];
};

describe("claims", () => {
  test("include approved terms of their languages", async () => {
    const { place, host, workspace, ana, bob } = await scene();
    await join(db, place, { name: "Zoé", speaks: "fr" });
    await save(host, workspace, { term: "puerta", translations: { en: "gate", fr: "porte", ja: "門" } });
    await save(host, workspace, { term: "Parley", never: true });
    await save(host, workspace, { term: "hint alone" });
    await save(host, workspace, { term: "otra", translations: { ja: "別" } });
    await save(host, workspace, { term: "gate", language: "en", translations: { es: "puerta" } });
    await propose(ana, place, { term: "propuesta", translations: { en: "proposed" } });
    const other = await scene();
    await save(other.host, other.workspace, { term: "ajena", never: true });

    const lines = [await write(ana, "uno"), await write(ana, "dos")];
    const result = await claim(
      ana,
      lines.map(({ id }) => id),
    );
    expect(result.claimed).toHaveLength(4);
    expect(result.claimed.every(({ workspace_id }) => workspace_id === workspace)).toBe(true);
    const spanish = { workspace_id: workspace, language: "es" };
    expect(result.terms).toEqual([
      { ...spanish, term: "Parley", never: true, translations: {} },
      { ...spanish, term: "puerta", never: false, translations: { en: "gate", fr: "porte" } },
    ]);
    const english = await write(bob, "three", "en");
    expect((await claim(bob, [english.id])).terms).toMatchObject([{ term: "gate", translations: { es: "puerta" } }]);
    // Without a claim there are no terms.
    expect((await claim(bob, [english.id])).terms).toEqual([]);
  });

  test("keep workspaces apart; guests have no terms", async () => {
    const [first, second] = [await scene(), await scene()];
    const there = await join(db, second.place, { name: "Ana" }, { role: "authenticated", id: first.ana.id });
    await save(first.host, first.workspace, { term: "aquí", never: true });
    await save(second.host, second.workspace, { term: "allí", never: true });
    const free = await room(db);
    const alone = await join(db, free, {}, { role: "authenticated", id: first.ana.id });
    await join(db, free, { speaks: "en" });
    const lines = [await write(first.ana, "a"), await write(there, "b"), await write(alone, "c")];
    const { claimed, terms } = await claim(
      first.ana,
      lines.map(({ id }) => id),
    );
    const where = new Map(claimed.map(({ text, workspace_id }) => [text, workspace_id]));
    expect(where).toEqual(
      new Map([
        ["a", first.workspace],
        ["b", second.workspace],
        ["c", null],
      ]),
    );
    expect(new Map(terms.map(({ term, workspace_id }) => [term, workspace_id]))).toEqual(
      new Map([
        ["aquí", first.workspace],
        ["allí", second.workspace],
      ]),
    );
  });

  test("list each term once", async () => {
    const { host, workspace, ana, bob } = await scene();
    await fill(workspace, "approved", GLOSSARY.glossaryTerms);
    await db.admin`update public.glossary_terms set never = true where workspace_id = ${workspace}`;
    const lines = [await write(bob, "one", "en"), await write(bob, "two", "en"), await write(bob, "three", "en")];
    const { terms } = await claim(
      ana,
      lines.map(({ id }) => id),
    );
    expect(new Set(terms.map(({ term }) => term)).size).toBe(GLOSSARY.glossaryTerms);
    expect(terms).toHaveLength(GLOSSARY.glossaryTerms);
    expect(await rejectionCode(save(host, workspace))).toBe("glossary/full");
  });
});

describe("term_occurrences", () => {
  test("is rate-limited", async () => {
    const { host, workspace } = await scene();
    const { id } = await save(host, workspace, { term: "puerta" });
    for (let count = 0; count < SERVER_LIMITS.termSearchesPerMinute; count++) await linesWith(host, id);
    expect(await rejectionCode(linesWith(host, id))).toBe("request/rate-limited");
  });

  test.each([
    ["en", "gate", ["The gate.", "GATE!", "“gate”"], ["gateway", "Tailgate", "gates"]],
    ["es", "Éire", ["éire está", "E\u0301IRE"], ["Éiren"]],
    ["en", "C++ (v2)", ["in c++ (V2)."], ["C (v2)", "C++ v2"]],
    ["en", "a.c", ["A.C here"], ["abc"]],
    ["en", "***=x\\", ["so ***=x\\ it is"], ["x"]],
    ["en", "=cmd|' /C calc'!A0", ["=CMD|' /c calc'!a0"], ["cmd"]],
    ["ar", "منحدر", ["يوجد منحدر عند الباب"], ["منحدرات"]],
    ["ja", "北門", ["バスは北門から出発します。"], ["北の門"]],
    ["zh-Hans", "公交", ["坐公交车去"], ["公车"]],
    ["th", "รถ", ["รถบัสออก"], ["บัส"]],
    ["hi", "बस", ["बस आठ बजे"], ["बहस"]],
    ["hi", "हिन्द", ["हिन्द महासागर"], ["हिन्दी"]],
    ["mr", "काम", ["काम आहे"], ["कामात"]],
    ["ta", "கட", ["கட"], ["கடை"]],
    ["bn", "কর", ["কর দিন"], ["করি"]],
    ["kn", "ಮನ", ["ಮನ"], ["ಮನೆ"]],
    ["te", "పని", ["పని ఉంది"], ["పనిలో"]],
  ])("matches whole words in %s: %j", async (language, term, hits, misses) => {
    const { place, host, workspace, ana } = await scene();
    const { id } = await save(host, workspace, { term, language });
    for (const text of [...hits, ...misses]) await write(ana, text, language);
    expect(await linesWith(host, id)).toMatchObject([
      { call_id: ana.call, meeting_id: place.id, title: "Trip", lines: hits.length, sentences: 0 },
    ]);
  });

  test("counts undeleted lines in the term's language", async () => {
    const { host, workspace, ana } = await scene();
    const { id } = await save(host, workspace, { term: "puerta" });
    expect(await linesWith(host, id)).toEqual([]);
    await say(ana, { text: "la puerta" });
    const gone = await write(ana, "puerta");
    await write(ana, "puerta", "ca");
    await db.admin`update public.lines set text = null, deleted_at = now() where id = ${gone.id}`;
    expect(await linesWith(host, id)).toMatchObject([{ lines: 1 }]);
  });

  test("ends after a number of bytes, newest lines first", async () => {
    const { place, host, workspace, ana } = await scene();
    const { id } = await save(host, workspace, { term: "puerta" });
    await write(ana, "hola");
    const size = 4_000;
    const searched = SERVER_LIMITS.termSearchBytes / size;
    const insert = (text: string, count: number, from: number) => db.admin`
      insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
      select gen_random_uuid(), ${place.id}, ${ana.call}, ${from}::int + n, ${from}::int + n, ${ana.id}, 'es', ${text}
      from generate_series(1, ${count}::int) as n`;
    await insert("e\u0301 ".repeat(size / 4), 50, 1_000);
    await insert("puerta ".padEnd(size, "x "), searched - 20, 2_000);
    await insert("e\u0301 ".repeat(size / 4), 10, 3_000);
    expect(await linesWith(host, id)).toMatchObject([{ lines: searched - 20 }]);
    await insert("puerta ".padEnd(size, "x "), 15, 4_000);
    expect(await linesWith(host, id)).toMatchObject([{ lines: searched - 10 }]);
  });

  test("takes little time for many short words", async () => {
    const { place, host, workspace, ana } = await scene();
    const { id } = await save(host, workspace, { term: "puerta" });
    await write(ana, "hola");
    await db.admin`
      insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
      select gen_random_uuid(), ${place.id}, ${ana.call}, 1000 + n, 1000 + n, ${ana.id}, 'es', ${"é ".repeat(2_000)}
      from generate_series(1, 300) as n`;
    const started = performance.now();
    expect(await linesWith(host, id)).toEqual([]);
    expect(performance.now() - started).toBeLessThan(1_500);
  });

  test("shows members thirty days, newest first", async () => {
    const { host, workspace, ana } = await scene();
    const other = await scene();
    const { id } = await save(host, workspace, { term: "puerta" });
    const second = await room(db, "Second", host);
    const there = await join(db, second, {}, { role: "authenticated", id: ana.id });
    for (const who of [ana, there, other.ana]) await write(who, "puerta");
    expect((await linesWith(host, id)).map(({ call_id }) => call_id)).toEqual([there.call, ana.call]);
    for (const who of [ana, other.host, await account(db)])
      expect(await rejectionCode(linesWith(who, id))).toBe("request/not-found");
    await db.admin`
      update public.calls set started_at = now() - ${`${GLOSSARY.termSearchMaxAgeMs} ms`}::interval where id = ${there.call}`;
    expect((await linesWith(host, id)).map(({ call_id }) => call_id)).toEqual([ana.call]);
    await drop(host, id);
    expect(await rejectionCode(linesWith(host, id))).toBe("request/not-found");
  });
});

describe("retranslate_term", () => {
  test("frees ready and failed translations only", async () => {
    const { place, host, workspace, ana, bob } = await scene();
    await join(db, place, { name: "Zoé", speaks: "fr" });
    const { id } = await save(host, workspace, { term: "puerta" });
    const [hit, miss, foreign] = [
      await write(ana, "la puerta"),
      await write(ana, "otra"),
      await write(bob, "puerta", "en"),
    ];
    for (const line of [hit, miss]) await translated(line.id);
    await translated(foreign.id, "es");
    await translated(hit.id, "fr", "failed");
    await translated(hit.id, "de", "claimed");
    expect(await again(host, id, ana.call)).toEqual([hit.id]);
    expect(await standing(hit.id)).toEqual([
      { language: "de", status: "claimed", again: false, attempts: 3, text: null },
      { language: "en", status: "ready", again: true, attempts: 0, text: "made" },
      { language: "fr", status: "failed", again: false, attempts: 0, text: null },
    ]);
    expect(await standing(miss.id)).toMatchObject([{ again: false }]);
    expect(await standing(foreign.id)).toMatchObject([{ again: false }]);
    // The page calls `translate` next.
    const { claimed } = await claim(host, [hit.id, miss.id]);
    expect(claimed.map(({ line_id, target }) => [line_id, target])).toEqual(
      expect.arrayContaining([
        [hit.id, "en"],
        [hit.id, "fr"],
      ]),
    );
  });

  test("takes a limited number of newest lines", async () => {
    const { host, workspace, ana, place } = await scene();
    const { id } = await save(host, workspace, { term: "puerta" });
    const many = GLOSSARY.linesPerRetranslation + 2;
    await db.admin`
      insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
      select gen_random_uuid(), ${place.id}, ${ana.call}, 100 + number, 100 + number, ${ana.id}, 'es', 'puerta ' || number
      from generate_series(1, ${many}) as number`;
    await db.admin`
      insert into public.translations (line_id, revision, language, status, text, lease_until)
      select id, 1, 'en', 'ready', 'gate', now() from public.lines where call_id = ${ana.call}`;
    const freed = await again(host, id, ana.call);
    expect(freed).toHaveLength(GLOSSARY.linesPerRetranslation);
    const texts = await db.admin<{ text: string }[]>`
      select text from public.lines where id in (${freed[0] ?? ""}, ${freed.at(-1) ?? ""}) order by seq desc`;
    expect(texts.map(({ text }) => text)).toEqual([`puerta ${many}`, "puerta 3"]);
  });

  test("is limited to members and rate-limited", async () => {
    const { host, workspace, ana } = await scene();
    const other = await scene();
    const { id } = await save(host, workspace, { term: "puerta" });
    const otherLine = await write(other.ana, "puerta");
    await translated(otherLine.id);
    for (const who of [ana, other.host])
      expect(await rejectionCode(again(who, id, ana.call))).toBe("request/not-found");
    for (const call of [other.ana.call, randomUUID()])
      expect(await rejectionCode(again(host, id, call))).toBe("request/not-found");
    expect(await standing(otherLine.id)).toMatchObject([{ again: false }]);
    for (let count = 0; count < SERVER_LIMITS.retranslationsPerMinute; count++)
      expect(await again(host, id, ana.call)).toEqual([]);
    expect(await rejectionCode(again(host, id, ana.call))).toBe("request/rate-limited");
    await ageRateLimits(db, host, 60);
    await again(host, id, ana.call);
  });
});
