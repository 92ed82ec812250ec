/** Serves a build with wrangler on loopback, without requests to the outside. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { GuardedProcess } from "../../local/process.ts";
import { hasEnded, startChild } from "./childProcesses.ts";
import { bin, PATH, ROOT } from "./paths.ts";
import { waitForHttp } from "./ports.ts";

/** The first start on a cold machine once took 26 s. */
const START_TIMEOUT_MS = 60_000;

export interface WranglerServerOptions {
  /** Folder with `worker.js` and `public`. */
  build: string;
  port: number;
  /** Folder for the environment file, wrangler's state and its logs. */
  data: string;
  vars: Record<string, string>;
  onLine?: (line: string) => void;
}

export interface WranglerServer {
  url: string;
  /** Resolves when wrangler ends, whether stopped or crashed. */
  ended: GuardedProcess["ended"];
  close(): Promise<void>;
}

export async function startWranglerServer(options: WranglerServerOptions): Promise<WranglerServer> {
  await mkdir(options.data, { recursive: true });
  const envFile = join(options.data, "worker.env");
  const lines = Object.entries(options.vars).map(([name, value]) => `${name}='${value}'`);
  await writeFile(envFile, `${lines.join("\n")}\n`, { mode: 0o600 });
  /** The last lines, for the error message. */
  const output: string[] = [];
  const wrangler = startChild(
    bin("wrangler"),
    [
      "dev",
      join(options.build, "worker.js"),
      "--config",
      join(ROOT, "wrangler.toml"),
      "--no-bundle",
      "--assets",
      join(options.build, "public"),
      "--ip",
      "127.0.0.1",
      "--port",
      String(options.port),
      "--inspector-port",
      "0",
      "--env-file",
      envFile,
      "--persist-to",
      join(options.data, "wrangler"),
      "--show-interactive-dev-session=false",
    ],
    {
      cwd: ROOT,
      env: {
        PATH,
        CLOUDFLARE_CF_FETCH_ENABLED: "false",
        WRANGLER_SEND_METRICS: "false",
        WRANGLER_LOG_PATH: join(options.data, "wrangler-logs"),
        CI: "true",
        NO_COLOR: "1",
      },
      onLine: (line) => {
        output.push(line);
        if (output.length > 200) output.shift();
        options.onLine?.(line);
      },
    },
  );
  const url = `http://127.0.0.1:${options.port}`;
  const up = await waitForHttp(`${url}/favicon.svg`, START_TIMEOUT_MS, () => !hasEnded(wrangler.child));
  if (!up) {
    await wrangler.stop();
    throw new Error(`wrangler did not start:\n${output.join("\n")}`);
  }
  return { url, ended: wrangler.ended, close: wrangler.stop };
}
