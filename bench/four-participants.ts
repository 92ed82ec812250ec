/**
 * Four participants in four browsers on two cores: the frame rates of their video, and the time until a line is shown to
 * the others. One participant speaks and the others listen; Chromium's own fake microphones would all speak at once.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { App } from "../tests/support/app.ts";
import { arrive, type Person } from "../tests/support/people.ts";
import { expectRemoteVideo, fillPreJoin, joinCall, openChat, openMeeting } from "../tests/support/userActions.ts";
import { writeSilence } from "../tests/support/voice.ts";
import { measureLines, turnCameraOff } from "./lines.ts";
import { scaled } from "./scale.ts";
import { type Figure, percentileOf } from "./table.ts";

const NAMES = ["Ana", "Ben", "Chloé", "Dora"] as const;
const RUNS = scaled(3, 1);
const WATCH_MS = scaled(10_000, 2_000);
const LINES = scaled(30, 3);

/** Measures the frames per second of each remote video during `WATCH_MS`. */
const measureFrameRates = (page: Page): Promise<number[]> =>
  page.evaluate(async (watchMs) => {
    const videos = [...document.querySelectorAll("video")].filter((video) => !video.muted);
    const count = () => videos.map((video) => video.getVideoPlaybackQuality().totalVideoFrames);
    const [initialFrames, startedAt] = [count(), performance.now()];
    await new Promise((resolve) => setTimeout(resolve, watchMs));
    const seconds = (performance.now() - startedAt) / 1_000;
    return count().map((frames, at) => (frames - (initialFrames[at] ?? 0)) / seconds);
  }, WATCH_MS);

/** Returns four participants of a new meeting, each with moving video of the three others. */
async function joinFour(app: App, silence: string): Promise<Person[]> {
  const people: Person[] = [];
  let link = "";
  for (const name of NAMES) {
    const viewport = { width: 640, height: 400 };
    const microphone = people.length === 0 ? {} : { voice: silence };
    const person = await arrive({ locale: "en", url: app.url, viewport, smallVideoFps: 15, ...microphone });
    if (link === "") link = await openMeeting(person);
    else await person.page.goto(link);
    await fillPreJoin(person, { name, speaks: "en", reads: "en" });
    await joinCall(person);
    people.push(person);
  }
  for (const person of people) await expectRemoteVideo(person, 60_000);
  return people;
}

const leave = (people: readonly Person[]) => Promise.all(people.map((person) => person.leave()));

export async function measureFourParticipants(app: App): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "parley-silence-"));
  const silence = await writeSilence(join(folder, "silence.wav"));
  // Each run is a new call, because a call keeps the bitrates that it started with.
  const runs: number[] = [];
  let people: Person[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await leave(people);
    people = await joinFour(app, silence);
    runs.push(Math.min(...(await Promise.all(people.map(({ page }) => measureFrameRates(page)))).flat()));
  }
  for (const person of people) await openChat(person);
  const [writer, ...readers] = people;
  if (writer === undefined) throw new Error("No participant joined");
  const line = (round: number) => `This is line ${round + 100}.`;
  const withCameras = await measureLines(writer, readers, { count: LINES, line, shown: line });
  for (const person of people) await turnCameraOff(person);
  const laterLine = (round: number) => line(round + LINES);
  const withoutCameras = await measureLines(writer, readers, { count: LINES, line: laterLine, shown: laterLine });
  await leave(people);
  await rm(folder, { recursive: true });
  return [
    {
      name: "four participants, slowest stream, median",
      ...percentileOf(runs, 0.5),
      bar: 12,
      sense: "least",
      unit: "fps",
      note: `of ${runs.map((rate) => rate.toFixed(1)).join(", ")}`,
    },
    {
      name: "four participants, slowest stream of all runs",
      value: Math.min(...runs),
      samples: runs.length,
      bar: 8,
      sense: "least",
      unit: "fps",
    },
    ...shownToOthers("cameras off", withoutCameras.times),
    ...shownToOthers("12 streams on the same cores", withCameras.times),
  ];
}

const shownToOthers = (when: string, times: readonly number[]): Figure[] =>
  ([0.5, 0.95] as const).map((share) => ({
    name: `line sent → shown to others, 4 browsers, ${when}, ${share === 0.5 ? "p50" : "p95"}`,
    ...percentileOf(times, share),
    bar: share === 0.5 ? 100 : 250,
    unit: "ms",
  }));
