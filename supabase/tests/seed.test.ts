/** The demo workspace: the seed runs on a new database only and obeys every database rule. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { home } from "#contracts/account.ts";
import { terms } from "#contracts/glossary.ts";
import type { Language } from "#contracts/languages.ts";
import { history } from "#contracts/lines.ts";
import { callSummary, missed } from "#contracts/recap.ts";
import { isSentLater } from "../../app/transcripts/transcriptLine.ts";
import { startDatabase } from "../../local/postgres/index.ts";
import { seedDatabase } from "../../local/postgres/seed.ts";
import { type DatabaseCaller, TestDatabase } from "./support/testDatabase.ts";

/** Milliseconds. Two clusters are created and started twice each, which is slow on a loaded machine. */
const SEED_TIMEOUT_MS = 60_000;

const db = new TestDatabase();
beforeAll(() => db.open({ seed: true }));
afterAll(() => db.close());

async function personOf(mail: string): Promise<DatabaseCaller> {
  const [row] = await db.admin<{ id: string }[]>`select id from auth.users where email = ${mail}`;
  if (row === undefined) throw new Error(`${mail} is not there.`);
  return { role: "authenticated", id: row.id };
}
/** Runs the seed of a project folder against the test database. */
async function seedAs(root: string): Promise<string[]> {
  const owner = postgres(db.ownerUrl, { max: 1, onnotice: () => {} });
  return await seedDatabase(owner, root).finally(() => owner.end());
}
const homeOf = async (mail: string) => db.rpc(await personOf(mail), "home", {}, home);

