/** Apertium's own service APy, with which the bench compares ours. Nothing else needs it. */
import { join } from "node:path";
import { hasEnded, runCommand, startChild } from "../scripts/lib/childProcesses.ts";
import { ROOT } from "../scripts/lib/paths.ts";
import { freePort, waitForHttp } from "../scripts/lib/ports.ts";

const MODES = "/usr/share/apertium/modes";
/** The system's Python, because Debian's packages are installed for it alone. */
const PYTHON = "/usr/bin/python3";
const START_TIMEOUT_MS = 20_000;

/** Returns null if APy is not installed. */
export async function startApy(): Promise<{ url: string; close(): Promise<void> } | null> {
  if ((await runCommand(PYTHON, ["-c", "import apertium_apy"])) !== 0) return null;
  const port = await freePort();
  const apy = startChild(PYTHON, [join(ROOT, "bench/apy-loopback.py"), MODES, "--port", String(port)]);
  const url = `http://127.0.0.1:${port}`;
  if (await waitForHttp(`${url}/listPairs`, START_TIMEOUT_MS, () => !hasEnded(apy.child))) {
    return { url, close: apy.stop };
  }
  await apy.stop();
  return null;
}
