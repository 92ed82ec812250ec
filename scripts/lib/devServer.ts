/**
 * Serves what `remix dev` builds. Remix empties its assets folder on each rebuild, and wrangler dies of that; so Remix
 * builds into a staging folder, and each finished build is copied from there: new hashed assets first, then the Worker by
 * one rename. Old assets stay, for pages that are still open. wrangler starts while the first build is under way, with the
 * build of an earlier run where no source has changed since.
 */
import { createHash } from "node:crypto";
import { watch } from "node:fs";
import { cp, mkdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { copyPublic } from "./build.ts";
import { isShuttingDown } from "./childProcesses.ts";
import { sourcesChangedAt } from "./sourceFiles.ts";
import { startWranglerServer } from "./wranglerServer.ts";

/** wrangler is started again when it ends unasked, this often within this many milliseconds. */
const RESTART_LIMIT = { most: 3, within: 60_000 };

/** Milliseconds after which wrangler is taken to have missed that there is a new Worker. */
const RELOAD_TIMEOUT_MS = 5_000;

/** What the Worker says when it is loaded, before its digest and Remix' version. */
const LOADED_MARKER = "[PARLEY DEV] loaded";
const LOADED_PATTERN = /\[PARLEY DEV\] loaded ([0-9a-f]+) ([0-9a-f]+)/u;

/** Stands in until the first build is there. */
const PLACEHOLDER_WORKER = `export default { fetch: () => new Response("Starting.", { status: 503 }) };\n`;

export interface DevServerOptions {
  /** Where Remix builds. */
  staging: string;
  /** What wrangler serves. */
  serve: string;
  /** Of the app. */
  port: number;
  /** Folder for wrangler's own. */
  data: string;
  vars: Record<string, string>;
  /** Origin of `remix dev`, which reloads the browsers. */
  remixOrigin: string;
  log(line: string): void;
}

export interface DevServer {
  /** Resolves when the first build is served. */
  readonly ready: Promise<void>;
  /** Resolves, with one sentence, when wrangler ended and does not come back. */
  readonly lost: Promise<string>;
}

/** Call it before `remix dev` starts: the build of an earlier run is forgotten here. */
export async function prepareStaging(staging: string): Promise<void> {
  await mkdir(staging, { recursive: true });
  await rm(join(staging, "version.txt"), { force: true });
}

/**
 * Tells two builds apart. Remix' own version knows only what browsers load: a loader may change under it. The time of the
 * build, which it writes into the Worker, is no difference.
 */
const digestOf = (worker: string): string =>
  createHash("sha256")
    .update(worker.replaceAll(/"?timestamp"?: ?\d{13}/gu, ""))
    .digest("hex");

export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  const { staging, serve, port, data, vars, remixOrigin, log } = options;
  const script = join(serve, "worker.js");
  /** Which build is served, and of which state of the sources. */
  const stamp = join(serve, "build.txt");
  const ready = Promise.withResolvers<void>();
  const lost = Promise.withResolvers<string>();
  /** Digests of the build in the served folder, and of the one that wrangler runs. */
  let published = "";
  let running = "";

  /** Copies the finished build, if it is another one. */
  async function publish(): Promise<void> {
    // Written last; without it the build is not finished.
    const version = await readFile(join(staging, "version.txt"), "utf8").catch(() => "");
    if (version === "") return;
    const worker = await readFile(join(staging, "worker.js"), "utf8");
    const digest = digestOf(worker);
    if (digest === published) {
      // Remix built what runs already, and waits to hear so.
      if (running === digest) await announce(digest, version);
      return;
    }
    // Names are hashes: what is there already is the same, and wrangler starts again for each file that it sees written.
    const [from, to] = [join(staging, "public/build"), join(serve, "public/build")];
    const assets = { recursive: true, force: false };
    // The manifest last: where it is served, all that it names is, and `announce` waits for it.
    await cp(from, to, { ...assets, filter: (path) => !basename(path).startsWith("manifest-") });
    await cp(from, to, assets);
    const next = join(serve, "worker.next.js");
    await writeFile(next, `${worker}\nconsole.log("${LOADED_MARKER} ${digest} ${version}");\n`);
    await rename(next, script);
    published = digest;
    await writeFile(stamp, `${digest} ${version} ${await sourcesChangedAt()}`);
    setTimeout(() => void nudge(digest), RELOAD_TIMEOUT_MS).unref();
  }

  /** A file that changed just as wrangler began to watch, or was starting another one, is not seen. */
  async function nudge(digest: string): Promise<void> {
    if (running === digest || published !== digest || isShuttingDown()) return;
    const now = new Date();
    await utimes(script, now, now).catch(() => {});
    setTimeout(() => void nudge(digest), RELOAD_TIMEOUT_MS).unref();
  }

  let publishing = Promise.resolve();
  /** One after the other. A build that the next one swept away under our hands is the next one's to publish. */
  const publishNext = () => {
    publishing = publishing.then(publish).catch(() => {});
  };

  /**
   * The Worker says which build it is when it is loaded, which may be before its assets are served: a browser that is
   * told then asks for files that are not there yet. And wrangler starts the build before it once more for the assets of
   * the next: told of that one, a browser would ask the old loaders.
   */
  async function announce(digest: string, version: string): Promise<void> {
    running = digest;
    // Should it have gone back to that one after the new one, it stays there.
    if (digest !== published) return void setTimeout(() => void nudge(published), RELOAD_TIMEOUT_MS).unref();
    const manifest = `http://127.0.0.1:${port}/build/manifest-${version.toUpperCase()}.js`;
    while (published === digest && !isShuttingDown()) {
      const answer = await fetch(manifest, { method: "HEAD", signal: AbortSignal.timeout(5_000) }).catch(() => null);
      if (answer?.ok) break;
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
        else void announce(digest, version);
      },
    });

  async function keep(): Promise<string> {
    const ends: number[] = [];
    for (;;) {
      await worker.ended;
      if (isShuttingDown()) return "";
      ends.push(Date.now());
      if (ends.filter((time) => time > Date.now() - RESTART_LIMIT.within).length > RESTART_LIMIT.most) {
        return `The server of the app (wrangler) ended ${ends.length} times: it is not started again.`;
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
  keep().then(lost.resolve, (error: Error) => lost.resolve(error.message));
  watch(staging, (_event, name) => {
    if (name === "version.txt") publishNext();
  });
  publishNext();
  return { ready: ready.promise, lost: lost.promise };
}
