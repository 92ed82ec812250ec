/** Both people lose the network or get low bandwidth, in a separate network namespace where the machine allows it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "@playwright/test";
import * as z from "zod/mini";
import { ROOT } from "../../scripts/lib/paths.ts";
import { expect } from "../support/expect.ts";

/** Only root may create a namespace without further setup. */
const mayShape = process.platform === "linux" && process.getuid?.() === 0;
if (!mayShape) process.stdout.write("not run for want of root on Linux: network.spec.ts\n");

/** Runs a script of `tests/support/` in a new namespace and returns its lines of JSON and its other output. */
async function inNamespace(script: string, ...options: string[]): Promise<{ reports: unknown[]; stderr: string }> {
  const path = join(ROOT, "tests/support", script);
  const child = spawn("unshare", ["--net", process.execPath, path, ...options], { cwd: ROOT, stdio: "pipe" });
  let stderr = "";
  child.stderr.on("data", (text) => {
    stderr += String(text);
  });
  const reports: unknown[] = [];
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith("{")) reports.push(JSON.parse(line));
  if (child.exitCode === null) await once(child, "exit");
  return { reports, stderr };
}

test.skip(!mayShape, "needs a network namespace");

test("short and long network cuts recover", async () => {
  const { reports, stderr } = await inNamespace("cutNetwork.ts", "4", "25");
  expect(reports, stderr).toEqual([
    { seconds: 4, framesWhileCut: 0, warned: expect.any(Boolean), healed: true, connections: expect.any(Number) },
    { seconds: 25, framesWhileCut: 0, warned: true, healed: true, connections: expect.any(Number) },
  ]);
});

test("starved video returns with the bandwidth", async () => {
  const { reports, stderr } = await inNamespace("narrowBandwidth.ts");
  expect(reports, stderr).toHaveLength(1);
  const rates = z.object({ narrow: z.number(), wide: z.number() }).parse(reports[0]);
  expect(rates.narrow).toBeLessThan(100_000);
  expect(rates.wide).toBeGreaterThanOrEqual(250_000);
});
