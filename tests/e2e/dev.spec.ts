/** `npm run dev` for a newcomer: one command, one table, and Ctrl-C stops everything. */
import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { test } from "@playwright/test";
import { PUBLISHABLE_KEY, SECRET_KEY } from "../../local/keys.ts";
import { spawnGuarded } from "../../local/process.ts";
import { bin, PATH, ROOT } from "../../scripts/lib/paths.ts";
import { freePort, portTaken } from "../../scripts/lib/ports.ts";
import { expect } from "../support/expect.ts";
import { giveFile } from "../support/giveFile.ts";
import { hostMeeting } from "../support/moderation.ts";
import { arrive } from "../support/people.ts";
import { mountTinyDisk } from "../support/tinyDisk.ts";
import { openChat } from "../support/userActions.ts";

/** The timeout of a build or a program start on a cold and loaded machine. */
const LONG = { timeout: 280_000 };
test.setTimeout(900_000);

/** Returns id and command line of each process whose command line names the folder. */
async function runningFrom(folder: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)("ps", ["-eo", "pid,args"]);
  return stdout.split("\n").filter((line) => line.includes(folder) && !/\bps -eo\b/u.test(line));
}

/** Kills one process of the folder, at any depth below this process, without warning. */
async function killOne(folder: string, command: RegExp): Promise<void> {
  const found = (await runningFrom(folder)).find((line) => command.test(line));
  if (found === undefined) throw new Error(`No process of ${folder} is like ${command}.`);
  process.kill(Number.parseInt(found, 10), "SIGKILL");
}

interface DevOptions {
  data: string;
  port: number;
  supabasePort?: number;
  more?: readonly string[];
  env?: Record<string, string>;
  /** The checkout. */
  root?: string;
}

function startDev({ data, port, supabasePort, more = [], env = {}, root = ROOT }: DevOptions) {
  const supabase = supabasePort === undefined ? [] : ["--supabase-port", String(supabasePort)];
  const dev = spawnGuarded({
    command: bin("node"),
    args: [join(root, "scripts/dev.ts"), "--data", data, "--port", String(port), ...supabase, ...more],
    signal: "SIGINT",
    killTimeoutMs: 60_000,
    options: { cwd: root, env: { ...process.env, PATH, ...env }, stdio: ["ignore", "pipe", "pipe"] },
  });
  let output = "";
  for (const stream of [dev.child.stdout, dev.child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
  return { ...dev, output: () => output, says: (text: string) => expect.poll(() => output, LONG).toContain(text) };
}

/**
 * Creates a world-readable folder: when the tests run as root, Postgres runs as another user and keeps its cluster
 * elsewhere if the folder is unreadable.
 */
async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "parley-dev-"));
  await chmod(folder, 0o755);
  return folder;
}

