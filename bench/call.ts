/**
 * Two participants in two browsers, with real media over loopback and real translation. Measures the time until the second
 * participant sees the first, and until a line is shown translated, with and without the engine's own time.
 */
import type { Page } from "@playwright/test";
import type { App } from "../tests/support/app.ts";
import { arrive, type Person } from "../tests/support/people.ts";
import { fillPreJoin, joinCall, openChat, openMeeting, text } from "../tests/support/userActions.ts";
import { measureLines, turnCameraOff } from "./lines.ts";
import { scaled } from "./scale.ts";
import { watchScripts } from "./sizes.ts";
import { type Figure, percentile, percentileOf } from "./table.ts";
import { baselineTimes } from "./webrtc-baseline.ts";

const JOINS = scaled(15, 1);
const LINES = scaled(30, 3);
/**
 * Work that runs while the engine translates is not in Parley's share, so a faster engine enlarges the share.
 * Commits with different engines are compared at this duration.
 */
const HELD_ENGINE_MS = 40;
/** The chunk of the in-call screen. The pre-join page renders without it and loads it afterwards. */
const ROOM_CHUNK = /\/Room\.client-[^/]*$/u;

/** Records the time of the response to `enter_call` and of the first remote video frame. */
async function watchFirstFrame(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const marks: Record<string, number> = {};
    Object.assign(window, { parleyMarks: marks });
    const originalFetch = window.fetch;
    window.fetch = async (input, init) => {
      const response = await originalFetch(input, init);
      if (String(input instanceof Request ? input.url : input).endsWith("/rpc/enter_call"))
        marks.entered ??= performance.now();
      return response;
    };
    // Media events do not bubble, but they can be captured. Polling would cost the time that is measured.
    // A callback requested at "loadstart" gets the first frame; requested later, it would get the second.
    document.addEventListener(
      "loadstart",
      ({ target }) => {
        if (!(target instanceof HTMLVideoElement) || target.muted) return;
        target.requestVideoFrameCallback(() => {
          marks.frame ??= performance.now();
        });
      },
      true,
    );
  });
}

/**
 * Clicks Join and returns the milliseconds to the first remote frame, since the call was entered and since the link was
 * opened. No locator runs in between, because a page needs as long to find an element as to render it.
 */
async function timeFirstFrame(page: Page): Promise<{ entered: number; opened: number }> {
  await page.getByRole("button", { name: await text(page, "prejoin.enter"), exact: true }).click();
  await page.waitForFunction(() => Reflect.get(window, "parleyMarks")?.frame !== undefined, null, { polling: 200 });
  return page.evaluate(() => {
    const { entered, frame } = Reflect.get(window, "parleyMarks");
    return { entered: frame - entered, opened: frame };
  });
}

interface Joins {
  entered: number[];
  /** With remembered choices: two clicks. */
  opened: number[];
  preJoinKilobytes: number;
  callKilobytes: number;
  guest: Person;
}

async function measureJoins(app: App, host: Person, link: string): Promise<Joins> {
  const joins: Omit<Joins, "guest"> = { entered: [], opened: [], preJoinKilobytes: 0, callKilobytes: 0 };
  const guest = await arrive({ locale: "en", url: app.url, smallVideoFps: 15 });
  await watchFirstFrame(guest.page);
  const scripts = watchScripts(guest.page);
  for (let round = 0; round <= JOINS; round += 1) {
    await guest.page.goto(link, { waitUntil: "commit" });
    if (round === 0) {
      await fillPreJoin(guest, { name: "Tom", speaks: "en", reads: "en" });
      await guest.page.waitForLoadState("networkidle");
      joins.preJoinKilobytes = await scripts.kilobytes(ROOM_CHUNK);
    }
    const { entered, opened } = await timeFirstFrame(guest.page);
    joins.entered.push(entered);
    if (round > 0) joins.opened.push(opened);
    else joins.callKilobytes = await scripts.kilobytes();
    if (host.consoleErrors().length > 0) throw new Error(host.consoleErrors().join("\n"));
  }
  return { ...joins, guest };
}

