/** User actions in Parley, by the labels of the UI. */
import type { Page } from "@playwright/test";
import { type Locale, readLocale } from "../../app/i18n/locales.ts";
import ar from "../../app/i18n/messages/ar.json" with { type: "json" };
import en from "../../app/i18n/messages/en.json" with { type: "json" };
import es from "../../app/i18n/messages/es.json" with { type: "json" };
import { expect } from "./expect.ts";
import type { Person } from "./people.ts";

const TEXTS: Readonly<Record<Locale, Record<Key, string>>> = { ar, en, es };
type Key = keyof typeof en;

/** Returns the UI text of a key without parameters, in the page's language. */
export async function text(page: Page, key: Key): Promise<string> {
  const lang = (await page.locator("html").getAttribute("lang")) ?? "";
  return TEXTS[readLocale(lang)][key];
}

const button = async (page: Page, key: Key) => page.getByRole("button", { name: await text(page, key), exact: true });

/** Creates a meeting from `/` and waits for its pre-join page; returns the link. */
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
  await page.getByLabel(await text(page, "prejoin.name"), { exact: true }).fill(name);
  await page.getByLabel(await text(page, "language.speaks"), { exact: true }).selectOption(speaks);
  await page.getByLabel(await text(page, "language.reads"), { exact: true }).selectOption(reads);
}

/** Submits the pre-join page and waits for the call's controls. */
export async function joinCall({ page }: Person): Promise<void> {
  await (await button(page, "prejoin.enter")).click();
  await expect(await button(page, "call.leave")).toBeVisible();
}

/** Waits until the page has joined. The room renders on click, but only a joined page receives lines. */
export const expectJoined = async ({ page }: Person): Promise<void> =>
  expect(page.getByTitle(await text(page, "call.elapsed"))).toBeVisible();

export async function openChat({ page }: Person): Promise<void> {
  // The panel may be open before its content has loaded.
  if (!(await page.getByRole("complementary", { name: await text(page, "chat.title") }).isVisible()))
    await page
      .getByRole("button", { name: new RegExp(await text(page, "call.chat"), "u") })
      .first()
      .click();
  await expect(page.getByRole("textbox", { name: await text(page, "chat.message") })).toBeVisible();
}

export async function sendMessage({ page }: Person, line: string): Promise<void> {
  const message = page.getByRole("textbox", { name: await text(page, "chat.message") });
  await message.fill(line);
  await message.press("Enter");
  await expect(message).toHaveValue("");
}

/**
 * Returns the fewest frames that a remote video has rendered, or -1 without remote video. Only the local video is
 * muted.
 */
export const remoteFrames = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const videos = [...document.querySelectorAll("video")].filter((video) => !video.muted);
    if (videos.length === 0) return -1;
    return Math.min(...videos.map((video) => video.getVideoPlaybackQuality().totalVideoFrames));
  });

/** Expects six more frames of each remote video. `within`: timeout in milliseconds, for many streams on two cores. */
export async function expectRemoteVideo({ page }: Person, within?: number): Promise<void> {
  const before = new Map<string, number>();
  const stillVideos = async () => {
    const seen = await remoteVideos(page);
    for (const { name, frames } of seen) if (!before.has(name)) before.set(name, frames);
    const standing = seen.filter(({ name, frames }) => frames <= (before.get(name) ?? 0) + 5);
    return seen.length === 0 ? "nobody is there" : standing.map(({ name, frames, how }) => `${name}: ${frames} ${how}`);
  };
  await expect.poll(stillVideos, { intervals: [200], ...(within !== undefined && { timeout: within }) }).toEqual([]);
}

/**
 * Returns the name, frame count and diagnostics of each remote video. The local frame count helps, because all people
 * of a browser share its camera.
 */
const remoteVideos = (page: Page) =>
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

/** A chat line by its visible text. */
export const lineWithText = ({ page }: Person, visibleText: string | RegExp) =>
  page.getByRole("log").getByRole("listitem").filter({ hasText: visibleText });

type LineAction = Extract<
  Key,
  | "chat.reply"
  | "chat.react"
  | "transcript.propose"
  | `lines.${"edit" | "delete" | "forward" | "copy" | "again" | "wrong" | "showOriginal" | "mark"}`
>;

/** Chooses an action from a line's menu, by keyboard. */
export async function chooseLineAction(
  person: Person,
  visibleText: string | RegExp,
  action: LineAction,
): Promise<void> {
  const { page } = person;
  const more = lineWithText(person, visibleText)
    .last()
    .getByRole("button", { name: await text(page, "chat.more"), exact: true });
  await more.press("Enter");
  await page.getByRole("menuitem", { name: await text(page, action), exact: true }).click();
}

/** Chooses an item of the call's "more" menu. */
export async function chooseMoreItem({ page }: Person, item: Key): Promise<void> {
  const controls = page.getByRole("region", { name: await text(page, "call.controls") });
  await controls.getByRole("button", { name: await text(page, "call.more"), exact: true }).click();
  await page.getByRole("menuitem", { name: await text(page, item), exact: true }).click();
}

/** Opens the caption settings, with every option. */
export async function openCaptionOptions({ page }: Person): Promise<void> {
  const controls = page.getByRole("region", { name: await text(page, "call.controls") });
  await controls.getByRole("button", { name: await text(page, "call.captionSettings") }).click();
  const more = page.getByRole("button", { name: await text(page, "captions.more"), exact: true });
  const fewer = page.getByRole("button", { name: await text(page, "captions.fewer"), exact: true });
  await more.or(fewer).waitFor();
  if (await more.isVisible()) await more.click();
}