describe("the seed", () => {
  test("the owner's home shows five meetings", async () => {
    const { profile, workspaces, meetings } = await homeOf("tom@parley.example");
    expect(profile).toEqual({
      ...{ display_name: "Tom", speaks: "en", reads: "en", ui_locale: "en", time_zone: "Europe/London" },
      confirmation_emails: true,
      delete_at: null,
      factor_reset: false,
      avatar: null,
    });
    expect(workspaces[0]).toMatchObject({ name: "Class 4B", role: "owner" });
    const shown = (isHeld: boolean) =>
      meetings
        .filter(({ last_call_at }) => (last_call_at !== null) === isHeld)
        .map(({ title, role, people_count }) => [title, role, people_count]);
    expect(shown(true)).toEqual([
      ["Spring trip, class 4B", "guest", 4],
      ["Reading hour", "guest", 3],
      ["Parents’ evening, class 4B", "host", 4],
      ["Seed library: spring exchange", "guest", 4],
    ]);
    // Calls are on weekdays, so this one comes first on Sunday and Monday.
    expect(shown(false)).toEqual([["School board, open part", "host", 0]]);
    const trip = meetings.find(({ title }) => title === "Spring trip, class 4B");
    expect(trip?.people.map(({ display_name }) => display_name)).toEqual(["Inés", "Tom", "遥", "عمر"]);
  });

  test("covers every role and language", async () => {
    const mails = ["tom", "ines", "haruka", "omar", "camille"].map((name) => `${name}@parley.example`);
    const homes = await Promise.all(mails.map(homeOf));
    expect(homes.map(({ workspaces }) => workspaces[0]?.role)).toEqual([
      "owner",
      "admin",
      "member",
      "member",
      "member",
    ]);
    expect(homes.map(({ profile }) => profile.speaks)).toEqual(["en", "es", "ja", "ar", "fr"] satisfies Language[]);
    expect(homes.map(({ meetings }) => meetings.length)).toEqual([5, 5, 5, 5, 5]);
  });

  test("users match what Auth expects", async () => {
    const users = await db.admin`
      select
        email_confirmed_at is not null and aud = 'authenticated' and role = 'authenticated' and not is_anonymous as ready,
        confirmation_token || recovery_token || email_change || email_change_token_new || email_change_token_current
          || phone_change || phone_change_token || reauthentication_token as tokens,
        (select count(*)::int from auth.identities where user_id = users.id and identities.email = users.email) as identities
      from auth.users as users`;
    expect([...users]).toEqual(Array.from({ length: 5 }, () => ({ ready: true, tokens: "", identities: 1 })));
  });

  test("every line is translated and in order", async () => {
    const missing = await db.admin`
      select lines.text, participants.reads
      from public.lines
      join public.attendance using (call_id)
      join public.participants on participants.meeting_id = lines.meeting_id and participants.user_id = attendance.user_id
      where participants.reads <> lines.language
        and not exists (
          select from public.translations where line_id = lines.id and language = participants.reads and status = 'ready'
        )`;
    expect([...missing]).toEqual([]);
    const stray = await db.admin`
      select translations.text from public.translations
      join public.lines on lines.id = line_id
      where translations.language = lines.language or translations.text = lines.text`;
    expect([...stray]).toEqual([]);

    const camille = await personOf("camille@parley.example");
    const calls = await db.admin<{ id: string; languages: string[] }[]>`
      select calls.id, array_agg(distinct lines.language) as languages
      from public.calls join public.lines on lines.call_id = calls.id group by calls.id`;
    expect(new Set(calls.flatMap(({ languages }) => languages))).toEqual(new Set(["en", "es", "ja", "ar", "fr"]));
    for (const { id } of calls) {
      const { lines } = await db.rpc(camille, "history", { p_call_id: id, p_before_seq: null }, history);
      expect(lines.length).toBeGreaterThanOrEqual(4);
      const times = lines.map(({ created_at }) => Date.parse(created_at));
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(lines.filter(isSentLater)).toEqual([]);
    }
  });

  test("every call has captions, a summary, decisions and tasks", async () => {
    const calls = await db.admin`
      select calls.id,
        (select count(*)::int > 1 from public.lines where call_id = calls.id and kind = 'speech') as captions,
        (select status from public.summaries where call_id = calls.id) as summary,
        (select count(*)::int > 0 from public.summary_sentences where call_id = calls.id) as sentences,
        array(select distinct line_marks.kind from public.line_marks join public.lines on lines.id = line_id
          where line_marks.call_id = calls.id and line_marks.kind <> 'question' order by 1) as marks
      from public.calls`;
    expect(calls).toHaveLength(5);
    for (const call of calls)
      expect(call).toMatchObject({ captions: true, summary: "ready", sentences: true, marks: ["decision", "task"] });
  });

  test("calls take place in everybody's working hours", async () => {
    const outside = await db.admin`
      select display_name, joined_at at time zone time_zone as joined, left_at at time zone time_zone as left_then
      from public.attendance join public.profiles on profiles.id = user_id
      where extract(isodow from joined_at) > 5
        or (joined_at at time zone time_zone)::time < '08:00' or (left_at at time zone time_zone)::time > '19:00'`;
    expect([...outside]).toEqual([]);
  });

  test("the meeting without a call has no participants", async () => {
    const [row] = await db.admin`
      select title, (select count(*)::int from public.participants where meeting_id = meetings.id) as people
      from public.meetings where not exists (select from public.calls where meeting_id = meetings.id)`;
    expect(row).toEqual({ title: "School board, open part", people: 0 });
  });

  test("has marks, talk time, terms and a proposal", async () => {
    const ines = await personOf("ines@parley.example");
    const [evening] = await db.admin<{ id: string }[]>`
      select call_id as id from public.lines where text like 'Buenas tardes a todos%'`;
    const call = { p_call_id: evening?.id ?? "" };
    const { marks } = await db.rpc(ines, "missed_lines", call, missed);
    expect(marks.map(({ mark }) => mark?.kind)).toEqual(["question", "decision", "question", "task", "task"]);
    const { talk, attendance } = await db.rpc(ines, "call_recap", call, callSummary);
    expect(talk).toHaveLength(attendance.length);
    const workspace_id = (await homeOf("ines@parley.example")).workspaces[0]?.id ?? "";
    const glossary = await db.rpc(ines, "glossary", { p_workspace_id: workspace_id }, terms);
    expect(glossary.map(({ state }) => state).sort()).toEqual([...Array(5).fill("approved"), "proposed"]);
  });

  test("recognisers erred, and others corrected them", async () => {
    const corrected = await db.admin`
      select lines.text, line_corrections.text as heard, lines.revision, lines.corrected_by <> lines.author as by_another,
        (select count(*)::int from public.translations where line_id = lines.id and revision = lines.revision) as translated
      from public.line_corrections join public.lines on lines.id = line_id`;
    expect(corrected).toHaveLength(6);
    for (const { text, heard, ...line } of corrected) {
      expect(heard).not.toBe(text);
      expect(line).toMatchObject({ revision: 2, by_another: true });
      expect(line.translated).toBeGreaterThan(0);
    }
    const [stale] = await db.admin`
      select count(*)::int from public.translations join public.lines on lines.id = line_id
      where translations.revision <> lines.revision`;
    expect(stale?.count).toBe(0);
  });

  test("every term of the glossary occurs in a line", async () => {
    const unused = await db.admin`
      select term from public.glossary_terms
      where not exists (select from public.lines where strpos(lower(lines.text), lower(term)) > 0)`;
    expect([...unused]).toEqual([]);
    // The translations of the lines use the words of the glossary.
    const missed = await db.admin`
      select terms.term, translations.language, translations.text
      from public.glossary_terms as terms
      join public.lines on strpos(lines.text, terms.term) > 0 and lines.language = terms.language
      join public.translations on translations.line_id = lines.id
      where terms.translations ? translations.language
        and strpos(lower(translations.text), lower(terms.translations ->> translations.language)) = 0`;
    expect([...missed]).toEqual([]);
  });

  test("has past times and consistent counters", async () => {
    const late = await db.admin`
      select from public.calls where ended_at >= now() union all select from public.lines where created_at >= now()
      union all select from public.meetings where created_at >= now()`;
    expect(late.count).toBe(0);
    const wrong = await db.admin`
      select title from public.meetings
      where seq < (select max(changed) from public.lines where meeting_id = meetings.id)
        or seq < (select max(seq) from public.participants where meeting_id = meetings.id)
        or exists (select from public.lines where meeting_id = meetings.id
          and seq <= (select max(seq) from public.participants where meeting_id = meetings.id))`;
    expect([...wrong]).toEqual([]);
  });

  test("a repeat changes nothing", async () => {
    const all = async () => {
      const tables = [
        "auth.users",
        "auth.identities",
        "public.profiles",
        "public.workspaces",
        "public.workspace_members",
      ];
      tables.push(
        ...["meetings", "participants", "calls", "attendance", "lines", "translations"].map((t) => `public.${t}`),
        ...["line_marks", "line_corrections", "glossary_terms"].map((t) => `public.${t}`),
        ...["confirmations", "confirmation_answers"].map((t) => `public.${t}`),
      );
      const sums = tables.map((table) => `select md5(string_agg(t::text, '' order by t::text)) from ${table} as t`);
      return [...(await db.admin.unsafe(sums.join(" union all ")))];
    };
    const before = await all();
    await seedAs(db.root);
    expect(await all()).toEqual(before);
  });
});

