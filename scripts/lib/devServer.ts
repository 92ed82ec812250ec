/**
 * Serves the builds of `remix dev`. Remix empties its assets folder on each rebuild, which ends wrangler. So Remix builds
 * into a staging folder, and each finished build is copied from there: new hashed assets first, then the Worker by one
 * rename. Old assets stay for open pages.
 *
 * Wrangler starts during the first build. It serves the build of an earlier run if no source has changed since.
 */
import { createHash } from "node:crypto";
import { watch } from "node:fs";
import { cp, mkdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { copyPublic } from "./build.ts";
import { isShuttingDown } from "./childProcesses.ts";
import { sourcesChangedAt } from "./sourceFiles.ts";
import { startWranglerServer } from "./wranglerServer.ts";

/** Unexpected ends of wrangler within the window that lead to a restart. */
const RESTART_LIMIT = { count: 3, windowMs: 60_000 };

/** After this time without a reload, wrangler has missed the new Worker. */
const RELOAD_TIMEOUT_MS = 5_000;

/** The Worker logs this on load, with its digest and Remix's version. */
const LOADED_MARKER = "[PARLEY DEV] loaded";
const LOADED_PATTERN = /\[PARLEY DEV\] loaded ([0-9a-f]+) ([0-9a-f]+)/u;

/** Served until the first build is finished. */
const PLACEHOLDER_WORKER = `export default { fetch: () => new Response("Starting.", { status: 503 }) };\n`;

export interface DevServerOptions {
  /** Folder of Remix's builds. */
  staging: string;
  /** Folder that wrangler serves. */
  serve: string;
  /** The app's port. */
  port: number;
  /** Folder for wrangler's files. */
  data: string;
  vars: Record<string, string>;
  /** Origin of `remix dev`, which reloads the browsers. */
  remixOrigin: string;
  log(line: string): void;
}

export interface DevServer {
  /** Resolves when the first build is served. */
  readonly ready: Promise<void>;
  /** Resolves with one sentence when wrangler has ended and is not restarted. */
  readonly lost: Promise<string>;
}

/** Forgets the build of an earlier run. Call it before `remix dev` starts. */
export async function prepareStaging(staging: string): Promise<void> {
  await mkdir(staging, { recursive: true });
  await rm(join(staging, "version.txt"), { force: true });
}

/**
 * Returns a digest that identifies a build. Remix's own version covers only client files, so a loader may change without
 * it. The build time, which Remix writes into the Worker, is left out.
 */
const digestOf = (worker: string): string =>
  createHash("sha256")
    .update(worker.replaceAll(/"?timestamp"?: ?\d{13}/gu, ""))
    .digest("hex");

export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  const { staging, serve, port, data, vars, remixOrigin, log } = options;
  const script = join(serve, "worker.js");
  /** Holds the digest of the served build and the time of its sources. */
  const stamp = join(serve, "build.txt");
  const ready = Promise.withResolvers<void>();
  const lost = Promise.withResolvers<string>();
  /** Digests of the build in the served folder, and of the build that wrangler runs. */
  let published = "";
  let running = "";

  /** Copies the finished build if it differs from the published one. */
  async function publish(): Promise<void> {
    // The version is written last. Without it the build is not finished.
    const version = await readFile(join(staging, "version.txt"), "utf8").catch(() => "");
    if (version === "") return;
    const worker = await readFile(join(staging, "worker.js"), "utf8");
    const digest = digestOf(worker);
    if (digest === published) {
      // The build runs already, but Remix waits for the notification.
      if (running === digest) await onLoaded(digest, version);
      return;
    }
    // Names are hashes, so existing files are identical. Wrangler restarts for each file that is written.
    const [from, to] = [join(staging, "public/build"), join(serve, "public/build")];
    const assets = { recursive: true, force: false };
    // The manifest comes last. Once it is served, so are all files that it names, and `onLoaded` waits for it.
    await cp(from, to, { ...assets, filter: (path) => !basename(path).startsWith("manifest-") });
    await cp(from, to, assets);
    const next = join(serve, "worker.next.js");
    await writeFile(next, `${worker}\nconsole.log("${LOADED_MARKER} ${digest} ${version}");\n`);
    await rename(next, script);
    published = digest;
    await writeFile(stamp, `${digest} ${version} ${await sourcesChangedAt()}`);
    setTimeout(() => void nudge(digest), RELOAD_TIMEOUT_MS).unref();
  }

  /** Touches the Worker, because wrangler misses a change while it starts to watch or starts another Worker. */
  async function nudge(digest: string): Promise<void> {
    if (running === digest || published !== digest || isShuttingDown()) return;
    const now = new Date();
    await utimes(script, now, now).catch(() => {});
    setTimeout(() => void nudge(digest), RELOAD_TIMEOUT_MS).unref();
  }

  let publishing = Promise.resolve();
  /** Publishes builds one after the other. If the next build removes this build's files, the next one is published. */
  const publishNext = () => {
    publishing = publishing.then(publish).catch(() => {});
  };

  /**
   * Notifies the browsers through Remix once the loaded Worker's assets are served, so that no browser requests a missing
   * file. Wrangler also restarts the previous Worker for new assets. That load is ignored, or browsers would request data
   * from the old loaders.
   */
  async function onLoaded(digest: string, version: string): Promise<void> {
    running = digest;
    // Wrangler does not leave the old Worker by itself if it returned to it after the new one.
    if (digest !== published) return void setTimeout(() => void nudge(published), RELOAD_TIMEOUT_MS).unref();
    const manifest = `http://127.0.0.1:${port}/build/manifest-${version.toUpperCase()}.js`;
    while (published === digest && !isShuttingDown()) {
      const response = await fetch(manifest, { method: "HEAD", signal: AbortSignal.timeout(5_000) }).catch(() => null);
      if (response?.ok) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    if (published !== digest) return;
    ready.resolve();
    await fetch(`${remixOrigin}/ping`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ buildHash: version }),
    }).catch(() => {});
  }

  const start = () =>
    startWranglerServer({
      build: serve,
      port,
      data,
      vars,
      onLine: (line) => {
        const [, digest, version] = LOADED_PATTERN.exec(line) ?? [];
        if (digest === undefined || version === undefined) log(line);
        else void onLoaded(digest, version);
      },
    });

  /** Restarts wrangler when it ends. Returns the reason to give up. */
  async function keepRunning(): Promise<string> {
    const ends: number[] = [];
    for (;;) {
      await worker.ended;
      if (isShuttingDown()) return "";
      ends.push(Date.now());
      if (ends.filter((time) => time > Date.now() - RESTART_LIMIT.windowMs).length > RESTART_LIMIT.count) {
        return `The server of the app (wrangler) ended ${ends.length} times and is not started again.`;
      }
      log("The server of the app (wrangler) ended: starting it again.");
      worker = await start();
      log("The server of the app is back.");
    }
  }

  await mkdir(serve, { recursive: true });
  await copyPublic(serve);
  const [digest = "", , changedAt] = (await readFile(stamp, "utf8").catch(() => "")).split(" ");
  if (digest !== "" && changedAt === String(await sourcesChangedAt())) {
    published = digest;
  } else {
    await rm(stamp, { force: true });
    await writeFile(script, PLACEHOLDER_WORKER);
  }
  let worker = await start();
  keepRunning().then(lost.resolve, (error: Error) => lost.resolve(error.message));
  watch(staging, (_event, name) => {
    if (name === "version.txt") publishNext();
  });
  publishNext();
  return { ready: ready.promise, lost: lost.promise };
}
