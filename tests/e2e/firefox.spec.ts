/** A call between two browsers: Chromium and Debian's Firefox. */
import { controlPlaces, visibleCameraWidth } from "../support/callLayout.ts";
import { type FirefoxPage, startFirefox } from "../support/firefox.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import type { Person } from "../support/people.ts";
import { expect, test } from "../support/test.ts";
import {
  expectRemoteVideo,
  fillPreJoin,
  joinCall,
  lineWithText,
  openChat,
  openMeeting,
  sendMessage,
} from "../support/userActions.ts";

/** Submits the pre-join page as Ben. */
async function joinFromFirefox(page: FirefoxPage, link: string): Promise<void> {
  await page.goto(link);
  // Devices can be set up after hydration. An earlier submit would load a new document and abort pending requests.
  await expect
    .poll(() => page.evaluate(() => document.querySelector("button[aria-haspopup=dialog]:enabled") !== null))
    .toBe(true);
  // The input events update the page's state, as for a user.
  await page.evaluate(() => {
    const type = (name: string, value: string) => {
      const field = document.querySelector(`[name=${name}]`);
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) throw new Error(`no ${name}`);
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
    };
    type("display_name", "Ben");
    type("speaks", "en");
    type("reads", "en");
    document.querySelector<HTMLButtonElement>("form:has([name=display_name]) button[type=submit]")?.click();
  });
}

/** Opens a call in which Ana, in Chromium, sees Ben. */
async function meet(ana: Person, ben: FirefoxPage): Promise<void> {
  const link = await openMeeting(ana);
  await fillPreJoin(ana, { name: "Ana", speaks: "es", reads: "es" });
  await joinCall(ana);
  await joinFromFirefox(ben, link);
  await expectRemoteVideo(ana);
}

/** Clicks the button with this name. */
const press = (page: FirefoxPage, label: string) =>
  page.evaluate((label) => {
    const found = [...document.querySelectorAll("button")].find(
      (button) => (button.getAttribute("aria-label") ?? button.textContent ?? "").trim() === label,
    );
    if (!found) throw new Error(`no button ${label}`);
    found.click();
  }, label);

test("Chromium and Firefox share media, status and chat", async ({ person }) => {
  const ana = await person({ locale: "en" });
  const ben = await startFirefox();
  try {
    await meet(ana, ben);
    /** The quality counter stays at 0 without a window, so this counts the frames themselves. */
    const frames = () =>
      ben.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const other = [...document.querySelectorAll("video")].find((video) => !video.muted);
            if (!other) return resolve(-1);
            setTimeout(() => resolve(0), 2_000);
            other.requestVideoFrameCallback((_now, { presentedFrames }) => resolve(presentedFrames));
          }),
      );
    await expect.poll(frames, { timeout: 30_000 }).toBeGreaterThan(0);
    const before = await frames();
    await expect.poll(frames).toBeGreaterThan(before + 5);

    await openChat(ana);
    await sendMessage(ana, "La casa es grande.");
    const reads = () => ben.evaluate(() => document.querySelector('[role="log"]')?.textContent ?? "");
    await expect.poll(reads, { timeout: 30_000 }).toContain("The house is big.");

    await press(ben, "Microphone");
    const tile = ana.page.locator("[data-person]:has(video)").filter({ hasText: "Ben" });
    await expect(tile.getByText("Microphone off")).toHaveCount(1);
    await press(ben, "Leave");
    await expect(tile).toHaveCount(0);
    await expect(lineWithText(ana, "La casa es grande.")).toHaveCount(1);
    expect(ben.consoleErrors()).toEqual([]);
  } finally {
    await ben.close();
  }
});

test("Firefox keeps controls and cameras at two widths", ONLY_IN_LONG_RUN, async ({ person }) => {
  const ana = await person({ locale: "en" });
  const ben = await startFirefox();
  try {
    await meet(ana, ben);
    const videos = () => ben.evaluate(() => document.querySelectorAll(".tiles video").length);
    await expect.poll(videos).toBe(2);
    const panelOpen = () => ben.evaluate(() => document.querySelector(".call-panel:not([hidden])") !== null);
    for (const viewport of [
      { width: 360, height: 740 },
      { width: 1280, height: 800 },
    ]) {
      await ben.setViewport(viewport);
      await expect.poll(() => ben.evaluate(visibleCameraWidth)).toBeGreaterThanOrEqual(0.8);
      const before = await ben.evaluate(controlPlaces);
      await press(ben, "Chat");
      await expect.poll(panelOpen).toBe(true);
      expect(await ben.evaluate(controlPlaces)).toEqual(before);
      await expect.poll(() => ben.evaluate(visibleCameraWidth)).toBeGreaterThanOrEqual(0.8);
      await press(ben, "Chat");
      await expect.poll(panelOpen).toBe(false);
      expect(await ben.evaluate(controlPlaces)).toEqual(before);
    }
    expect(ben.consoleErrors()).toEqual([]);
  } finally {
    await ben.close();
  }
});