/** Measures translated lines; `own` is without the engine's time. */
async function measureTranslatedLines({ engine }: App, writer: Person, reader: Person, from: number) {
  const { requestCount } = engine;
  /** Milliseconds of the engine for each line. */
  const engineTimes: number[] = [];
  let counted = engine.durationsMs.length;
  const { slowest: times } = await measureLines(
    writer,
    [reader],
    {
      count: LINES,
      line: (round) => `I live in the house ${round + from}.`,
      shown: (round) => `casa ${round + from}.`,
    },
    () => {
      engineTimes.push(engine.durationsMs.slice(counted).reduce((sum, duration) => sum + duration, 0));
      counted = engine.durationsMs.length;
    },
  );
  const own = times.map((time, round) => time - (engineTimes[round] ?? 0));
  return { times, own, engineRequests: engine.requestCount - requestCount };
}

export async function measureCall(app: App): Promise<Figure[]> {
  const host = await arrive({ locale: "es", url: app.url, smallVideoFps: 15 });
  const landing = watchScripts(host.page);
  await host.page.goto("/", { waitUntil: "networkidle" });
  const landingKilobytes = await landing.kilobytes();
  const link = await openMeeting(host);
  await fillPreJoin(host, { name: "Inés", speaks: "es", reads: "es" });
  await joinCall(host);
  const { entered, opened, preJoinKilobytes, callKilobytes, guest } = await measureJoins(app, host, link);
  await openChat(guest);
  await openChat(host);
  const withCameras = await measureTranslatedLines(app, guest, host, 100);
  await Promise.all([guest, host].map(turnCameraOff));
  const withoutCameras = await measureTranslatedLines(app, guest, host, 200);
  app.engine.minDurationMs = HELD_ENGINE_MS;
  const heldEngine = await measureTranslatedLines(app, guest, host, 300);
  await Promise.all([host.leave(), guest.leave()]);
  const baseline = await baselineTimes(JOINS);
  const ms = (
    name: string,
    values: readonly number[],
    share: 0.5 | 0.95,
    bar: number,
    without?: readonly number[],
  ): Figure => ({
    name: `${name}, ${share === 0.5 ? "p50" : "p95"}`,
    ...percentileOf(values, share),
    bar,
    unit: "ms",
    ...(without !== undefined && { note: `without Parley ${Math.round(percentile(without, share))} ms` }),
  });
  return [
    ms("call entered → first remote frame", entered, 0.5, 400, baseline.entered),
    ms("call entered → first remote frame", entered, 0.95, 800, baseline.entered),
    {
      name: "call entered → first remote frame, ratio to a bare connection, p50",
      value: percentile(entered, 0.5) / percentile(baseline.entered, 0.5),
      samples: Math.min(entered.length, baseline.entered.length),
      bar: 1.6,
      unit: "",
      note: "judge the median of three runs",
    },
    ms("link opened, choices remembered → first remote frame", opened, 0.5, 1_200, baseline.opened),
    ...[
      { when: "cameras off", ...withoutCameras },
      { when: "cameras on", ...withCameras },
    ].flatMap(({ when, times, own }) => [
      ms(`line sent → shown translated (Apertium), ${when}`, times, 0.5, 300),
      ms(`line sent → shown translated (Apertium), ${when}`, times, 0.95, 600),
      ms(`line sent → shown translated, Parley's share, ${when}`, own, 0.95, 150),
    ]),
    ms(`line sent → shown translated, Parley's share, engine of ${HELD_ENGINE_MS} ms`, heldEngine.own, 0.5, 150),
    ms(`line sent → shown translated, Parley's share, engine of ${HELD_ENGINE_MS} ms`, heldEngine.own, 0.95, 150),
    {
      name: "engine requests for each line and language",
      value: (withCameras.engineRequests + withoutCameras.engineRequests) / (2 * LINES),
      samples: withCameras.times.length + withoutCameras.times.length,
      bar: 1,
      unit: "",
    },
    { name: "/ JS, gzip", value: landingKilobytes, samples: 1, bar: 105, unit: "KB" },
    { name: "/m/:code JS, gzip, pre-join", value: preJoinKilobytes, samples: 1, bar: 150, unit: "KB" },
    { name: "/m/:code JS, gzip, in the call", value: callKilobytes, samples: 1, bar: 200, unit: "KB" },
  ];
}
