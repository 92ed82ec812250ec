/**
 * A board with 2,000 files: first paint, frames while scrolling beside a plain list, and cards in the document. The search
 * over 100,000 files: the time of the database, and its plans.
 */
import type { Page } from "@playwright/test";
import { createMeeting, joinAsAccount, openAccount, signIn } from "../tests/support/accounts.ts";
import type { App } from "../tests/support/app.ts";
import { storeBoardFiles } from "../tests/support/boardFiles.ts";
import { arrive } from "../tests/support/people.ts";
import { measureLiveBoard } from "./board-live.ts";
import { measureFileSearch } from "./file-search.ts";
import { scaled } from "./scale.ts";
import { type Figure, percentileOf } from "./table.ts";

const FILES = scaled(2_000, 200);
const PAINTS = scaled(5, 1);
const ROUNDS = 3;
const FRAMES = scaled(240, 60);
const NAMES = [
  "Plan de viaje.pdf",
  "Étiquettes.md",
  "Haricots blancs.jpg",
  "遠足のうた.m4a",
  "Ramp at the museum.webm",
];

/** Scrolls 100 px a frame. Returns the frames per second. */
const scrollRate = (page: Page) =>
  page.evaluate(
    (count) =>
      new Promise<number>((resolve) => {
        scrollTo(0, 0);
        let framesLeft = count;
        let startedAt = 0;
        const frame = (now: number) => {
          startedAt ||= now;
          scrollBy(0, 100);
          framesLeft -= 1;
          if (framesLeft === 0) resolve((1_000 * (count - 1)) / (now - startedAt));
          else requestAnimationFrame(frame);
        };
        // The jump to the top draws other cards.
        setTimeout(() => requestAnimationFrame(frame), 500);
      }),
    FRAMES,
  );

/** Scrolls to the end until all files are loaded. Returns the largest number of cards in the document. */
const mostCards = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let most = 0;
        const look = () => {
          most = Math.max(most, document.querySelectorAll("article").length);
          scrollTo(0, document.documentElement.scrollHeight);
          if (document.querySelector("main a[aria-busy]") === null) resolve(most);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );

async function measureScreen(app: App): Promise<Figure[]> {
  const account = await openAccount(app, "bench");
  const code = await createMeeting(account, "Class 4B");
  await joinAsAccount(account, code, { name: "Tom", speaks: "es", reads: "en" });
  await storeBoardFiles(
    app,
    account,
    Array.from({ length: FILES }, (_, at) => ({
      name: `${at} ${NAMES[at % NAMES.length]}`,
      translation: `File ${at}`,
    })),
  );
  const person = await arrive({ url: app.url, locale: "en", viewport: { width: 1440, height: 900 } });
  const { page } = person;
  await signIn(page, account);
  const paints: number[] = [];
  for (let round = 0; round <= PAINTS; round += 1) {
    await page.goto("/files");
    const paint = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    );
    // The first round compiles the code.
    if (round > 0) paints.push(paint);
  }
  await page.waitForFunction(() => document.querySelector("main [data-at]")?.closest(".flex") !== null);
  const cards = await mostCards(page);
  const plain = await person.context.newPage();
  await plain.setContent(`<ul>${"<li style='padding: 24px'>Plan de viaje.pdf</li>".repeat(FILES)}</ul>`);
  const ratios: number[] = [];
  const rates: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await plain.bringToFront();
    const plainRate = await scrollRate(plain);
    await page.bringToFront();
    const rate = await scrollRate(page);
    ratios.push(rate / plainRate);
    rates.push(`${rate.toFixed(0)}/${plainRate.toFixed(0)}`);
  }
  await person.leave();
  const name = `board with ${FILES} files`;
  return [
    { name: `${name}: first paint, p50`, ...percentileOf(paints, 0.5), bar: 1_000, unit: "ms" },
    {
      ...{ name: `${name}: frames of a plain list, p50`, ...percentileOf(ratios, 0.5), bar: 0.9, sense: "least" },
      ...{ unit: "", note: `${rates.join(", ")} fps` },
    },
    { name: `${name}: most cards in the document`, value: cards, samples: 1, bar: 300, unit: "" },
  ];
}

export const measureBoard = async (app: App): Promise<Figure[]> => [
  ...(await measureScreen(app)),
  ...(await measureLiveBoard(app)),
  ...(await measureFileSearch()),
];
