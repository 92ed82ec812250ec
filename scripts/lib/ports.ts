import { randomInt } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";

/**
 * Below those that a system takes by itself, for each connection that goes out and for whoever asks for any: a build of half
 * a minute may lie between the choice of a port and its use.
 */
const PORT_RANGE = { from: 20_000, to: 32_000 } as const;

/** A port that was free a moment ago, and that nobody is given who does not ask for it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORT_RANGE.from, PORT_RANGE.to);
    if (!(await portTaken(port))) return port;
  }
}

/** The port that `file` remembers, if it is free; else another one, remembered from now on. */
export async function stablePort(file: string): Promise<number> {
  const stored = Number(await readFile(file, "utf8").catch(() => ""));
  if (stored > 0 && !(await portTaken(stored))) return stored;
  const port = await freePort();
  await writeFile(file, String(port));
  return port;
}

/** Whether somebody listens there on loopback, of either kind: browsers try both for `localhost`. */
export async function portTaken(port: number): Promise<boolean> {
  return (await isTaken(port, "127.0.0.1")) || (await isTaken(port, "::1"));
}

function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // A machine without IPv6 has nobody there.
    server.once("error", (error) => resolve("code" in error && error.code === "EADDRINUSE"));
    server.listen(port, host, () => server.close(() => resolve(false)));
  });
}

/** Asks `url` until it answers with anything, or until `patience` milliseconds are over. */
export async function waitForHttp(url: string, timeoutMs: number, stillRuns: () => boolean): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end && stillRuns()) {
    const answered = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(2_000) }).then(
      (answer) => answer.body?.cancel().then(() => true) ?? true,
      () => false,
    );
    if (answered) return true;
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  return false;
}
