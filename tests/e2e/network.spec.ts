/** The network goes away, or gets narrow, for both: in a network namespace of its own, where that can be done to it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "@playwright/test";
import { ROOT } from "../../scripts/lib/paths.ts";
import type { CutReport } from "../support/cutNetwork.ts";
import type { NarrowReport } from "../support/narrowLine.ts";

/** Only root may make a namespace without more ado. */
const mayShape = process.platform === "linux" && process.getuid?.() === 0;
if (!mayShape) process.stdout.write("not run for want of root on Linux: network.spec.ts\n");

/** Lines of JSON that a script of `tests/support/` prints in a namespace of its own, and what it said beside them. */
async function inNamespace<Report>(script: string, ...options: string[]): Promise<{ reports: Report[]; said: string }> {
  const path = join(ROOT, "tests/support", script);
  const child = spawn("unshare", ["--net", process.execPath, path, ...options], { cwd: ROOT, stdio: "pipe" });
  let said = "";
  child.stderr.on("data", (text) => {
    said += String(text);
  });
  const reports: Report[] = [];
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith("{")) reports.push(JSON.parse(line) as Report);
  if (child.exitCode === null) await once(child, "exit");
  return { reports, said };
}

test.skip(!mayShape, "needs a network namespace");

test("a cut of 4 seconds heals by itself, one of 25 by a restart; what was written meanwhile arrives once", async () => {
  test.setTimeout(300_000);
  const { reports, said } = await inNamespace<CutReport>("cutNetwork.ts", "4", "25");
  expect(reports, said).toEqual([
    { seconds: 4, framesWhileCut: 0, said: expect.any(Boolean), healed: true, connections: expect.any(Number) },
    { seconds: 25, framesWhileCut: 0, said: true, healed: true, connections: expect.any(Number) },
  ]);
});

test("a picture that a narrow line starved comes back with the line, also of somebody who says nothing", async () => {
  test.setTimeout(180_000);
  const { reports, said } = await inNamespace<NarrowReport>("narrowLine.ts");
  expect(reports, said).toHaveLength(1);
  expect(reports[0]?.narrow).toBeLessThan(100_000);
  expect(reports[0]?.wide).toBeGreaterThanOrEqual(250_000);
});
