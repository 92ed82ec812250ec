/** `npm run dev` as a newcomer has it: one command, one table, and Ctrl-C ends all of it. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { spawnGuarded } from "../../local/process.ts";
import { bin, PATH, ROOT } from "../../scripts/lib/paths.ts";
import { freePort, portTaken } from "../../scripts/lib/ports.ts";

/** Command lines of running processes that name the folder. */
async function runningFrom(folder: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)("ps", ["-eo", "args"]);
  return stdout.split("\n").filter((line) => line.includes(folder) && !line.startsWith("ps "));
}

test("starts everything, says where, and leaves nothing behind", async () => {
  const data = await mkdtemp(join(tmpdir(), "parley-dev-"));
  const [port, supabasePort] = [await freePort(), await freePort()];
  const args = ["scripts/dev.ts", "--data", data, "--port", String(port), "--supabase-port", String(supabasePort)];
  const dev = spawnGuarded({
    command: bin("node"),
    args,
    signal: "SIGINT",
    options: { cwd: ROOT, env: { ...process.env, PATH }, stdio: ["ignore", "pipe", "pipe"] },
  });
  let said = "";
  for (const stream of [dev.child.stdout, dev.child.stderr]) stream?.on("data", (chunk) => (said += String(chunk)));
  await expect.poll(() => said, { timeout: 80_000 }).toContain("Ready in");
  expect(said).toContain(`http://localhost:${port}`);
  expect(said).toContain(`http://127.0.0.1:${supabasePort}/inbox`);
  expect(said).toMatch(/Translation\s+\S/u);
  expect((await fetch(`http://localhost:${port}/`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${supabasePort}/inbox`)).status).toBe(200);

  await test.step("a second one says who is in its way", async () => {
    const second = spawnGuarded({
      command: bin("node"),
      args,
      signal: "SIGINT",
      options: { cwd: ROOT, env: { ...process.env, PATH }, stdio: ["ignore", "ignore", "pipe"] },
    });
    let complaint = "";
    second.child.stderr?.on("data", (chunk) => (complaint += String(chunk)));
    expect(await second.ended).toBe(1);
    expect(complaint).toContain(`Port ${supabasePort} is in use`);
  });

  expect((await runningFrom(data)).length).toBeGreaterThan(0);
  await dev.stop();
  await expect.poll(() => runningFrom(data)).toEqual([]);
  expect(await portTaken(port)).toBe(false);
  expect(await portTaken(supabasePort)).toBe(false);
  await rm(data, { recursive: true, force: true });
});
