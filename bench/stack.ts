/** The embedded stack in a process of its own, and its memory when idle. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import type { Stack, StackOptions } from "../local/index.ts";
import { startChild } from "../scripts/lib/childProcesses.ts";
import { bin, PATH, ROOT } from "../scripts/lib/paths.ts";
import { scaled } from "./scale.ts";
import type { Figure } from "./table.ts";

const address = z.object({
  url: z.string(),
  publishableKey: z.string(),
  secretKey: z.string(),
  inboxUrl: z.string(),
  databaseUrl: z.string(),
  adminDatabaseUrl: z.string(),
  seeded: z.boolean(),
});

export interface StackProcess extends Stack {
  readonly pid: number;
}

type StackProcessOptions = Partial<Omit<StackOptions, "log">> & Pick<StackOptions, "data">;

/** Starts the stack. Throws with its output if it ends before it is ready. */
export async function startStackProcess(overrides: StackProcessOptions): Promise<StackProcess> {
  const options = { root: ROOT, port: 0, siteUrl: "http://localhost:8787", ...overrides };
  const script = `
    import { startStack } from ${JSON.stringify(join(ROOT, "local/index.ts"))};
    const stack = await startStack({ ...${JSON.stringify(options)}, log: (line) => console.log(line) });
    process.once("SIGTERM", () => stack.close().then(() => process.exit(0)));
    console.log(JSON.stringify(stack));`;
  const started = Promise.withResolvers<z.infer<typeof address>>();
  const output: string[] = [];
  const child = startChild(bin("node"), ["--input-type=module", "-e", script], {
    cwd: ROOT,
    env: { PATH, NODE_OPTIONS: "--disable-warning=ExperimentalWarning" },
    onLine: (line) => {
      output.push(line);
      if (line.startsWith("{")) started.resolve(address.parse(JSON.parse(line)));
    },
  });
  const failed = child.ended.then(() => `The stack ended:\n${output.join("\n")}`);
  void failed.then((reason) => started.reject(new Error(reason)));
  return { ...(await started.promise), pid: child.child.pid ?? 0, failed, close: child.stop };
}

/** Returns the megabytes of a process and its descendants. A shared page is divided among its processes (PSS). */
async function residentOfTree(root: number): Promise<number> {
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/u.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const parent = Number(
      stat
        .slice(stat.lastIndexOf(")") + 2)
        .split(" ")
        .at(1),
    );
    parents.set(Number(name), parent);
  }
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(parents.get(pid) ?? 0));
  let kilobytes = 0;
  for (const pid of parents.keys()) {
    if (!isBelow(pid)) continue;
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
    kilobytes += Number(/^Pss: +(\d+) kB$/mu.exec(rollup)?.[1] ?? 0);
  }
  return kilobytes / 1000;
}

/** Time for the functions to warm up and for all processes to become idle. */
const IDLE_MS = scaled(10_000, 500);

/** Measures Node, Postgres and Deno after a call of an edge function and `IDLE_MS`. */
export async function measureStack(data: string): Promise<Figure> {
  const stack = await startStackProcess({ data });
  await fetch(`${stack.url}/functions/v1/translate`, { method: "POST", headers: { apikey: stack.publishableKey } });
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const value = await residentOfTree(stack.pid);
  await stack.close();
  return { name: "embedded stack, idle", value, samples: 1, bar: 400, unit: "MB", note: "Node, Postgres, Deno; PSS" };
}
