/** The whole stack starts, stops, and leaves no process behind, even when it is killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startStack } from "./index.ts";

/** Poll timeout for starting and stopping programs on a loaded machine. */
const LONG = { timeout: 30_000 };
vi.setConfig({ testTimeout: 90_000 });

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "parley-life-"));
  await chmod(root, 0o755);
  await symlink(resolve(import.meta.dirname, "../node_modules"), join(root, "node_modules"));
  await mkdir(join(root, "supabase/functions/hello"), { recursive: true });
  await writeFile(
    join(root, "supabase/functions/hello/index.ts"),
    `Deno.serve(async (r) => { const s = new URL(r.url).searchParams; if (s.has("wait")) await new Promise(() => {}); return new Response("here"); });`,
  );
  await writeFile(join(root, "supabase/config.toml"), "[functions.hello]\nverify_jwt = false\n");
});
afterAll(() => rm(root, { recursive: true, force: true }));

const options = () => ({
  root,
  data: join(root, "data"),
  port: 0,
  siteUrl: "http://localhost:8787",
  migrations: false,
  temporary: true,
});

/** Returns the commands of this root's processes: Postgres, Deno and their watchdogs. */
async function processes(parent: number): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/u.test(name))) {
    const command = (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " ");
    const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const parentOf = Number(
      status
        .slice(status.lastIndexOf(")") + 1)
        .trim()
        .split(" ")[1],
    );
    if (Number(pid) !== process.pid && (command.includes(root) || (parentOf === parent && command !== "")))
      found.push(command);
  }
  return found;
}

describe.runIf(process.platform === "linux")("the processes of a stack", () => {
  test("end on close, even with a pending call", async () => {
    const before = await processes(process.pid);
    const stack = await startStack(options());
    expect(await (await fetch(`${stack.url}/functions/v1/hello`)).text()).toBe("here");
    const waiting = fetch(`${stack.url}/functions/v1/hello?wait`).catch(() => null);
    expect((await processes(process.pid)).length).toBeGreaterThan(before.length + 2);
    await stack.close();
    await stack.close();
    await waiting;
    await expect.poll(() => processes(process.pid), LONG).toEqual(before);
    await expect(fetch(stack.url)).rejects.toThrow();
  });

  test("end when the stack is killed, and its data stays", async () => {
    const child = spawn(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `import { startStack } from ${JSON.stringify(join(import.meta.dirname, "index.ts"))};
         const stack = await startStack(${JSON.stringify(options())});
         await fetch(stack.url + "/functions/v1/hello");
         await fetch(stack.url + "/auth/v1/otp", { method: "POST", headers: { apikey: stack.publishableKey }, body: '{"email":"saved@example.com"}' });
         console.log("ready");`,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    await printed(child, "ready");
    expect((await processes(child.pid ?? 0)).length).toBeGreaterThan(3);
    child.kill("SIGKILL");
    await expect.poll(() => processes(child.pid ?? 0), LONG).toEqual([]);
    const stack = await startStack(options());
    const sql = postgres(stack.adminDatabaseUrl, { max: 1 });
    expect([...(await sql`select email from auth.users`)]).toEqual([{ email: "saved@example.com" }]);
    await sql.end();
    await stack.close();
  });

  const printed = (child: ChildProcess, line: string) =>
    new Promise<void>((resolve, reject) => {
      if (child.stdout) createInterface(child.stdout).on("line", (text) => text === line && resolve());
      child.on("exit", () => reject(new Error("It ended before it was ready.")));
    });
});

describe("startStack", () => {
  test("reports a port in use in one sentence", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    await expect(startStack({ ...options(), port })).rejects.toThrow(/^Port \d+ of 127\.0\.0\.1 is in use/u);
    await new Promise((resolve) => other.close(resolve));
  });
});
