/**
 * Cuts the network in its own network namespace by taking down the loopback. Two people in a call lose media and
 * signalling for the number of seconds in each argument. Prints one line of JSON for each cut.
 */
import { execFile } from "node:child_process";
import { setTimeout as pass } from "node:timers/promises";
import { promisify } from "node:util";
import { startApp } from "./app.ts";
import { expect } from "./expect.ts";
import { watchConnections } from "./media.ts";
import { arrive, type Person } from "./people.ts";
import {
  expectRemoteVideo,
  fillPreJoin,
  joinCall,
  lineWithText,
  openChat,
  openMeeting,
  remoteFrames,
  sendMessage,
} from "./userActions.ts";

/** The result of one cut, as `tests/e2e/network.spec.ts` parses it. */
interface CutReport {
  readonly seconds: number;
  /** New frames in the last second of the cut. Any frame means that the network was not cut. */
  readonly framesWhileCut: number;
  /** True if both saw a connection warning during the cut. */
  readonly warned: boolean;
  /** True if both see new video, both have the line that was written during the cut once, and no warning remains. */
  readonly healed: boolean;
  /** Peer connections of a page at the end; 1 means that the first was kept. */
  readonly connections: number;
}

const RECOVERY_TIMEOUT_MS = 60_000;
const run = promisify(execFile);
const loopback = (state: "up" | "down") => run("ip", ["link", "set", "lo", state]);

async function cut(seconds: number, ana: Person, ben: Person): Promise<CutReport> {
  const line = `Written in a cut of ${seconds} seconds.`;
  await loopback("down");
  // This wait is the duration of the cut.
  await pass((seconds - 1) * 1_000);
  const before = await remoteFrames(ben.page);
  await sendMessage(ana, line);
  await pass(1_000);
  const framesWhileCut = (await remoteFrames(ben.page)) - before;
  const notices = [ana, ben].map(({ page }) => page.getByText(/Reconnecting|You are offline|connection/iu).first());
  const warned = (await Promise.all(notices.map((notice) => notice.isVisible()))).every(Boolean);
  await loopback("up");
  let healed = true;
  try {
    for (const participant of [ana, ben]) {
      const frozen = await remoteFrames(participant.page);
      await expect
        .poll(() => remoteFrames(participant.page), { timeout: RECOVERY_TIMEOUT_MS })
        .toBeGreaterThan(frozen + 5);
      await expect(participant.page.getByText("Reconnecting")).toHaveCount(0, { timeout: RECOVERY_TIMEOUT_MS });
    }
    await expect(lineWithText(ben, line)).toHaveCount(1, { timeout: RECOVERY_TIMEOUT_MS });
    await expect(lineWithText(ana, line)).toHaveCount(1);
  } catch (error) {
    healed = false;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  const connections = await ben.page.evaluate(() => globalThis.connections.length);
  return { seconds, framesWhileCut, warned, healed, connections };
}

await loopback("up");
const app = await startApp();
const [ana, ben] = [await arrive({ locale: "en", url: app.url }), await arrive({ locale: "en", url: app.url })];
for (const participant of [ana, ben]) await watchConnections(participant);
const link = await openMeeting(ana);
await fillPreJoin(ana, { name: "Ana", speaks: "en", reads: "en" });
await joinCall(ana);
await ben.page.goto(link);
await fillPreJoin(ben, { name: "Ben", speaks: "en", reads: "en" });
await joinCall(ben);
for (const participant of [ana, ben]) {
  await expectRemoteVideo(participant);
  await openChat(participant);
}
for (const seconds of process.argv.slice(2).map(Number)) {
  const report = await cut(seconds, ana, ben);
  process.stdout.write(`${JSON.stringify(report satisfies CutReport)}\n`);
}
await Promise.all([ana.leave(), ben.leave()]);
await app.close();
process.exit(0);
