/**
 * Two people in two browsers, real media over loopback and real translation: how soon the second one who enters sees the
 * first, and how soon a line is read in the other's language.
 */
import type { Page } from "@playwright/test";
import type { App } from "../tests/support/app.ts";
import { arrive, type Person } from "../tests/support/people.ts";
import { enter, fillDoor, openChat, openMeeting, write } from "../tests/support/steps.ts";
import { watchScripts } from "./sizes.ts";
import { type Figure, percentile } from "./table.ts";

const JOINS = 15;
const LINES = 30;

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
    const look = () => {
      const video = [...document.querySelectorAll("video")].find(({ muted }) => !muted);
      if (video && video.getVideoPlaybackQuality().totalVideoFrames > 0) marks.frame ??= performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

async function firstFrame(page: Page): Promise<number> {
  await page.waitForFunction(() => Reflect.get(window, "parleyMarks")?.frame !== undefined);
  return page.evaluate(() => {
    const { entered, frame } = Reflect.get(window, "parleyMarks");
    return frame - entered;
  });
}

async function joinTimes(
  app: App,
  host: Person,
  link: string,
): Promise<{ times: number[]; door: number; call: number; guest: Person }> {
  const times: number[] = [];
  let door = 0;
  let call = 0;
  const guest = await arrive({ locale: "en", url: app.url });
  await watchFirstFrame(guest.page);
  const scripts = watchScripts(guest.page);
  for (let round = 0; round < JOINS; round += 1) {
    await guest.page.goto(link);
    await fillDoor(guest, { name: "Tom", speaks: "en", reads: "en" });
    if (round === 0) door = await scripts.kilobytes();
    await enter(guest);
    times.push(await firstFrame(guest.page));
    if (round === 0) call = await scripts.kilobytes();
    if (host.complaints().length > 0) throw new Error(host.complaints().join("\n"));
  }
  return { times, door, call, guest };
}

/** From the press of Enter to the translated words on the other's screen; both pages share one machine's clock. */
async function translatedTimes(writer: Person, reader: Person): Promise<number[]> {
  await openChat(writer);
  await openChat(reader);
  const times: number[] = [];
  for (let round = 0; round < LINES; round += 1) {
    const shown = reader.page.evaluate(
      (number) =>
        new Promise<number>((resolve) => {
          const look = () => {
            const line = [...document.querySelectorAll('[role="log"] li')].find((item) =>
              item.textContent?.includes(`casa ${number}.`),
            );
            if (line) resolve(Date.now());
            else requestAnimationFrame(look);
          };
          look();
        }),
      round + 100,
    );
    const before = Date.now();
    await write(writer, `I live in the house ${round + 100}.`);
    times.push((await shown) - before);
  }
  return times;
}

export async function measureCall(app: App): Promise<Figure[]> {
  const host = await arrive({ locale: "es", url: app.url });
  const landing = watchScripts(host.page);
  await host.page.goto("/", { waitUntil: "networkidle" });
  const start = await landing.kilobytes();
  const link = await openMeeting(host);
  await fillDoor(host, { name: "Inés", speaks: "es", reads: "es" });
  await enter(host);
  const { times, door, call, guest } = await joinTimes(app, host, link);
  const lines = await translatedTimes(guest, host);
  await Promise.all([host.leave(), guest.leave()]);
  const spread = (values: number[]) => `p50 of ${values.length}; p95 ${Math.round(percentile(values, 0.95))} ms`;
  return [
    {
      name: "call entered → first remote frame",
      value: percentile(times, 0.5),
      bar: 700,
      unit: "ms",
      note: spread(times),
    },
    {
      name: "line sent → shown translated (Apertium)",
      value: percentile(lines, 0.5),
      bar: 500,
      unit: "ms",
      note: spread(lines),
    },
    { name: "/ JS, gzip", value: start, bar: 105, unit: "KB" },
    {
      name: "/m/:code JS, gzip, in the call",
      value: call,
      bar: 200,
      unit: "KB",
      note: `at the door ${door.toFixed(1)} KB`,
    },
  ];
}