describe("the seed hook", () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "parley-seed-"));
    await chmod(root, 0o755);
    await mkdir(join(root, "supabase", "migrations"), { recursive: true });
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  const configure = (enabled: boolean, path: string) =>
    writeFile(join(root, "supabase", "config.toml"), `[db.seed]\nenabled = ${enabled}\nsql_paths = ["./${path}"]\n`);

  test("reports file and line and rolls back", async () => {
    await configure(true, "broken.sql");
    const broken = "create table public.half (id int);\n\nselect missing\n  from public.half;\n";
    await writeFile(join(root, "supabase", "broken.sql"), broken);
    await expect(seedAs(root)).rejects.toThrow(/^supabase\/broken\.sql:3: column "missing" does not exist/u);
    const [row] = await db.admin`select to_regclass('public.half') as half`;
    expect(row?.half).toBeNull();
  });

  test("is off by configuration", async () => {
    await configure(false, "broken.sql");
    expect(await seedAs(root)).toEqual([]);
  });

  test(
    "fills a new database only",
    async () => {
      await configure(true, "notes.sql");
      await writeFile(
        join(root, "supabase", "migrations", "20260101000000_create_notes.sql"),
        "create table public.notes (text text);",
      );
      await writeFile(join(root, "supabase", "notes.sql"), "insert into public.notes values ('seeded');");
      const notes = async (seed: boolean, data: string) => {
        const database = await startDatabase({ root, data: join(root, data), temporary: true, seed });
        const sql = postgres(database.url, { max: 1, onnotice: () => {} });
        try {
          return (await sql`select from public.notes`).count;
        } finally {
          await sql.end();
          await database.close();
        }
      };
      expect(await notes(true, "seeded")).toBe(1);
      expect(await notes(true, "seeded")).toBe(1);
      expect(await notes(false, "own")).toBe(0);
      expect(await notes(true, "own")).toBe(0);
    },
    SEED_TIMEOUT_MS,
  );
});
