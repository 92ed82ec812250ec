/** `npm run dev` for a newcomer: one command, one table, and Ctrl-C stops everything. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "@playwright/test";
import { PUBLISHABLE_KEY, SECRET_KEY } from "../../local/keys.ts";
import { freePort, portTaken } from "../../scripts/lib/ports.ts";
import { LONG, runningFrom, startDev, temporary } from "../support/devRun.ts";
import { expect } from "../support/expect.ts";
import { giveFile } from "../support/giveFile.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { hostMeeting } from "../support/moderation.ts";
import { arrive } from "../support/people.ts";
import { mountTinyDisk } from "../support/tinyDisk.ts";
import { openChat } from "../support/userActions.ts";

test.setTimeout(900_000);

/** Kills one process of the folder, at any depth below this process, without warning. */
async function killOne(folder: string, command: RegExp): Promise<void> {
  const found = (await runningFrom(folder)).find((line) => command.test(line));
  if (found === undefined) throw new Error(`No process of ${folder} is like ${command}.`);
  process.kill(Number.parseInt(found, 10), "SIGKILL");
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

  expect((await runningFrom(data)).length).toBeGreaterThan(0);
  await dev.stop();
  await expect.poll(() => runningFrom(data), LONG).toEqual([]);
  expect(await portTaken(port)).toBe(false);
  expect(await portTaken(supabasePort)).toBe(false);
  await rm(data, { recursive: true, force: true });
});

test("runs beside others, and again", ONLY_IN_LONG_RUN, async () => {
  const data = await temporary();
  const [port, supabasePort] = [await freePort(), await freePort()];
  const dev = startDev({ data, port, supabasePort });
  await dev.says("Ready in");

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

  await dev.stop();
  await expect.poll(() => runningFrom(data), LONG).toEqual([]);

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
