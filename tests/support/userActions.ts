/** What people do in Parley, in the words of their own buttons. */
import type { Page } from "@playwright/test";
import { type Locale, readLocale } from "../../app/i18n/locales.ts";
import ar from "../../app/i18n/messages/ar.json" with { type: "json" };
import en from "../../app/i18n/messages/en.json" with { type: "json" };
import es from "../../app/i18n/messages/es.json" with { type: "json" };
import { expect } from "./expect.ts";
import type { Person } from "./people.ts";

const TEXTS: Readonly<Record<Locale, Record<Key, string>>> = { ar, en, es };
type Key = keyof typeof en;

/** The text of a key without parameters, as the person's page says it. */
export async function text(page: Page, key: Key): Promise<string> {
  const lang = (await page.locator("html").getAttribute("lang")) ?? "";
  return TEXTS[readLocale(lang)][key];
}

const button = async (page: Page, key: Key) => page.getByRole("button", { name: await text(page, key), exact: true });

/** Opens a meeting from `/` with one press and stands at its door; answers the link. */
export async function openMeeting({ page }: Person): Promise<string> {
  await page.goto("/");
  await (await button(page, "landing.start")).click();
  await page.waitForURL(/\/m\/[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/u);
  return page.url();
}

export interface ParticipantChoices {
  name: string;
  speaks: string;
  reads: string;
}

export async function fillPreJoin({ page }: Person, { name, speaks, reads }: ParticipantChoices): Promise<void> {
  await page.getByLabel(await text(page, "door.name"), { exact: true }).fill(name);
  await page.getByLabel(await text(page, "language.speaks"), { exact: true }).selectOption(speaks);
  await page.getByLabel(await text(page, "language.reads"), { exact: true }).selectOption(reads);
}

/** Through the door, until the controls of the call are there. */
export async function joinCall({ page }: Person): Promise<void> {
  await (await button(page, "door.enter")).click();
  await expect(await button(page, "call.leave")).toBeVisible();
}

/** The room is drawn at the press. Only who is in the call hears what is said in it; what was said before, they missed. */
export const isInside = async ({ page }: Person): Promise<void> =>
  expect(page.getByTitle(await text(page, "call.elapsed"))).toBeVisible();

export async function openChat({ page }: Person): Promise<void> {
  const message = page.getByRole("textbox", { name: await text(page, "chat.message") });
  if (!(await message.isVisible()))
    await page
      .getByRole("button", { name: new RegExp(await text(page, "call.chat"), "u") })
      .first()
      .click();
  await expect(message).toBeVisible();
}

export async function sendMessage({ page }: Person, line: string): Promise<void> {
  const message = page.getByRole("textbox", { name: await text(page, "chat.message") });
  await message.fill(line);
  await message.press("Enter");
  await expect(message).toHaveValue("");
}

/** Frames that the pictures of the others have shown so far; -1 while there is none. Only one's own is muted. */
export const remoteFrames = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const videos = [...document.querySelectorAll("video")].filter((video) => !video.muted);
    if (videos.length === 0) return -1;
    return Math.min(...videos.map((video) => video.getVideoPlaybackQuality().totalVideoFrames));
  });

/** The others' pictures are there and move: six more frames of each. `within`: milliseconds, where many streams share two cores. */
export async function expectRemoteVideo({ page }: Person, within?: number): Promise<void> {
  const before = new Map<string, number>();
  const still = async () => {
    const seen = await pictures(page);
    for (const { name, frames } of seen) if (!before.has(name)) before.set(name, frames);
    const standing = seen.filter(({ name, frames }) => frames <= (before.get(name) ?? 0) + 5);
    return seen.length === 0 ? "nobody is there" : standing.map(({ name, frames, how }) => `${name}: ${frames} ${how}`);
  };
  await expect.poll(still, { intervals: [200], ...(within !== undefined && { timeout: within }) }).toEqual([]);
}

/** Of the others: whose, frames shown so far, and what may keep it from moving. One's own camera is that of all in one browser. */
const pictures = (page: Page) =>
  page.evaluate(() => {
    const framesOf = (video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames;
    const videos = [...document.querySelectorAll("video")];
    const own = videos.filter(({ muted }) => muted).map(framesOf);
    return videos.flatMap((video) => {
      if (video.muted) return [];
      const tracks = video.srcObject instanceof MediaStream ? video.srcObject.getTracks() : [];
      const states = tracks.map(({ kind, readyState, muted }) => `${kind} ${readyState}${muted ? " muted" : ""}`);
      const how = `${video.paused ? "paused" : "playing"}, ready ${video.readyState}, ${states.join(", ")}, own ${own}`;
      return { name: video.getAttribute("aria-label") ?? "", frames: framesOf(video), how };
    });
  });

/** A line of the chat by the words that it shows now. */
export const lineWithText = ({ page }: Person, words: string | RegExp) =>
  page.getByRole("log").getByRole("listitem").filter({ hasText: words });

type LineAct = Extract<
  Key,
  | "chat.reply"
  | "chat.react"
  | "transcript.correct"
  | `lines.${"edit" | "delete" | "forward" | "copy" | "again" | "wrong" | "showOriginal" | "mark"}`
>;

/** Chooses what to do with a line from its menu, by the keyboard. */
export async function chooseLineAction(person: Person, words: string | RegExp, act: LineAct): Promise<void> {
  const { page } = person;
  const more = lineWithText(person, words)
    .last()
    .getByRole("button", { name: await text(page, "chat.more"), exact: true });
  await more.press("Enter");
  await page.getByRole("menuitem", { name: await text(page, act), exact: true }).click();
}

/** Chooses in the menu of the call's last control. */
export async function chooseMoreItem({ page }: Person, item: Key): Promise<void> {
  const controls = page.getByRole("region", { name: await text(page, "call.controls") });
  await controls.getByRole("button", { name: await text(page, "call.more"), exact: true }).click();
  await page.getByRole("menuitem", { name: await text(page, item), exact: true }).click();
}
