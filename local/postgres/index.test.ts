import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Database, startDatabase } from "./index.ts";

let root: string;
const migration = (name: string, text: string) => writeFile(join(root, "supabase", "migrations", name), text);
const start = () => startDatabase({ root, data: join(root, "data"), temporary: true });

async function read(url: string, query: string): Promise<unknown[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return [...(await sql.unsafe(query))];
  } finally {
    await sql.end();
  }
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "parley-database-"));
  // Postgres runs as another user under root and must be able to walk in; mkdtemp makes 0700.
  await chmod(root, 0o755);
  await mkdir(join(root, "supabase", "migrations"), { recursive: true });
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe("migrations", () => {
  beforeEach(() =>
    rm(join(root, "supabase", "migrations"), { recursive: true, force: true }).then(() =>
      mkdir(join(root, "supabase", "migrations")),
    ),
  );

  async function refusal(): Promise<string> {
    try {
      const database = await start();
      await database.close();
      return "";
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  test("run as role postgres, are recorded as the CLI records them, and run once", async () => {
    await migration(
      "20260101000000_create_notes.sql",
      "-- notes\ncreate table public.notes (id int);\ninsert into public.notes values (1);\n",
    );
    for (let time = 0; time < 2; time++) {
      const database = await start();
      expect(await read(database.url, "select tableowner from pg_tables where tablename = 'notes'")).toEqual([
        { tableowner: "postgres" },
      ]);
      expect(await read(database.url, "select count(*)::int from public.notes")).toEqual([{ count: 1 }]);
      expect(await read(database.url, "select * from supabase_migrations.schema_migrations")).toEqual([
        {
          version: "20260101000000",
          name: "create_notes",
          statements: ["-- notes\ncreate table public.notes (id int);\ninsert into public.notes values (1);\n"],
        },
      ]);
      await database.close();
    }
  });

  test("a changed one is refused by name", async () => {
    await migration("20260101000000_create_notes.sql", "create table public.notes (id bigint);");
    expect(await refusal()).toMatch(/^supabase\/migrations\/20260101000000_create_notes\.sql was changed after/u);
  });

  test("a failing one leaves nothing and names file and line", async () => {
    await migration(
      "20260101000000_create_notes.sql",
      "-- notes\ncreate table public.notes (id int);\ninsert into public.notes values (1);\n",
    );
    await migration(
      "20260101000001_break.sql",
      "create table public.half (id int); -- 🙂🙂🙂🙂🙂🙂🙂🙂\n\n-- the line below\nselect missing\n  from public.notes;\n",
    );
    expect(await refusal()).toMatch(
      /^supabase\/migrations\/20260101000001_break\.sql:4: column "missing" does not exist/u,
    );
    await migration("20260101000001_break.sql", "select 1;");
    const database = await start();
    expect(await read(database.url, "select to_regclass('public.half') as half")).toEqual([{ half: null }]);
    await database.close();
  });

  test("an error without a position names the file", async () => {
    await migration(
      "20260101000000_create_notes.sql",
      "-- notes\ncreate table public.notes (id int);\ninsert into public.notes values (1);\n",
    );
    await migration("20260101000001_break.sql", "select 1;");
    await migration(
      "20260101000002_twice.sql",
      "create table public.half (id int unique);\ninsert into public.half values (1), (1);",
    );
    expect(await refusal()).toMatch(
      /^supabase\/migrations\/20260101000002_twice\.sql: duplicate key .* \(23505\)\. Key \(id\)=\(1\) already exists\.$/u,
    );
  });

  test("what only a superuser may do is refused here as it is hosted", async () => {
    await migration(
      "20260101000000_create_notes.sql",
      "-- notes\ncreate table public.notes (id int);\ninsert into public.notes values (1);\n",
    );
    await migration("20260101000001_break.sql", "select 1;");
    await migration("20260101000002_too_much.sql", "create table auth.mine (id int);");
    expect(await refusal()).toMatch(/20260101000002_too_much\.sql:1: permission denied for schema auth/u);
  });
});

/** Of starting Postgres on a loaded machine. */
const LONG = { timeout: 30_000 };
vi.setConfig({ testTimeout: 90_000 });

describe("the cluster", () => {
  let database: Database;

  test("is found again after its owner was killed outright and Postgres kept running", async () => {
    await rm(join(root, "supabase", "migrations"), { recursive: true, force: true });
    await rm(join(root, "data"), { recursive: true, force: true });
    database = await start();
    await read(database.url, "create table public.kept as select 1 as one");
    // What a killed owner leaves: a running Postgres, its lock, and the id of a process that is no more.
    const lock = await readFile(join(root, "data", "postgres", "cluster", "postmaster.pid"), "utf8");
    await writeFile(join(root, "data", "postgres", "owner.pid"), "4194304");
    const again = await start();
    expect(await read(again.url, "select one from public.kept")).toEqual([{ one: 1 }]);
    expect(await database.failed).toBe("Another process took over the data folder.");
    expect(lock).not.toBe(await readFile(join(root, "data", "postgres", "cluster", "postmaster.pid"), "utf8"));
    await again.close();
  });

  const postmaster = async () =>
    Number((await readFile(join(root, "data", "postgres", "cluster", "postmaster.pid"), "utf8")).split("\n")[0]);

  test("a Postgres that is killed is started again at the same address, with its data", async () => {
    const lines: string[] = [];
    database = await startDatabase({
      root,
      data: join(root, "data"),
      temporary: true,
      log: (line) => lines.push(line),
    });
    const killed = await postmaster();
    // A worker that is slow to notice holds the shared memory of the dead: it is waited for.
    const workers = await readFile(`/proc/${killed}/task/${killed}/children`, "utf8").catch(() => "");
    const slow = Number(workers.trim().split(" ")[0]);
    if (slow > 0) process.kill(slow, "SIGSTOP");
    try {
      process.kill(killed, "SIGKILL");
      await expect.poll(() => lines, LONG).toContain("Postgres ended unexpectedly: starting it again.");
    } finally {
      if (slow > 0) process.kill(slow, "SIGCONT");
    }
    await expect.poll(() => lines, LONG).toContain("Postgres is back.");
    expect(await read(database.url, "select one from public.kept")).toEqual([{ one: 1 }]);
    await database.close();
  });

  test("closing while it is being started again leaves none behind", async () => {
    const again = Promise.withResolvers<void>();
    database = await startDatabase({ root, data: join(root, "data"), temporary: true, log: () => again.resolve() });
    process.kill(await postmaster(), "SIGKILL");
    await again.promise;
    await database.close();
    await expect(read(database.url, "select 1")).rejects.toThrow("ECONNREFUSED");
  });

  test("one that cannot start again is given up with one sentence", async () => {
    database = await start();
    const control = join(root, "data", "postgres", "cluster", "global", "pg_control");
    await rename(control, `${control}.away`);
    process.kill(await postmaster(), "SIGKILL");
    expect(await database.failed).toMatch(/^Postgres did not start: /u);
    await database.close();
    await rename(`${control}.away`, control);
  });

  test("refuses a folder that a living process uses", async () => {
    database = await start();
    await writeFile(join(root, "data", "postgres", "owner.pid"), String(process.ppid));
    await expect(start()).rejects.toThrow(`in use by process ${process.ppid}`);
    await database.close();
  });
});
