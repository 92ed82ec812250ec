/** One Postgres cluster per folder: created on first use, started on a free loopback port, taken over after a crash. */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { diskFullMessage, isDiskFullError } from "../dataFolder.ts";
import { run, spawnGuarded } from "../process.ts";
import { type ClusterLocation, findClusterLocation, isAlive } from "./dataDir.ts";

export interface Cluster {
  /** Returns the connection URL of a role for the database `postgres`. */
  url(role: "supabase_admin" | "postgres" | "authenticator" | "supabase_auth_admin"): string;
  /** Derives the password of a role from this cluster's secret. */
  password(role: string): string;
  /** Resolves with one sentence when Postgres exited unexpectedly and could not be restarted. */
  readonly failed: Promise<string>;
  close(): Promise<void>;
}

export interface ClusterOptions {
  data: string;
  /** Skips fsync: faster, for tests. A crash of the machine may lose data. */
  temporary?: boolean;
  log?: (line: string) => void;
}

/** Postgres is restarted at most this often within the window. */
const MAX_RESTARTS = 5;
const RESTART_WINDOW_MS = 60_000;

/**
 * Workers of a killed Postgres hold its shared memory until they notice its death. Until its restart, the port may be the
 * source of somebody's outgoing connection.
 */
const LAUNCH_TIMEOUT_MS = 15_000;
const LAUNCH_RETRY_MS = 50;
const TRANSIENT_LAUNCH_ERRORS = ["shared memory block", "could not bind"];

/** Starts the cluster of a data folder. Throws one sentence on failure. */
export async function startCluster({ data, temporary = false, log = () => {} }: ClusterOptions): Promise<Cluster> {
  const location = await findClusterLocation(data);
  const cluster = join(location.folder, "cluster");
  await takeOver(location, cluster);
  const secret = await initialise(location, cluster, data);
  const password = (role: string) => createHash("sha256").update(`${secret}:${role}`).digest("hex");
  const owner = join(location.folder, "owner.pid");
  await writeFile(owner, String(process.pid));

  let closing = false;
  const { port, server } = await launch({
    location: location,
    cluster,
    temporary,
    data,
    log,
    isWanted: () => !closing,
  });
  const failed = Promise.withResolvers<string>();
  let running = server;

  /** Restarts Postgres on the same port after each unexpected exit. */
  const supervise = async () => {
    const exits: number[] = [];
    for (;;) {
      await running.ended;
      if (closing) return;
      if (readFileSync(owner, "utf8") !== String(process.pid)) {
        return failed.resolve("Another process took over the data folder.");
      }
      exits.push(Date.now());
      if (exits.filter((time) => time > Date.now() - RESTART_WINDOW_MS).length > MAX_RESTARTS) {
        return failed.resolve(`Postgres exited ${MAX_RESTARTS + 1} times within a minute and is not restarted.`);
      }
      log("Postgres exited unexpectedly, restarting.");
      try {
        const options = { location, cluster, temporary, data, log, isWanted: () => !closing, port };
        running = (await launch(options)).server;
        if (closing) await running.stop();
        else log("Postgres is back.");
      } catch (error) {
        return failed.resolve(error instanceof Error ? error.message : String(error));
      }
    }
  };
  const supervision = supervise();

  return {
    password,
    url: (role) => `postgres://${role}:${password(role)}@127.0.0.1:${port}/postgres`,
    failed: failed.promise,
    close: async () => {
      closing = true;
      await running.stop();
      // The supervisor stops a Postgres that is just being restarted.
      await supervision;
      await rm(owner, { force: true });
    },
  };
}

/**
 * Creates the cluster under a temporary name and renames it, so that an interrupted start leaves no partial cluster.
 */
