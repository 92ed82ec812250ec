import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Database, startDatabase } from "./index.ts";

let root: string;
const migration = (name: string, text: string) => writeFile(join(root, "supabase", "migrations", name), text);
const start = (options: { migrations?: boolean } = {}) =>
  startDatabase({ root, data: join(root, "data"), temporary: true, ...options });

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
  // Under root Postgres runs as another user that needs access; mkdtemp creates 0700.
  await chmod(root, 0o755);
  await mkdir(join(root, "supabase", "migrations"), { recursive: true });
});
afterAll(() => rm(root, { recursive: true, force: true }));

test("sorts as hosted, and rejects clusters that do not", async () => {
  const folder = join(root, "sorted");
  const open = () => startDatabase({ root, data: folder, temporary: true });
  const database = await open();
  const provider = "select datlocprovider as provider, datlocale as locale from pg_database where datname = 'postgres'";
  expect(await read(database.adminUrl, provider)).toEqual([{ provider: "i", locale: "en-US" }]);
  const libc = "update pg_database set datlocprovider = 'c', datlocale = null, daticurules = null";
  await read(database.adminUrl, libc);
  await database.close();
  await expect(open()).rejects.toThrow(
    "The data folder was made by an earlier version, which sorts text differently. Start with --fresh to delete its data.",
  );
});

