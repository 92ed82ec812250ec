/** One Postgres cluster in a folder: made on first use, started on a free loopback port, taken over after a crash. */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { diskFullMessage, isDiskFullError } from "../dataFolder.ts";
import { run, spawnGuarded } from "../process.ts";
import { findPlace, isAlive, type Place } from "./dataDir.ts";

export interface Cluster {
  /** Connection URL of a role, to the database `postgres`. */
  url(role: "supabase_admin" | "postgres" | "authenticator" | "supabase_auth_admin"): string;
  /** Each role's password is derived from a secret of this cluster. */
  password(role: string): string;
  /** Resolves, with one sentence, when Postgres ended unasked and could not be started again. */
  readonly failed: Promise<string>;
  close(): Promise<void>;
}

export interface ClusterOptions {
  data: string;
  /** The data may be lost with the machine: faster, for tests. */
  temporary?: boolean;
  log?: (line: string) => void;
}

/** Postgres is started again when it ends unasked, this often within this many milliseconds. */
const RESTARTS = { most: 5, within: 60_000 };

/** How long the workers of a killed Postgres may take to notice that it is gone, in milliseconds. */
const ORPHANS_PATIENCE = 15_000;

/** Starts the cluster of a data folder. Throws one sentence when it cannot. */
export async function startCluster({ data, temporary = false, log = () => {} }: ClusterOptions): Promise<Cluster> {
  const place = await findPlace(data);
  const cluster = join(place.folder, "cluster");
  await takeOver(place, cluster);
  const secret = await initialise(place, cluster, data);
  const password = (role: string) => createHash("sha256").update(`${secret}:${role}`).digest("hex");
  const owner = join(place.folder, "owner.pid");
  await writeFile(owner, String(process.pid));

  let closing = false;
  const { port, server } = await launch({ place, cluster, temporary, data, log, isWanted: () => !closing });
  const lost = Promise.withResolvers<string>();
  let running = server;

  /** Starts Postgres again, on the same port, as often as it ends unasked. */
  const keep = async () => {
    const ends: number[] = [];
    for (;;) {
      await running.ended;
      if (closing) return;
      if (readFileSync(owner, "utf8") !== String(process.pid)) {
        return lost.resolve("Another process took over the data folder.");
      }
      ends.push(Date.now());
      if (ends.filter((time) => time > Date.now() - RESTARTS.within).length > RESTARTS.most) {
        return lost.resolve(`Postgres ended ${RESTARTS.most + 1} times within a minute: it is not started again.`);
      }
      log("Postgres ended unexpectedly: starting it again.");
      try {
        const again = { place, cluster, temporary, data, log, isWanted: () => !closing, port };
        running = (await launch(again)).server;
        if (closing) await running.stop();
        else log("Postgres is back.");
      } catch (error) {
        return lost.resolve(error instanceof Error ? error.message : String(error));
      }
    }
  };
  const keeping = keep();

  return {
    password,
    url: (role) => `postgres://${role}:${password(role)}@127.0.0.1:${port}/postgres`,
    failed: lost.promise,
    close: async () => {
      closing = true;
      await running.stop();
      // One that is just being started again is ended there.
      await keeping;
      await rm(owner, { force: true });
    },
  };
}

