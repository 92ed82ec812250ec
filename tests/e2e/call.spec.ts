/** In the call: device toggles reach the remote participants, and four people see each other. */

import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { audioSent, watchConnections } from "../support/media.ts";
import type { Person } from "../support/people.ts";
import { expect, test } from "../support/test.ts";
import {
  expectRemoteVideo,
  fillPreJoin,
  joinCall,
  openChat,
  openMeeting,
  remoteFrames,
} from "../support/userActions.ts";
import { writeSilence } from "../support/voice.ts";

const NAMES = ["Ana", "Ben", "Chloé", "Dora"] as const;

async function comeIn(person: Person, link: string, name: string): Promise<void> {
  await person.page.goto(link);
  await fillPreJoin(person, { name, speaks: "en", reads: "en" });
  await joinCall(person);
}

/** The tile with this name. */
const tile = ({ page }: Person, name: string) =>
  page.getByLabel("People in the call").locator("[data-person]").filter({ hasText: name });

test("device toggles reach the remote participant", async ({ person }) => {
  const ana = await person({ locale: "en" });
  const link = await openMeeting(ana);
  await comeIn(ana, link, "Ana");
  const ben = await person({ locale: "en" });
  await comeIn(ben, link, "Ben");
  await expectRemoteVideo(ana);
  const seen = tile(ana, "Ben");
  await expect(seen.getByText("Microphone off")).toHaveCount(0);

  const microphone = ben.page.getByRole("button", { name: "Microphone" });
  await microphone.click();
  await expect(microphone).toHaveAttribute("aria-pressed", "false");
  await expect(seen.getByText("Microphone off")).toHaveCount(1);
  await ben.page.keyboard.press("m");
  await expect(seen.getByText("Microphone off")).toHaveCount(0);

  await ben.page.getByRole("button", { name: "Camera" }).click();
  await expect(seen.locator("video")).toBeHidden();
  await ben.page.getByRole("button", { name: "Camera" }).click();
  await expect(seen.locator("video")).toBeVisible();
  await expectRemoteVideo(ana);
});

test("silence sends almost no audio", ONLY_IN_LONG_RUN, async ({ person }, info) => {
  const ana = await person({
    locale: "en",
    ownBrowser: true,
    light: true,
    voice: await writeSilence(info.outputPath("silence.wav")),
  });
  await watchConnections(ana);
  const link = await openMeeting(ana);
  await comeIn(ana, link, "Ana");
  const ben = await person({ locale: "en" });
  await comeIn(ben, link, "Ben");
  await expectRemoteVideo(ben);
  await expect.poll(async () => (await audioSent(ana)).packets).toBeGreaterThan(0);
  const before = await audioSent(ana);
  await expect.poll(async () => (await audioSent(ana)).recordedSeconds - before.recordedSeconds).toBeGreaterThan(4);
  const after = await audioSent(ana);
  expect((after.packets - before.packets) / (after.recordedSeconds - before.recordedSeconds)).toBeLessThan(15);
});

test("connects four; the fifth joins when someone leaves", async ({ person }) => {
  const within = 60_000;
  const people: Person[] = [];
  let link = "";
  for (const name of NAMES) {
    // Pages of one browser share its camera: when it stops in one page, it stops in all.
    const someone = await person({ locale: "en", ownBrowser: true, light: true });
    if (link === "") link = await openMeeting(someone);
    await comeIn(someone, link, name);
    people.push(someone);
  }
  for (const someone of people) {
    await expect(someone.page.locator("video")).toHaveCount(NAMES.length, { timeout: within });
    await expectRemoteVideo(someone, within);
  }

  const fifth = await person({ locale: "en" });
  await fifth.page.goto(link);
  await expect(fifth.page.getByText("The meeting is full: 4 people have joined.")).toBeVisible();
  await fillPreJoin(fifth, { name: "Eve", speaks: "en", reads: "en" });
  await fifth.page.getByRole("button", { name: "Join when someone leaves" }).click();
  await expect(fifth.page.getByText("Waiting for a free place.")).toBeVisible();
  const [first, last] = [people[0], people.at(-1)];
  if (!first || !last) throw new Error("nobody came");
  await last.page.getByRole("button", { name: "Leave" }).click();
  await expect(first.page.locator("video")).toHaveCount(NAMES.length - 1);
  await expect.poll(() => remoteFrames(fifth.page), { timeout: within }).toBeGreaterThan(0);
});

test("Back closes the chat sheet, then asks before it leaves", async ({ person }) => {
  const ana = await person({ locale: "en" });
  const { page } = ana;
  await page.setViewportSize({ width: 360, height: 740 });
  const link = await openMeeting(ana);
  await fillPreJoin(ana, { name: "Ana", speaks: "en", reads: "en" });
  await joinCall(ana);
  await openChat(ana);
  await page.goBack();
  await expect(page.getByRole("log")).toBeHidden();
  await expect(page.getByRole("button", { name: "Leave", exact: true })).toBeVisible();
  await page.goBack();
  const question = page.getByRole("alertdialog", { name: "Leave the call?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole("button", { name: "Leave", exact: true })).toBeVisible();
  await page.goBack();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("button", { name: "Join now", exact: true })).toBeVisible();
  await expect(page).toHaveURL(link);
});
