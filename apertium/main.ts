/**
 * `node apertium/main.ts`: serves Apertium's translation pipelines over HTTP. README.md lists the options.
 * Exits with code 2 if an option is wrong, and 1 if Apertium is missing or the port is taken.
 */
import { isIP } from "node:net";
import process from "node:process";
import { parseArgs } from "node:util";
import { readInstallation } from "./modes.ts";
import { createPool } from "./pool.ts";
import { createTranslationServer } from "./server.ts";

interface Settings {
  readonly root: string;
  readonly host: string;
  readonly port: number;
  readonly maxOpen: number;
  readonly idleMs: number;
  readonly token: string | undefined;
}

const MIN_TOKEN_CHARACTERS = 16;
/** Limit of one address, which can be a proxy. Without a token only this machine can connect, without a limit. */
const REQUESTS_PER_SECOND = 200;

function readSettings(): Settings {
  const { values } = parseArgs({
    options: {
      root: { type: "string", default: "/" },
      host: { type: "string", default: "127.0.0.1" },
      port: { type: "string", default: "2737" },
      "max-open": { type: "string", default: "8" },
      "idle-seconds": { type: "string", default: "120" },
    },
  });
  const { root, host } = values;
  const token = process.env.APERTIUM_TOKEN || undefined;
  if (token === undefined && !isLoopback(host)) throw new Error(`APERTIUM_TOKEN is needed to listen on ${host}.`);
  if (token !== undefined && token.length < MIN_TOKEN_CHARACTERS)
    throw new Error(`APERTIUM_TOKEN needs at least ${MIN_TOKEN_CHARACTERS} characters.`);
  return {
    root,
    host,
    token,
    port: readNumber("port", values.port, 0, 65_535),
    maxOpen: readNumber("max-open", values["max-open"], 1, 1_000),
    idleMs: 1_000 * readNumber("idle-seconds", values["idle-seconds"], 1, 86_400),
  };
}

function readNumber(name: string, text: string, min: number, max: number): number {
  if (/^\d+$/u.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
  throw new Error(`--${name} must be a whole number from ${min} to ${max}.`);
}

const isLoopback = (host: string) =>
  host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));

function start({ root, host, port, maxOpen, idleMs, token }: Settings): void {
  const pool = createPool(readInstallation(root), { maxOpen, idleMs, log: (line) => console.error(line) });
  const access = token === undefined ? {} : { token, perSecond: REQUESTS_PER_SECOND };
  const server = createTranslationServer(pool, access);
  server.once("error", (error) => exitWith(1, error));
  server.listen(port, host, () => {
    const address = server.address();
    const actualPort = address !== null && typeof address === "object" ? address.port : port;
    const shownHost = isIP(host) === 6 ? `[${host}]` : host;
    console.log(`Apertium listens on http://${shownHost}:${actualPort} with ${pool.pairs.length} directions.`);
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      pool.close();
      process.exit(0);
    });
  }
}

function orExit<T>(code: number, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    exitWith(code, error);
  }
}

function exitWith(code: number, error: unknown): void {
  console.error(error instanceof Error ? error.message : "Apertium does not start.");
  process.exit(code);
}

const settings = orExit(2, readSettings);
if (settings !== undefined) orExit(1, () => start(settings));
