/** A service of the test's own, and the pipelines that run in this process. */
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { findApertium } from "../../scripts/lib/apertium.ts";
import type { Installation } from "../modes.ts";
import { createPool, type PoolOptions } from "../pool.ts";
import { createTranslationServer, type ServerOptions } from "../server.ts";

/** Returns the folder below which Apertium is installed, on the system or fetched. */
export async function apertiumRoot(): Promise<string> {
  const root = await findApertium();
  if (root === null) throw new Error("Apertium is not on this machine: `npm run translate:setup`");
  return root;
}

export interface TestService {
  readonly url: string;
  /** Lines that the service logged. */
  readonly log: readonly string[];
  translate(pair: string, text: string): Promise<{ status: number; text: string }>;
  close(): Promise<void>;
}

export async function startService(
  installation: Installation,
  options: Partial<PoolOptions> & ServerOptions = {},
): Promise<TestService> {
  const log: string[] = [];
  const pool = createPool(installation, { maxOpen: 8, idleMs: 60_000, log: (line) => log.push(line), ...options });
  const server = createTranslationServer(pool, options).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
  return {
    url,
    log,
    translate: async (pair, text) => {
      const response = await postText(url, pair, text);
      const body: { responseData?: { translatedText: string } } = JSON.parse(await response.text());
      return { status: response.status, text: body.responseData?.translatedText ?? "" };
    },
    close: async () => {
      pool.close();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export const postText = (url: string, langpair: string, q: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${url}/translate`, { method: "POST", body: new URLSearchParams({ langpair, q, markUnknown: "no" }), ...init });

/** An installation whose only direction, `en|es`, runs these programs. */
export const scripted = (...programs: readonly (readonly string[])[]): Installation => ({
  modes: [{ source: "en", target: "es", programs }],
  env: { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8" },
});

/** A program that returns each text as it is, after these commands of sed for texts that end with NUL. */
export const echo = (...commands: readonly string[]): string[] => [
  "/usr/bin/env",
  "sed",
  "-u",
  "-z",
  ...["", ...commands].flatMap((command) => ["-e", command]),
];

/** Returns the process groups of the pipelines that this process has started. */
export async function openPipelines(): Promise<number[]> {
  const tasks = await readdir(`/proc/${process.pid}/task`);
  const children = await Promise.all(
    tasks.map((task) => readFile(`/proc/${process.pid}/task/${task}/children`, "utf8").catch(() => "")),
  );
  const pids = children.join(" ").split(/\s+/u).filter(Boolean).map(Number);
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
  return pids.filter((_pid, index) => commands[index]?.startsWith("/bin/sh\0-c\0'/"));
}
