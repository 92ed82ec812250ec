/**
 * Runs in a network namespace of its own, whose loopback it narrows: two links between people who say nothing come up
 * over a weak line, which gets wide again. Prints one line of JSON.
 */
import { execFile } from "node:child_process";
import { setTimeout as pass } from "node:timers/promises";
import { promisify } from "node:util";
import { minVideoBitrate, watchConnections } from "./media.ts";
import { serveModules } from "./moduleServer.ts";
import { runPeerLinks } from "./peerLinks.ts";
import { arrive } from "./people.ts";

/** What the poorer of both pictures may take, bits a second, as `tests/e2e/network.spec.ts` reads it. */
interface BandwidthReport {
  readonly narrow: number;
  /** As soon as it is enough, or a minute after the line got wide. */
  readonly wide: number;
}

/** Bits a second: what leaves nothing to wait for. */
const RECOVERED_BITRATE_BPS = 250_000;
const RECOVERY_TIMEOUT_MS = 60_000;
const run = promisify(execFile);
const line = (change: string) => run("tc", `qdisc ${change}`.split(" "));

await run("ip", ["link", "set", "lo", "up"]);
const server = await serveModules();
const someone = await arrive({ locale: "en", url: server.url, smallPictures: 15 });
await watchConnections(someone);
await someone.page.goto(server.url);
// Modules come over the same loopback: while it is wide.
await runPeerLinks(someone.page, "joinAtOnce");
await line("add dev lo root tbf rate 100kbit burst 4kb latency 400ms");
await runPeerLinks(someone.page, "joinSilent");
// The weak line's own length, not a wait for something: after a shorter one the browser tries the line again by itself.
await pass(10_000);
const narrow = await minVideoBitrate(someone);
await line("del dev lo root");
const deadline = Date.now() + RECOVERY_TIMEOUT_MS;
let wide = await minVideoBitrate(someone);
while (wide < RECOVERED_BITRATE_BPS && Date.now() < deadline) {
  await pass(500);
  wide = await minVideoBitrate(someone);
}
process.stdout.write(`${JSON.stringify({ narrow, wide } satisfies BandwidthReport)}\n`);
await someone.leave();
await server.close();
process.exit(0);
