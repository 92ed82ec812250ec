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

const MIN_TOKEN_CHARACTERS = 16;
/** Of one address, if others than this machine can connect. */
const REQUESTS_PER_SECOND = 100;

const { values } = readOptions();
const { root, host } = values;
const port = readNumber("port", 0, 65_535);
const maxOpen = readNumber("max-open", 1, 1_000);
const idleMs = 1000 * readNumber("idle-seconds", 1, 86_400);
const token = process.env.APERTIUM_TOKEN || undefined;
const isLoopback = host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
if (!isLoopback && token === undefined) fail(2, `APERTIUM_TOKEN is needed to listen on ${host}.`);
if (token !== undefined && token.length < MIN_TOKEN_CHARACTERS)
  fail(2, `APERTIUM_TOKEN needs at least ${MIN_TOKEN_CHARACTERS} characters.`);

const pool = createPool(installation(), { maxOpen, idleMs, log: (line) => console.error(line) });
const server = createTranslationServer(pool, {
  ...(token === undefined ? {} : { token }),
  ...(isLoopback ? {} : { perSecond: REQUESTS_PER_SECOND }),
});
server.once("error", (error) => fail(1, error.message));
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

function readOptions() {
  try {
    return parseArgs({
      options: {
        root: { type: "string", default: "/" },
        host: { type: "string", default: "127.0.0.1" },
        port: { type: "string", default: "2737" },
        "max-open": { type: "string", default: "8" },
        "idle-seconds": { type: "string", default: "120" },
      },
    });
  } catch (error) {
    return fail(2, error instanceof Error ? error.message : "The options are wrong.");
  }
}

function readNumber(name: "port" | "max-open" | "idle-seconds", min: number, max: number): number {
  const text = values[name];
  const value = Number(text);
  if (/^\d+$/u.test(text) && value >= min && value <= max) return value;
  return fail(2, `--${name} must be a whole number from ${min} to ${max}.`);
}

function installation() {
  try {
    return readInstallation(root);
  } catch (error) {
    return fail(1, error instanceof Error ? error.message : "Apertium cannot be read.");
  }
}

function fail(code: number, line: string): never {
  console.error(line);
  process.exit(code);
}
