/**
 * Two people in two browsers, real media over loopback and real translation: how soon the second one who enters sees the
 * first, and how soon a line is read in the other's language, with and without the engine's own time.
 */
import type { Page } from "@playwright/test";
import type { App } from "../tests/support/app.ts";
import { arrive, type Person } from "../tests/support/people.ts";
import { fillPreJoin, joinCall, openChat, openMeeting, text } from "../tests/support/userActions.ts";
import { cameraOff, lineTimes } from "./lines.ts";
import { watchScripts } from "./sizes.ts";
import { type Figure, percentile } from "./table.ts";
import { baselineTimes } from "./webrtc-baseline.ts";

const JOINS = 15;
const LINES = 30;
/** What the door is there without; it asks for it when it has been drawn. */
const THE_CALL = /\/Room-[^/]*$/u;

/** Notes when `enter_call` was answered and when the first frame of somebody else was shown. */
async function watchFirstFrame(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const marks: Record<string, number> = {};
    Object.assign(window, { parleyMarks: marks });
    const send = window.fetch;
    window.fetch = async (input, init) => {
      const answer = await send(input, init);
      if (String(input instanceof Request ? input.url : input).endsWith("/rpc/enter_call"))
        marks.entered ??= performance.now();
      return answer;
    };
    // Media events do not bubble, but are captured. Nothing polls: that would take the time that is measured. Asked when
    // the picture begins to load: asked when its first frame is there, a browser tells of the second.
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
 * Through the door. Milliseconds to the first frame of somebody else: since the call was entered, and since the link was
 * opened. Nothing looks for elements meanwhile: to see whether one is there takes a page as long as to draw it.
 */
async function firstFrame(page: Page): Promise<{ entered: number; opened: number }> {
  await page.getByRole("button", { name: await text(page, "door.enter"), exact: true }).click();
  await page.waitForFunction(() => Reflect.get(window, "parleyMarks")?.frame !== undefined, null, { polling: 200 });
  return page.evaluate(() => {
    const { entered, frame } = Reflect.get(window, "parleyMarks");
    return { entered: frame - entered, opened: frame };
  });
}

interface Joins {
  entered: number[];
  /** With choices that the page remembers: two presses. */
  opened: number[];
  door: number;
  call: number;
  guest: Person;
}

async function joinTimes(app: App, host: Person, link: string): Promise<Joins> {
  const joins: Omit<Joins, "guest"> = { entered: [], opened: [], door: 0, call: 0 };
  const guest = await arrive({ locale: "en", url: app.url, smallPictures: 15 });
  await watchFirstFrame(guest.page);
  const scripts = watchScripts(guest.page);
  for (let round = 0; round <= JOINS; round += 1) {
    await guest.page.goto(link, { waitUntil: "commit" });
    if (round === 0) {
      await fillPreJoin(guest, { name: "Tom", speaks: "en", reads: "en" });
      await guest.page.waitForLoadState("networkidle");
      joins.door = await scripts.kilobytes(THE_CALL);
    }
    const { entered, opened } = await firstFrame(guest.page);
    joins.entered.push(entered);
    if (round > 0) joins.opened.push(opened);
    else joins.call = await scripts.kilobytes();
    if (host.complaints().length > 0) throw new Error(host.complaints().join("\n"));
  }
  return { ...joins, guest };
}

/** With and without the engine's own time. */
async function translatedTimes({ engine }: App, writer: Person, reader: Person, from: number) {
  const { requestCount } = engine;
  /** What the engine took for each line. */
  const engineTook: number[] = [];
  let known = engine.durationsMs.length;
  const { slowest: times } = await lineTimes(
    writer,
    [reader],
    {
      count: LINES,
      line: (round) => `I live in the house ${round + from}.`,
      shown: (round) => `casa ${round + from}.`,
    },
    () => {
      engineTook.push(engine.durationsMs.slice(known).reduce((sum, took) => sum + took, 0));
      known = engine.durationsMs.length;
    },
  );
  const own = times.map((time, round) => time - (engineTook[round] ?? 0));
  return { times, own, asked: engine.requestCount - requestCount };
}

export async function measureCall(app: App): Promise<Figure[]> {
  const host = await arrive({ locale: "es", url: app.url, smallPictures: 15 });
  const landing = watchScripts(host.page);
  await host.page.goto("/", { waitUntil: "networkidle" });
  const start = await landing.kilobytes();
  const link = await openMeeting(host);
  await fillPreJoin(host, { name: "Inés", speaks: "es", reads: "es" });
  await joinCall(host);
  const { entered, opened, door, call, guest } = await joinTimes(app, host, link);
  await openChat(guest);
  await openChat(host);
  const seen = await translatedTimes(app, guest, host, 100);
  await Promise.all([guest, host].map(cameraOff));
  const unseen = await translatedTimes(app, guest, host, 200);
  await Promise.all([host.leave(), guest.leave()]);
  const bare = await baselineTimes(JOINS);
  const ms = (
    name: string,
    values: readonly number[],
    share: 0.5 | 0.95,
    bar: number,
    without?: readonly number[],
  ): Figure => ({
    name: `${name}, ${share === 0.5 ? "p50" : "p95"}`,
    value: percentile(values, share),
    bar,
    unit: "ms",
    note: `of ${values.length}${without === undefined ? "" : `; without Parley ${Math.round(percentile(without, share))}`}`,
  });
  return [
    ms("call entered → first remote frame", entered, 0.5, 400, bare.entered),
    ms("call entered → first remote frame", entered, 0.95, 800, bare.entered),
    ms("link opened, choices remembered → first remote frame", opened, 0.5, 1_200, bare.opened),
    ...[
      { when: "cameras off", times: unseen.times, own: unseen.own },
      { when: "cameras on", times: seen.times, own: seen.own },
    ].flatMap(({ when, times, own }) => [
      ms(`line sent → shown translated (Apertium), ${when}`, times, 0.5, 300),
      ms(`line sent → shown translated (Apertium), ${when}`, times, 0.95, 600),
      ms(`line sent → shown translated, Parley's share, ${when}`, own, 0.95, 150),
    ]),
    {
      name: "engine called for each line and language",
      value: (seen.asked + unseen.asked) / (2 * LINES),
      bar: 1,
      unit: "",
    },
    { name: "/ JS, gzip", value: start, bar: 105, unit: "KB" },
    { name: "/m/:code JS, gzip, at the door", value: door, bar: 150, unit: "KB" },
    { name: "/m/:code JS, gzip, in the call", value: call, bar: 200, unit: "KB" },
  ];
}