test("starts everything, survives crashes and cleans up", async () => {
  const data = await temporary();
  const [port, supabasePort] = [await freePort(), await freePort()];
  const dev = startDev({ data, port, supabasePort });
  await dev.says("Ready in");
  expect(dev.output()).toContain(`http://localhost:${port}`);
  expect(dev.output()).toContain(`http://127.0.0.1:${supabasePort}/inbox`);
  expect(dev.output()).toMatch(/Translation\s+\S/u);
  expect(dev.output()).toMatch(/Sign in as\s+\S+@/u);
  const page = async () => (await fetch(`http://localhost:${port}/`).catch(() => null))?.status;
  expect(await page()).toBe(200);
  expect((await fetch(`http://127.0.0.1:${supabasePort}/inbox`)).status).toBe(200);

  // In development React mounts components twice.
  await test.step("the first pasted file waits to be shared", async () => {
    const ana = await arrive({ locale: "en", url: `http://localhost:${port}` });
    await hostMeeting(ana);
    await openChat(ana);
    await giveFile(ana.page, "textarea", "paste", "trips.csv");
    await expect(ana.page.getByRole("button", { name: "Remove trips.csv" })).toBeVisible();
    await ana.leave();
  });

  await test.step("a second run names the process on either port", async () => {
    const unlike = join(data, "second");
    for (const [ports, taken] of [
      [{ port, supabasePort: await freePort() }, port],
      [{ port: await freePort(), supabasePort }, supabasePort],
    ] as const) {
      const second = startDev({ data: unlike, ...ports });
      expect(await second.ended).toBe(1);
      expect(second.output().trim().split("\n")).toEqual([expect.stringContaining(`Port ${taken} is in use`)]);
    }
    expect((await runningFrom(unlike)).length).toBe(0);
  });

  await test.step("--fresh leaves data in use alone", async () => {
    const second = startDev({ data, port: await freePort(), supabasePort: await freePort(), more: ["--fresh"] });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain("The data folder is in use by process");
  });

  await test.step("a killed Postgres and wrangler restart", async () => {
    await killOne(data, /bin\/postgres -D/u);
    await dev.says("Postgres exited unexpectedly, restarting.");
    await dev.says("Postgres is back.");
    await killOne(data, /bin\/wrangler dev/u);
    await dev.says("The server of the app (wrangler) ended: starting it again.");
    await dev.says("The server of the app is back.");
    await expect.poll(page, LONG).toBe(200);
    const health = await fetch(`http://127.0.0.1:${supabasePort}/rest/v1/rpc/health`, {
      method: "POST",
      headers: { apikey: PUBLISHABLE_KEY },
    });
    expect(health.status).toBe(200);
  });

  await test.step("another run uses it as an external project", async () => {
    const own = await temporary();
    const ownPort = await freePort();
    const env = {
      SUPABASE_URL: `http://127.0.0.1:${supabasePort}`,
      SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      SUPABASE_SECRET_KEY: SECRET_KEY,
    };
    const other = startDev({ data: own, port: ownPort, more: ["--supabase"], env });
    await other.says("Ready in");
    expect(other.output()).toMatch(new RegExp(`Supabase\\s+http://127\\.0\\.0\\.1:${supabasePort}\n`, "u"));
    expect(other.output()).not.toContain(SECRET_KEY);
    expect((await runningFrom(own)).filter((line) => /postgres|deno/u.test(line))).toEqual([]);
    expect((await fetch(`http://localhost:${ownPort}/`)).status).toBe(200);
    await other.stop();
    await expect.poll(() => runningFrom(own), LONG).toEqual([]);
    await rm(own, { recursive: true, force: true });
  });

  expect((await runningFrom(data)).length).toBeGreaterThan(0);
  await dev.stop();
  await expect.poll(() => runningFrom(data), LONG).toEqual([]);
  expect(await portTaken(port)).toBe(false);
  expect(await portTaken(supabasePort)).toBe(false);

  await test.step("--fresh begins with an empty folder", async () => {
    const kept = join(data, "kept");
    await writeFile(kept, "");
    const fresh = startDev({ data, port, supabasePort, more: ["--fresh"] });
    await fresh.says("applied ");
    await expect(readFile(kept)).rejects.toThrow("ENOENT");
    await fresh.stop();
    await expect.poll(() => runningFrom(data), LONG).toEqual([]);
  });
  await rm(data, { recursive: true, force: true });
});

test("exits with 1 and one sentence on failure", async () => {
  const folder = await temporary();
  await writeFile(join(folder, "file"), "");
  const keys = { SUPABASE_PUBLISHABLE_KEY: "public-one", SUPABASE_SECRET_KEY: "secret-one" };
  const closed = `http://127.0.0.1:${await freePort()}`;
  for (const { data, more, env, sentence } of [
    { data: join(folder, "file/data"), sentence: "cannot be written (ENOTDIR): choose another one with --data." },
    { env: { REALTIME_PLAN: "gold" }, sentence: "REALTIME_PLAN is free or pro." },
    { more: ["--supabase", "--fresh"], sentence: "--fresh empties the embedded database" },
    { more: ["--supabase"], env: { ...keys, SUPABASE_URL: closed }, sentence: "at SUPABASE_URL does not respond" },
  ] as { data?: string; more?: string[]; env?: Record<string, string>; sentence: string }[]) {
    const dev = startDev({
      data: data ?? join(folder, "data"),
      port: await freePort(),
      supabasePort: await freePort(),
      ...(more ? { more } : {}),
      ...(env ? { env } : {}),
    });
    expect(await dev.ended).toBe(1);
    expect(dev.output().trim().split("\n")).toEqual([expect.stringContaining(sentence)]);
    expect(dev.output()).not.toMatch(/(public|secret)-one/u);
  }

  await test.step("a port used on IPv6 only counts as used", async () => {
    const server = createServer();
    const port = await freePort();
    const listens = await new Promise((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "::1", () => resolve(true));
    });
    // Without IPv6 nothing listens there.
    if (listens === true) {
      const dev = startDev({ data: join(folder, "data"), port, supabasePort: await freePort() });
      expect(await dev.ended).toBe(1);
      expect(dev.output()).toContain(`Port ${port} is in use`);
    }
    server.close();
  });
  await expect.poll(() => runningFrom(folder), LONG).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});

