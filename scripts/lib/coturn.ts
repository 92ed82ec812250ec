/** Finds coturn on this machine and runs it on loopback with a shared secret, as the TURN server of the tests. */
import { createSocket } from "node:dgram";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasEnded, startChild } from "./childProcesses.ts";
import { fileExists } from "./files.ts";
import { freePort } from "./ports.ts";

const PROGRAM = "/usr/bin/turnserver";
const START_TIMEOUT_MS = 20_000;
const POLL_INTERVAL_MS = 100;

/** Returns the missing Debian packages. */
export const missingCoturn = async (): Promise<string[]> => ((await fileExists(PROGRAM)) ? [] : ["coturn"]);

export interface Coturn {
  /** On 127.0.0.1, UDP and TCP. */
  readonly port: number;
  /** For `TURN_URLS`. */
  readonly urls: readonly string[];
  /** The log. */
  readonly lines: readonly string[];
  close(): Promise<void>;
}

/**
 * The lines of docs/operating.md that limit what a relay holds, carries and reaches. IPv6 addresses can lead to IPv4: mapped ones,
 * those of NAT64 and of 6to4. Coturn rejects `::` itself; a range that begins with `::` would reject all of IPv4.
 */
export const COTURN_LIMITS = [
  "user-quota=240",
  "total-quota=1200",
  "max-allocate-lifetime=600",
  "max-bps=1000000",
  "no-tcp-relay",
  "no-multicast-peers",
  "denied-peer-ip=0.0.0.0-0.255.255.255",
  "denied-peer-ip=10.0.0.0-10.255.255.255",
  "denied-peer-ip=100.64.0.0-100.127.255.255",
  "denied-peer-ip=127.0.0.0-127.255.255.255",
  "denied-peer-ip=169.254.0.0-169.254.255.255",
  "denied-peer-ip=172.16.0.0-172.31.255.255",
  "denied-peer-ip=192.0.0.0-192.0.0.255",
  "denied-peer-ip=192.168.0.0-192.168.255.255",
  "denied-peer-ip=198.18.0.0-198.19.255.255",
  "denied-peer-ip=240.0.0.0-255.255.255.255",
  "denied-peer-ip=::1",
  "denied-peer-ip=::ffff:0:0-::ffff:ffff:ffff",
  "denied-peer-ip=64:ff9b::-64:ff9b::ffff:ffff",
  "denied-peer-ip=64:ff9b:1::-64:ff9b:1:ffff:ffff:ffff:ffff:ffff",
  "denied-peer-ip=2002::-2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  "denied-peer-ip=fc00::-fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  "denied-peer-ip=fe80::-feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
] as const;

export interface CoturnOptions {
  /** With limits coturn rejects private peers, as an operator's relay does. Tests of calls need peers on loopback. */
  readonly limits?: readonly string[];
  /** Relays on `::1` too. */
  readonly ipv6?: boolean;
}

/** Throws one sentence if coturn does not start. */
export async function startCoturn(secret: string, { limits = [], ipv6 = false }: CoturnOptions = {}): Promise<Coturn> {
  const folder = await mkdtemp(join(tmpdir(), "parley-coturn-"));
  const port = await freePort();
  const config = join(folder, "turnserver.conf");
  // The secret is in a file, because every user can read a command line.
  await writeFile(
    config,
    [
      "listening-ip=127.0.0.1",
      "relay-ip=127.0.0.1",
      ...(ipv6 ? ["relay-ip=::1"] : []),
      `listening-port=${port}`,
      "realm=parley.test",
      "use-auth-secret",
      `static-auth-secret=${secret}`,
      ...(limits.length > 0 ? limits : ["allow-loopback-peers"]),
      "no-tls",
      "no-dtls",
      "no-cli",
      `userdb=${join(folder, "turndb")}`,
      `pidfile=${join(folder, "turnserver.pid")}`,
      "log-file=stdout",
      "simple-log",
    ].join("\n"),
    { mode: 0o600 },
  );
  const lines: string[] = [];
  const { child, stop } = startChild(PROGRAM, ["-c", config], { onLine: (line) => lines.push(line) });
  const close = async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
  if (await waitUntilBound(port, () => !hasEnded(child))) {
    const urls = ["udp", "tcp"].map((transport) => `turn:127.0.0.1:${port}?transport=${transport}`);
    return { port, urls, lines, close };
  }
  await close();
  throw new Error(`coturn did not start: ${lines.slice(-3).join(" ")}`);
}

/** Repeats a STUN binding request (RFC 8489) until the port responds. */
function waitUntilBound(port: number, stillRuns: () => boolean): Promise<boolean> {
  const request = Buffer.alloc(20);
  request.writeUInt16BE(0x0001, 0);
  request.writeUInt32BE(0x2112a442, 4);
  const end = Date.now() + START_TIMEOUT_MS;
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    const done = (up: boolean) => {
      clearInterval(timer);
      socket.close();
      resolve(up);
    };
    const timer = setInterval(() => {
      if (Date.now() > end || !stillRuns()) done(false);
      else socket.send(request, port, "127.0.0.1");
    }, POLL_INTERVAL_MS);
    socket.once("message", () => done(true));
    // The port is not bound yet.
    socket.on("error", () => {});
  });
}