/** A cluster is made beside its final name and renamed: an interrupted start leaves nothing half-made behind. */
async function initialise(place: Place, cluster: string, data: string): Promise<string> {
  const secretFile = join(place.folder, "secret");
  if (existsSync(join(cluster, "PG_VERSION"))) return (await readFile(secretFile, "utf8")).trim();
  const unfinished = `${cluster}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await rm(cluster, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (place.user) await chown(unfinished, place.user.uid, place.user.gid);
  const secret = randomBytes(32).toString("hex");
  await writeFile(secretFile, secret, { mode: 0o600 });
  const passwordFile = join(place.folder, "initial-password");
  await writeFile(passwordFile, createHash("sha256").update(`${secret}:supabase_admin`).digest("hex"), { mode: 0o600 });
  if (place.user) await chown(passwordFile, place.user.uid, place.user.gid);
  const { code, errors } = await run(
    join(place.programs, "bin", "initdb"),
    [
      `--pgdata=${unfinished}`,
      "--username=supabase_admin",
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      "--no-sync",
      "--no-instructions",
    ],
    { cwd: "/", env: childEnvironment(), ...place.user },
  );
  await rm(passwordFile, { force: true });
  if (code !== 0) {
    await rm(unfinished, { recursive: true, force: true });
    if (isDiskFullError(errors)) throw new Error(diskFullMessage(data));
    throw new Error(`Postgres could not make its data folder ${unfinished}: ${lastLine(errors)}`);
  }
  await rename(unfinished, cluster);
  return secret;
}

/**
 * A process killed outright may have left its Postgres running or its lock behind. Running under a live owner means a
 * second start of the same folder, which is refused; without an owner it is ended, and a lock without Postgres is
 * Postgres' own to clear.
 */
async function takeOver(place: Place, cluster: string): Promise<void> {
  const lock = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(lock.split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !(await isPostgres(pid))) return;
  const owner = Number(await readFile(join(place.folder, "owner.pid"), "utf8").catch(() => ""));
  if (owner > 0 && owner !== process.pid && isAlive(owner)) {
    throw new Error(`The data folder is in use by process ${owner}: stop it first, or choose another folder.`);
  }
  for (const [signal, patience] of [["SIGINT", 10_000] as const, ["SIGQUIT", 5_000] as const]) {
    if (isAlive(pid)) process.kill(pid, signal);
    const until = Date.now() + patience;
    while (isAlive(pid) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
    if (!isAlive(pid)) return;
  }
  throw new Error(`An older Postgres (process ${pid}) holds the data folder and does not end: stop it by hand.`);
}

/** Process ids are used again, so a number alone is no proof. */
async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== "linux") return true;
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return command.includes("postgres");
}

interface Launch {
  place: Place;
  cluster: string;
  temporary: boolean;
  /** As the user named it, for sentences. */
  data: string;
  /** Any free one without. */
  port?: number;
  isWanted(): boolean;
  log(line: string): void;
}

async function launch({ place, cluster, temporary, data, isWanted, log: say, ...wanted }: Launch) {
  const until = Date.now() + ORPHANS_PATIENCE;
  for (let attempt = 1; ; attempt++) {
    if (!isWanted()) throw new Error("Postgres is not wanted any more.");
    const port = wanted.port ?? (await freePort());
    const server = spawnGuarded({
      command: join(place.programs, "bin", "postgres"),
      args: ["-D", cluster, ...settings(port, temporary)],
      signal: "SIGINT",
      options: { cwd: "/", env: childEnvironment(), stdio: ["ignore", "ignore", "pipe"], ...place.user },
    });
    const log = await readyOrLog(server.child.stderr, server.ended);
    if (log === undefined) {
      sayWhenFull(server.child.stderr, () => say(diskFullMessage(data)));
      return { port, server };
    }
    await server.stop();
    // Another process may have taken the port in between.
    if (attempt < 3 && log.includes("could not bind")) continue;
    // A Postgres killed outright leaves workers that hold its shared memory until they notice: then it is free.
    if (log.includes("shared memory block") && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    if (isDiskFullError(log)) throw new Error(diskFullMessage(data));
    throw new Error(`Postgres did not start: ${lastLine(log)}`);
  }
}

function settings(port: number, temporary: boolean): string[] {
  const values = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: 100,
    shared_buffers: "32MB",
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    lc_messages: "C",
    // A crash of the machine may lose the last moments, never the consistency of what is there.
    synchronous_commit: "off",
    // Statements and parameters hold what people wrote: they stay out of every log.
    log_min_error_statement: "panic",
    log_min_messages: "warning",
    log_parameter_max_length_on_error: 0,
    ...(temporary ? { fsync: "off", full_page_writes: "off" } : {}),
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** Waits for Postgres to accept connections; answers what it logged when it ended instead. */
async function readyOrLog(stderr: NodeJS.ReadableStream | null, ended: Promise<unknown>): Promise<string | undefined> {
  let log = "";
  const ready = new Promise<undefined>((resolve) => {
    stderr?.setEncoding("utf8");
    stderr?.on("data", (text: string) => {
      if (log.length < 64_000) log += text;
      if (log.includes("ready to accept connections")) resolve(undefined);
    });
  });
  return await Promise.race([ready, ended.then(() => log)]);
}

/** Says it once a minute at most; Postgres refuses what it cannot store and goes on. */
function sayWhenFull(stderr: NodeJS.ReadableStream | null, say: () => void): void {
  let said = Number.NEGATIVE_INFINITY;
  stderr?.on("data", (text: string) => {
    if (!isDiskFullError(text) || performance.now() - said < 60_000) return;
    said = performance.now();
    say();
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No free port on 127.0.0.1.");
  return address.port;
}

/** Nothing of our environment (PGDATA, PGPORT, locale) may steer it. */
const childEnvironment = () => ({ PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" });

/** The reason in a log: the last fatal line, else the last one. */
function lastLine(text: string): string {
  const lines = text.trim().split("\n");
  return lines.findLast((line) => /\b(FATAL|PANIC):/u.test(line)) ?? lines.at(-1) ?? "no reason given";
}