test("reports a full disk and exits", async () => {
  const disk = await mountTinyDisk(24);
  test.skip(disk === null, "a small disk may not be mounted here");
  if (disk === null) return;
  const data = join(disk.folder, "data");
  const dev = startDev({ data, port: await freePort(), supabasePort: await freePort() });
  expect(await dev.ended).toBe(1);
  expect(dev.output()).toContain(`The disk is full: free some space where the data folder ${data} is.`);
  await expect.poll(() => runningFrom(data), LONG).toEqual([]);
  await disk.remove();
});

test("edits reach the browser without a reload", async () => {
  const folder = await temporary();
  const root = join(folder, "checkout");
  const beside = new Set(["node_modules", ".git", ".local", ".build", "build", ".wrangler", "test-results", ".cache"]);
  await mkdir(root);
  await cp(ROOT, root, { recursive: true, filter: (path) => path === ROOT || !beside.has(basename(path)) });
  await symlink(join(ROOT, "node_modules"), join(root, "node_modules"));
  const port = await freePort();
  const dev = startDev({ root, data: join(folder, "data"), port, supabasePort: await freePort() });
  await dev.says("Ready in");

  const reader = await arrive({ locale: "en", url: `http://localhost:${port}` });
  const { page } = reader;
  const missing: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 404) missing.push(new URL(response.url()).pathname);
  });
  await page.goto("/", { waitUntil: "networkidle" });
  const field = page.getByRole("textbox");
  await field.fill("k3f9-2m");
  await page.evaluate(() => Reflect.set(window, "sameDocument", true));

  const edit = async (path: string, what: string | RegExp, by: string) => {
    const text = await readFile(join(root, path), "utf8");
    const edited = text.replace(what, by);
    expect(edited).not.toBe(text);
    await writeFile(join(root, path), edited);
  };
  await test.step("a component edit", async () => {
    await edit("app/landing/Landing.tsx", /<JoinForm [^>]*>/u, '$&<p id="edited">Edited</p>');
    await expect(page.locator("#edited")).toHaveText("Edited", LONG);
    await expect(field).toHaveValue("k3f9-2m");
    expect(await page.evaluate(() => Reflect.get(window, "sameDocument"))).toBe(true);
  });

  expect(missing).toEqual([]);
  expect(reader.consoleErrors()).toEqual([]);
  // From here on only the server is checked, so no page is open that would miss its files.
  await reader.leave();

  // The server responds throughout and soon serves the edit. On failure, its output tells the reason.
  const read = (path: string) => fetch(`http://localhost:${port}${path}`).then((response) => response.text());
  const shows = async (path: string, what: string) => {
    try {
      await expect.poll(async () => (await read(path)).includes(what), LONG).toBe(true);
    } catch (error) {
      throw new Error(`${path} does not show "${what}": ${dev.output()}`, { cause: error });
    }
  };
  await test.step("a loader edit without client changes", async () => {
    await edit("app/routes/health.ts", "Response.json(report,", "Response.json({ ...report, edited: true },");
    await shows("/health", "edited");
  });

  await test.step("a message edit, at the latest after a reload", async () => {
    await edit("app/i18n/messages/en.json", /("landing\.title": )"[^"]*"/u, '$1"Parley, edited"');
    await shows("/", "Parley, edited");
  });

  await test.step("an edit during a build lets the build finish", async () => {
    const built = () => dev.output().match(/rebuilt/gu)?.length ?? 0;
    const begun = () => dev.output().match(/rebuilding/gu)?.length ?? 0;
    const before = { built: built(), begun: begun() };
    await edit("app/routes/health.ts", "edited: true", "edited: 'again'");
    await expect.poll(begun, LONG).toBeGreaterThan(before.begun);
    await edit("app/i18n/messages/en.json", "Parley, edited", "Parley, edited again");
    await shows("/", "Parley, edited again");
    expect(await read("/health")).toContain("again");
    // A build that had not read the second file yet includes it.
    await expect.poll(() => built() - before.built, LONG).toBe(begun() - before.begun);
  });

  await dev.stop();
  await expect.poll(() => runningFrom(folder), LONG).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});
