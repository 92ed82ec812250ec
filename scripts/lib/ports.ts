import { randomInt } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";

/**
 * Below the ephemeral ports, which the system gives to outgoing connections: a build of half a minute may lie between the
 * choice of a port and its use.
 */
const PORT_RANGE = { from: 20_000, to: 32_000 } as const;

/** Returns a free port that the system assigns to no other program by itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORT_RANGE.from, PORT_RANGE.to);
    if (!(await portTaken(port))) return port;
  }
}

/** Returns the port stored in `file` if it is free, else a new port, which it stores. */
export async function stablePort(file: string): Promise<number> {
  const stored = Number(await readFile(file, "utf8").catch(() => ""));
  if (stored > 0 && !(await portTaken(stored))) return stored;
  const port = await freePort();
  await writeFile(file, String(port));
  return port;
}

/** Returns whether the port is in use on IPv4 or IPv6 loopback. Browsers try both for `localhost`. */
export async function portTaken(port: number): Promise<boolean> {
  return (await isTaken(port, "127.0.0.1")) || (await isTaken(port, "::1"));
}

function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // Without IPv6 the error is another one, and the port counts as free.
    server.once("error", (error) => resolve("code" in error && error.code === "EADDRINUSE"));
    server.listen(port, host, () => server.close(() => resolve(false)));
  });
}

/** Polls `url` until it sends any response, the timeout passes or the server has ended. */
export async function waitForHttp(url: string, timeoutMs: number, stillRuns: () => boolean): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end && stillRuns()) {
    const responded = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.body?.cancel().then(() => true) ?? true,
      () => false,
    );
    if (responded) return true;
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  return false;
}