async function initialise(location: ClusterLocation, cluster: string, data: string): Promise<string> {
  const secretFile = join(location.folder, "secret");
  if (existsSync(join(cluster, "PG_VERSION"))) return (await readFile(secretFile, "utf8")).trim();
  const unfinished = `${cluster}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await rm(cluster, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (location.user) await chown(unfinished, location.user.uid, location.user.gid);
  const secret = randomBytes(32).toString("hex");
  await writeFile(secretFile, secret, { mode: 0o600 });
  const passwordFile = join(location.folder, "initial-password");
  await writeFile(passwordFile, createHash("sha256").update(`${secret}:supabase_admin`).digest("hex"), { mode: 0o600 });
  if (location.user) await chown(passwordFile, location.user.uid, location.user.gid);
  const { code, errors } = await run(
    join(location.programs, "bin", "initdb"),
    [
      `--pgdata=${unfinished}`,
      "--username=supabase_admin",
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // As hosted.
      "--locale-provider=icu",
      "--icu-locale=en-US",
      "--locale=C",
      "--no-sync",
      "--no-instructions",
    ],
    { cwd: "/", env: childEnvironment(), ...location.user },
  );
  await rm(passwordFile, { force: true });
  if (code !== 0) {
    await rm(unfinished, { recursive: true, force: true });
    if (isDiskFullError(errors)) throw new Error(diskFullMessage(data));
    throw new Error(`Postgres could not create its data folder ${unfinished}: ${lastLine(errors)}`);
  }
  await rename(unfinished, cluster);
  return secret;
}

/**
 * Handles the remains of a killed process. A Postgres with a live owner means a second start of the same folder, which
 * is rejected. A Postgres without an owner is stopped. Postgres itself clears a lock without a process.
 */
async function takeOver(location: ClusterLocation, cluster: string): Promise<void> {
  const lock = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(lock.split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !(await isPostgres(pid))) return;
  const owner = Number(await readFile(join(location.folder, "owner.pid"), "utf8").catch(() => ""));
  if (owner > 0 && owner !== process.pid && isAlive(owner)) {
    throw new Error(`The data folder is in use by process ${owner}: stop it first, or choose another folder.`);
  }
  for (const [signal, timeoutMs] of [["SIGINT", 10_000] as const, ["SIGQUIT", 5_000] as const]) {
    if (isAlive(pid)) process.kill(pid, signal);
    const deadline = Date.now() + timeoutMs;
    while (isAlive(pid) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
    if (!isAlive(pid)) return;
  }
  throw new Error(`An older Postgres (process ${pid}) uses the data folder and does not stop: kill it.`);
}

/** Checks the command too, because process ids are reused. */
async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== "linux") return true;
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return command.includes("postgres");
}

interface LaunchOptions {
  location: ClusterLocation;
  cluster: string;
  temporary: boolean;
  /** The data folder as the user named it, for messages. */
  data: string;
  /** Default: any free port. */
  port?: number;
  isWanted(): boolean;
  log(line: string): void;
}

async function launch({ location, cluster, temporary, data, isWanted, log, ...fixed }: LaunchOptions) {
  const deadline = Date.now() + LAUNCH_TIMEOUT_MS;
  let reason = "";
  for (;;) {
    if (!isWanted()) throw new Error("Postgres is no longer needed.");
    const port = fixed.port ?? (await freePort());
    const server = spawnGuarded({
      command: join(location.programs, "bin", "postgres"),
      args: ["-D", cluster, ...settings(port, temporary)],
      signal: "SIGINT",
      options: { cwd: "/", env: childEnvironment(), stdio: ["ignore", "ignore", "pipe"], ...location.user },
    });
    const output = await readyOrLog(server.child.stderr, server.ended);
    if (output === undefined) {
      logWhenDiskFull(server.child.stderr, () => log(diskFullMessage(data)));
      return { port, server };
    }
    await server.stop();
    if (Date.now() < deadline && TRANSIENT_LAUNCH_ERRORS.some((error) => output.includes(error))) {
      const line = lastLine(output);
      if (line !== reason) log(`Postgres cannot start yet: ${line}`);
      reason = line;
      await new Promise((resolve) => setTimeout(resolve, LAUNCH_RETRY_MS));
      continue;
    }
    if (isDiskFullError(output)) throw new Error(diskFullMessage(data));
    throw new Error(`Postgres did not start: ${lastLine(output)}`);
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
    // A crash of the machine may lose the last transactions, but never corrupts data.
    synchronous_commit: "off",
    // Statements and parameters contain user data and must not be logged.
    log_min_error_statement: "panic",
    log_min_messages: "warning",
    log_parameter_max_length_on_error: 0,
    ...(temporary ? { fsync: "off", full_page_writes: "off" } : {}),
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** Waits until Postgres accepts connections. Returns its log when it exits instead. */
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

/** Logs a full disk at most once a minute. Postgres rejects writes then and keeps running. */
function logWhenDiskFull(stderr: NodeJS.ReadableStream | null, log: () => void): void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  stderr?.on("data", (text: string) => {
    if (!isDiskFullError(text) || performance.now() - loggedAt < 60_000) return;
    loggedAt = performance.now();
    log();
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

/** Hides this process' environment (PGDATA, PGPORT, locale) from Postgres. */
const childEnvironment = () => ({ PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" });

/** Returns the reason in a log: the last fatal line, else the last line. */
function lastLine(text: string): string {
  const lines = text.trim().split("\n");
  return lines.findLast((line) => /\b(FATAL|PANIC):/u.test(line)) ?? lines.at(-1) ?? "no reason given";
}
