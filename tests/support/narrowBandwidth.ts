/**
 * Narrows the loopback of its own network namespace. Two links without speech connect over low bandwidth, which
 * increases later. Prints one line of JSON.
 */
import { execFile } from "node:child_process";
import { setTimeout as pass } from "node:timers/promises";
import { promisify } from "node:util";
import { minVideoBitrate, watchConnections } from "./media.ts";
import { serveModules } from "./moduleServer.ts";
import { runPeerLinks } from "./peerLinks.ts";
import { arrive } from "./people.ts";

/** The lower of both video bitrates in bits per second, as `tests/e2e/network.spec.ts` parses it. */
interface BandwidthReport {
  readonly narrow: number;
  /** The first sufficient value, or the value a minute after the bandwidth increased. */
  readonly wide: number;
}

/** Bits per second at which the video counts as recovered. */
const RECOVERED_BITRATE_BPS = 250_000;
const RECOVERY_TIMEOUT_MS = 60_000;
const run = promisify(execFile);
const line = (change: string) => run("tc", `qdisc ${change}`.split(" "));

await run("ip", ["link", "set", "lo", "up"]);
const server = await serveModules();
const someone = await arrive({ locale: "en", url: server.url, smallVideoFps: 15 });
await watchConnections(someone);
await someone.page.goto(server.url);
// Modules load over the same loopback, so they load before it is narrowed.
await runPeerLinks(someone.page, "joinSimultaneously");
await line("add dev lo root tbf rate 100kbit burst 4kb latency 400ms");
await runPeerLinks(someone.page, "joinSilent");
// This wait is the duration of the low bandwidth. After a shorter one the browser probes again by itself.
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
