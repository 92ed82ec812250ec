/** The network goes away in the middle of a call, for both: in a network namespace of its own, where it can be taken down. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "@playwright/test";
import { ROOT } from "../../scripts/lib/paths.ts";
import type { CutReport } from "../support/cutNetwork.ts";

/** Only root may make a namespace without more ado. */
const mayCut = process.platform === "linux" && process.getuid?.() === 0;

test("a cut of 4 seconds heals by itself, one of 25 by a restart; what was written meanwhile arrives once", async () => {
  if (!mayCut) process.stdout.write("not run for want of root on Linux: network.spec.ts\n");
  test.skip(!mayCut, "needs a network namespace");
  test.setTimeout(300_000);
  const script = join(ROOT, "tests/support/cutNetwork.ts");
  const child = spawn("unshare", ["--net", process.execPath, script, "4", "25"], { cwd: ROOT, stdio: "pipe" });
  let said = "";
  child.stderr.on("data", (text) => {
    said += String(text);
  });
  const reports: CutReport[] = [];
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith("{")) reports.push(JSON.parse(line) as CutReport);
  if (child.exitCode === null) await once(child, "exit");
  expect(reports, said).toEqual([
    { seconds: 4, framesWhileCut: 0, said: expect.any(Boolean), healed: true, connections: expect.any(Number) },
    { seconds: 25, framesWhileCut: 0, said: true, healed: true, connections: expect.any(Number) },
  ]);
});