describe("migrations", () => {
  beforeEach(() =>
    rm(join(root, "supabase", "migrations"), { recursive: true, force: true }).then(() =>
      mkdir(join(root, "supabase", "migrations")),
    ),
  );

  async function startError(): Promise<string> {
    try {
      const database = await start();
      await database.close();
      return "";
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  test("run once as role postgres and are recorded", async () => {
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

  test("are rejected when changed later, before new ones run", async () => {
    await migration("20250101000000_earlier.sql", "create table public.earlier (id int);");
    await migration("20260101000000_create_notes.sql", "create table public.notes (id bigint);");
    expect(await startError()).toBe(
      "The data folder was made by other migrations: supabase/migrations/20260101000000_create_notes.sql was changed " +
        "after it was applied. Start with --fresh to delete its data.",
    );
    const database = await start({ migrations: false });
    expect(await read(database.url, "select to_regclass('public.earlier') as earlier")).toEqual([{ earlier: null }]);
    await database.close();
  });

  test("are rejected by version when removed later", async () => {
    await migration("20260101000001_other.sql", "create table public.other (id int);");
    expect(await startError()).toBe(
      "The data folder was made by other migrations: supabase/migrations has no migration 20260101000000 any more. " +
        "Start with --fresh to delete its data.",
    );
  });

  test("roll back on failure and name file and line", async () => {
    await migration(
      "20260101000000_create_notes.sql",
      "-- notes\ncreate table public.notes (id int);\ninsert into public.notes values (1);\n",
    );
    await migration(
      "20260101000001_break.sql",
      "create table public.half (id int); -- 🙂🙂🙂🙂🙂🙂🙂🙂\n\n-- the line below\nselect missing\n  from public.notes;\n",
    );
    expect(await startError()).toMatch(
      /^supabase\/migrations\/20260101000001_break\.sql:4: column "missing" does not exist/u,
    );
    await migration("20260101000001_break.sql", "select 1;");
    const database = await start();
    expect(await read(database.url, "select to_regclass('public.half') as half")).toEqual([{ half: null }]);
    await database.close();
  });

  test("name the file of an error without a position", async () => {
    await migration(
      "20260101000000_create_notes.sql",
      "-- notes\ncreate table public.notes (id int);\ninsert into public.notes values (1);\n",
    );
    await migration("20260101000001_break.sql", "select 1;");
    await migration(
      "20260101000002_twice.sql",
      "create table public.half (id int unique);\ninsert into public.half values (1), (1);",
    );
    expect(await startError()).toMatch(
      /^supabase\/migrations\/20260101000002_twice\.sql: duplicate key .* \(23505\)\. Key \(id\)=\(1\) already exists\.$/u,
    );
  });

  test("may not do what needs a superuser, as hosted", async () => {
    await migration(
      "20260101000000_create_notes.sql",
      "-- notes\ncreate table public.notes (id int);\ninsert into public.notes values (1);\n",
    );
    await migration("20260101000001_break.sql", "select 1;");
    await migration("20260101000002_too_much.sql", "create table auth.mine (id int);");
    expect(await startError()).toMatch(/20260101000002_too_much\.sql:1: permission denied for schema auth/u);
  });
});

/** Poll timeout for starting Postgres on a loaded machine. */
const LONG = { timeout: 30_000 };
vi.setConfig({ testTimeout: 90_000 });

describe("the cluster", () => {
  let database: Database;

  test("is taken over when its owner was killed", async () => {
    await rm(join(root, "supabase", "migrations"), { recursive: true, force: true });
    await rm(join(root, "data"), { recursive: true, force: true });
    database = await start();
    await read(database.url, "create table public.saved as select 1 as one");
    // A killed owner leaves a running Postgres, its lock, and the id of a dead process.
    const lock = await readFile(join(root, "data", "postgres", "cluster", "postmaster.pid"), "utf8");
    await writeFile(join(root, "data", "postgres", "owner.pid"), "4194304");
    const second = await start();
    expect(await read(second.url, "select one from public.saved")).toEqual([{ one: 1 }]);
    expect(await database.failed).toBe("Another process took over the data folder.");
    expect(lock).not.toBe(await readFile(join(root, "data", "postgres", "cluster", "postmaster.pid"), "utf8"));
    await second.close();
  });

  const postmaster = async () =>
    Number((await readFile(join(root, "data", "postgres", "cluster", "postmaster.pid"), "utf8")).split("\n")[0]);

  /** Starts the database and returns the lines of its log, the reason of a failure included. */
  async function startLogging(): Promise<string[]> {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    database = await startDatabase({ root, data: join(root, "data"), temporary: true, log });
    void database.failed.then(log);
    return lines;
  }

  /** Kills Postgres. The restart waits for a stopped worker, which holds the shared memory, until `meanwhile` ends. */
  async function killPostgres(lines: string[], meanwhile = async () => {}): Promise<void> {
    const killed = await postmaster();
    const workers = await readFile(`/proc/${killed}/task/${killed}/children`, "utf8").catch(() => "");
    const slow = Number(workers.trim().split(" ")[0]);
    if (slow > 0) process.kill(slow, "SIGSTOP");
    try {
      process.kill(killed, "SIGKILL");
      await expect.poll(() => lines, LONG).toContain("Postgres exited unexpectedly, restarting.");
      await meanwhile();
    } finally {
      if (slow > 0) process.kill(slow, "SIGCONT");
    }
  }

  test("restarts a killed Postgres at the same address", async () => {
    const lines = await startLogging();
    await killPostgres(lines);
    await expect.poll(() => lines, LONG).toContain("Postgres is back.");
    expect(await read(database.url, "select one from public.saved")).toEqual([{ one: 1 }]);
    await database.close();
  });

  test("restarts once another process has released its port", async () => {
    const lines = await startLogging();
    const other = createServer();
    await killPostgres(lines, async () => {
      other.listen(Number(new URL(database.url).port), "127.0.0.1");
      await once(other, "listening");
    });
    await expect.poll(() => lines.join(), LONG).toContain("could not create any TCP/IP sockets");
    other.close();
    await expect.poll(() => lines, LONG).toContain("Postgres is back.");
    await database.close();
  });

  test("leaves no Postgres behind when closed during a restart", async () => {
    const restarting = Promise.withResolvers<void>();
    database = await startDatabase({
      root,
      data: join(root, "data"),
      temporary: true,
      log: () => restarting.resolve(),
    });
    process.kill(await postmaster(), "SIGKILL");
    await restarting.promise;
    await database.close();
    await expect(read(database.url, "select 1")).rejects.toThrow("ECONNREFUSED");
  });

  test("reports a failed restart in one sentence", async () => {
    database = await start();
    const control = join(root, "data", "postgres", "cluster", "global", "pg_control");
    await rename(control, `${control}.away`);
    process.kill(await postmaster(), "SIGKILL");
    expect(await database.failed).toMatch(/^Postgres did not start: /u);
    await database.close();
    await rename(`${control}.away`, control);
  });

  test("rejects a folder that a running process uses", async () => {
    database = await start();
    await writeFile(join(root, "data", "postgres", "owner.pid"), String(process.ppid));
    await expect(start()).rejects.toThrow(`in use by process ${process.ppid}`);
    await database.close();
  });
});
