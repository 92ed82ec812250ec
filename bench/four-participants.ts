/**
 * Four people in four browsers on two cores: how their pictures flow, and how soon a line is at all the others. One of them
 * speaks and the others listen, as people do; Chromium's own fake microphones would all speak at once.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { App } from "../tests/support/app.ts";
import { arrive, type Person } from "../tests/support/people.ts";
import { expectRemoteVideo, fillPreJoin, joinCall, openChat, openMeeting } from "../tests/support/userActions.ts";
import { writeSilence } from "../tests/support/voice.ts";
import { cameraOff, lineTimes } from "./lines.ts";
import { type Figure, percentile } from "./table.ts";

const NAMES = ["Ana", "Ben", "Chloé", "Dora"] as const;
const RUNS = 3;
const WATCH_MS = 10_000;
const LINES = 30;

/** Frames a second of each picture of somebody else, over a while. */
const rates = (page: Page): Promise<number[]> =>
  page.evaluate(async (watched) => {
    const videos = [...document.querySelectorAll("video")].filter((video) => !video.muted);
    const count = () => videos.map((video) => video.getVideoPlaybackQuality().totalVideoFrames);
    const [before, began] = [count(), performance.now()];
    await new Promise((resolve) => setTimeout(resolve, watched));
    const seconds = (performance.now() - began) / 1_000;
    return count().map((frames, at) => (frames - (before[at] ?? 0)) / seconds);
  }, WATCH_MS);

/** In a meeting of their own, each seeing the three others move. */
async function fourInCall(app: App, silence: string): Promise<Person[]> {
  const people: Person[] = [];
  let link = "";
  for (const name of NAMES) {
    const viewport = { width: 640, height: 400 };
    const heard = people.length === 0 ? {} : { voice: silence };
    const someone = await arrive({ locale: "en", url: app.url, viewport, smallPictures: 15, ...heard });
    if (link === "") link = await openMeeting(someone);
    else await someone.page.goto(link);
    await fillPreJoin(someone, { name, speaks: "en", reads: "en" });
    await joinCall(someone);
    people.push(someone);
  }
  for (const someone of people) await expectRemoteVideo(someone, 60_000);
  return people;
}

const leave = (people: readonly Person[]) => Promise.all(people.map((someone) => someone.leave()));

export async function measureFourParticipants(app: App): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "parley-silence-"));
  const silence = await writeSilence(join(folder, "silence.wav"));
  // Each run is a call of its own: how it began stays with a call.
  const runs: number[] = [];
  let people: Person[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await leave(people);
    people = await fourInCall(app, silence);
    runs.push(Math.min(...(await Promise.all(people.map(({ page }) => rates(page)))).flat()));
  }
  for (const someone of people) await openChat(someone);
  const [writer, ...readers] = people;
  if (writer === undefined) throw new Error("Nobody came");
  const line = (round: number) => `This is line ${round + 100}.`;
  const seen = await lineTimes(writer, readers, { count: LINES, line, shown: line });
  for (const someone of people) await cameraOff(someone);
  const again = (round: number) => line(round + LINES);
  const unseen = await lineTimes(writer, readers, { count: LINES, line: again, shown: again });
  await leave(people);
  await rm(folder, { recursive: true });
  const each = runs.map((rate) => rate.toFixed(1)).join(", ");
  return [
    {
      name: "four people, slowest stream",
      value: percentile(runs, 0.5),
      bar: 12,
      sense: "least",
      unit: "fps",
      note: `median of ${each}`,
    },
    { name: "four people, slowest stream of all runs", value: Math.min(...runs), bar: 8, sense: "least", unit: "fps" },
    ...shownAtOthers("cameras off", unseen.times),
    ...shownAtOthers("12 streams on the same cores", seen.times),
  ];
}

const shownAtOthers = (when: string, times: readonly number[]): Figure[] =>
  ([0.5, 0.95] as const).map((share) => ({
    name: `line sent → shown at others, 4 browsers, ${when}, ${share === 0.5 ? "p50" : "p95"}`,
    value: percentile(times, share),
    bar: share === 0.5 ? 100 : 250,
    unit: "ms",
    note: `of ${times.length}`,
  }));
