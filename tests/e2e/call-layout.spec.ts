/** The call keeps still: no control moves, no face is cropped away, no tile changes because a notice or a caption came. */
import type { Page } from "@playwright/test";
import { controlPlaces, layoutFaults, lengthenLabels } from "../support/callLayout.ts";
import { checkedVariants, ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import {
  chooseParticipantAction,
  hostMeeting,
  joinByLink,
  knockByLink,
  requireKnocking,
  waitingRoomCard,
} from "../support/moderation.ts";
import type { Person } from "../support/people.ts";
import { emitSentence, expectListening, giveScriptedRecogniser } from "../support/scriptedRecogniser.ts";
import { expect, test } from "../support/test.ts";
import { expectRemoteVideo, openChat } from "../support/userActions.ts";
import { knockWithoutPage } from "../support/waitingRoom.ts";

const control = ({ page }: Person, name: string | RegExp) =>
  page.getByRole("region", { name: "Call controls" }).getByRole("button", { name, exact: true });

/** Returns the place of each tile, after its moves have ended. */
async function tilePlaces(page: Page): Promise<string[]> {
  const stage = page.locator(".tiles");
  await stage.evaluate(async (element) => {
    await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
  });
  return stage.evaluate((element) =>
    [...element.querySelectorAll<HTMLElement>(".tile")].map((tile) => {
      const { x, y, width, height } = tile.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join(" ");
    }),
  );
}

const WINDOWS = [
  { width: 320, height: 568 },
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1024, height: 700 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1000 },
] as const;

/** The toggles of the bar, in any language. */
const toggle = (page: Page, icon: string) => page.locator(`.call-toggles button:has(.lucide-${icon})`);

for (const locale of checkedVariants(["ar", "en"]))
  test(`controls keep their place in every window in ${locale}`, async ({ person }) => {
    const ana = await person({ locale, viewport: { width: 1440, height: 900 } });
    const { page } = ana;
    const link = await hostMeeting(ana);
    const ben = await person({ locale: "en" });
    const before = await page.evaluate(controlPlaces);
    await joinByLink(ben, link, "Ben");
    await expect(page.getByLabel("Ben", { exact: true })).toBeVisible();
    expect(await page.evaluate(controlPlaces)).toEqual(before);
    for (const viewport of WINDOWS) {
      await page.setViewportSize(viewport);
      const closed = await page.evaluate(controlPlaces);
      const expectStill = async (state: string) =>
        expect(await page.evaluate(controlPlaces), `${viewport.width} px, ${state}`).toEqual(closed);
      // A second click lands on the same control, because nothing moved.
      await toggle(page, "message-square").dblclick();
      await expect(page.locator(".call-panel")).toBeHidden();
      await toggle(page, "message-square").click();
      await expect(page.locator(".call-panel")).toBeVisible();
      await expectStill("chat");
      await toggle(page, "message-square").click();
      await page.locator(".call-pill").nth(1).getByRole("button").click();
      await expect(page.locator(".ui-above-bar")).toBeVisible();
      await expectStill("languages");
      await page.keyboard.press("Escape");
      await expect(page.locator(".ui-above-bar")).toHaveCount(0);
    }
    const last = await page.evaluate(controlPlaces);
    await ben.page.keyboard.press("h");
    await expect(page.locator(".tile-hand")).toBeAttached();
    expect(await page.evaluate(controlPlaces)).toEqual(last);
    await control(ben, "Leave").click();
    await expect(page.getByLabel("Ben", { exact: true })).toHaveCount(0);
    expect(await page.evaluate(controlPlaces)).toEqual(last);
  });

test("captions and notices change no tile", ONLY_IN_LONG_RUN, async ({ person }) => {
  const ana = await person({ locale: "en", viewport: { width: 1440, height: 900 } });
  const link = await hostMeeting(ana);
  const ben = await person({ locale: "en", viewport: { width: 1440, height: 900 } });
  await giveScriptedRecogniser(ben);
  await joinByLink(ben, link, "Ben");
  await expectRemoteVideo(ana);
  await expectListening(ben);
  const band = ana.page.locator(".call-captions");
  const before = await tilePlaces(ana.page);
  const sentences = Array.from({ length: 18 }, (_, index) => `Sentence ${index} about the bus at eight`);
  for (const sentence of [...sentences, "x".repeat(400), "The last sentence"]) {
    await emitSentence(ben, sentence);
    await expect(band).toContainText(sentence.slice(0, 60));
    expect(await tilePlaces(ana.page)).toEqual(before);
  }
  const bensTiles = await tilePlaces(ben.page);
  await chooseParticipantAction(ana, "Ben", "Mute");
  await expect(ben.page.getByText("You were muted by a host. Raise your hand to speak.")).toBeVisible();
  expect(await tilePlaces(ben.page)).toEqual(bensTiles);
  await control(ana, "People").click();
  expect(await tilePlaces(ana.page)).toEqual(before);
  await requireKnocking(ana);
  const [closed] = [await tilePlaces(ana.page)];
  const dee = await person({ locale: "en" });
  await knockByLink(dee, link, "Dee");
  await expect(waitingRoomCard(ana).getByText("Dee wants to join")).toBeVisible();
  expect(await tilePlaces(ana.page)).toEqual(closed);
});

test("one press shows captions and states who is captioned", async ({ person }) => {
  const ana = await person({ locale: "en" });
  const link = await hostMeeting(ana);
  const captions = control(ana, /^Captions/u);
  const band = ana.page.locator(".call-captions");
  await expect(captions).toHaveAttribute("aria-pressed", "true");
  await expect(band).toContainText("Nobody’s voice is captioned yet.");
  await captions.click();
  await expect(captions).toHaveAttribute("aria-pressed", "false");
  await expect(band).not.toContainText("captioned");
  const ben = await person({ locale: "en" });
  await giveScriptedRecogniser(ben);
  await joinByLink(ben, link, "Ben");
  await expectListening(ben);
  await captions.click();
  await expect(band).toContainText("Captions are on, in English. Captioned here: Ben.");
  // Ana's own voice is a separate question.
  await control(ana, "Caption settings").click();
  await expect(
    ana.page.getByRole("group", { name: "Caption my voice" }).getByRole("radio", { name: /^Off/u }),
  ).toBeChecked();
  await control(ana, "Caption settings").click();
  await expect(ana.page.getByRole("dialog")).toHaveCount(0);
});

test("a phone keeps six controls and two full-size pills", async ({ person }) => {
  const ana = await person({ locale: "en", viewport: { width: 360, height: 740 }, touch: true });
  await hostMeeting(ana);
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 320, height: 568 },
    { width: 740, height: 360 },
  ]) {
    await ana.page.setViewportSize(viewport);
    const bar = ana.page.getByRole("region", { name: "Call controls" });
    await expect(
      bar.locator(".call-toggles, .call-leave").getByRole("button").or(bar.locator(".call-leave")),
    ).toHaveCount(6);
    for (const button of await bar.getByRole("button").all()) {
      const box = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const size = `${await button.getAttribute("aria-label")}, ${viewport.width} px: ${JSON.stringify(box)}`;
      expect(Math.min(box.width, box.height), size).toBeGreaterThanOrEqual(44);
      expect(box.x, size).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width, size).toBeLessThanOrEqual(viewport.width);
      expect(box.y + box.height, size).toBeLessThanOrEqual(viewport.height);
    }
  }
});

test("forced colours show who speaks and what is pressed", ONLY_IN_LONG_RUN, async ({ person }) => {
  const ana = await person({ locale: "en" });
  const link = await hostMeeting(ana);
  const ben = await person({ locale: "en" });
  await joinByLink(ben, link, "Ben");
  await ana.page.emulateMedia({ forcedColors: "active" });
  await expect
    .poll(() =>
      ana.page.evaluate(() => {
        const speaker = document.querySelector(".tile[data-speaking=true]");
        return speaker && getComputedStyle(speaker).outlineWidth;
      }),
    )
    .toBe("4px");
  await control(ana, "Chat").click();
  const colours = await ana.page.evaluate(() => {
    const sample = document.body.appendChild(document.createElement("span"));
    sample.style.cssText = "background: Highlight; forced-color-adjust: none";
    const backgroundOf = (element: Element | null) => element && getComputedStyle(element).backgroundColor;
    return {
      selected: backgroundOf(sample),
      pressed: backgroundOf(document.querySelector(".call-toggles [aria-pressed=true]")),
      notPressed: backgroundOf(document.querySelector(".call-toggles [aria-pressed=false]")),
    };
  });
  expect(colours.pressed).toBe(colours.selected);
  expect(colours.notPressed).not.toBe(colours.selected);
});

for (const locale of checkedVariants(["ar", "en"]))
  test(`long labels, long names and large text fit in ${locale}`, async ({ person }) => {
    const ana = await person({ locale, viewport: { width: 1440, height: 900 } });
    const { page } = ana;
    const link = await hostMeeting(ana);
    const ben = await person({ locale: "en" });
    await joinByLink(ben, link, "🙂".repeat(60));
    await expect(page.locator(".tiles .tile")).toHaveCount(2);
    const expectFits = async (state: string) => {
      for (const viewport of WINDOWS) {
        await page.setViewportSize(viewport);
        await expect.poll(() => page.evaluate(layoutFaults), `${viewport.width} px, ${state}`).toEqual([]);
        await toggle(page, "message-square").click();
        await expect.poll(() => page.evaluate(layoutFaults), `${viewport.width} px, ${state}, chat`).toEqual([]);
        await toggle(page, "message-square").click();
      }
    };
    await expectFits("as it is");
    await page.evaluate(lengthenLabels);
    await expectFits("long labels");
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    await expectFits("long labels at 200 %");
  });

test("a phone turned under an open sheet keeps its controls", ONLY_IN_LONG_RUN, async ({ person }) => {
  const ana = await person({ locale: "en", viewport: { width: 360, height: 740 }, touch: true });
  await hostMeeting(ana);
  await openChat(ana);
  const composer = ana.page.getByLabel("Message", { exact: true });
  const turned = { width: 740, height: 360 };
  const upright = { width: 360, height: 740 };
  const overKeyboard = { width: 360, height: 440 };
  for (const viewport of [turned, upright, overKeyboard, upright]) {
    await ana.page.setViewportSize(viewport);
    await expect.poll(() => ana.page.evaluate(layoutFaults), `${viewport.width} × ${viewport.height}`).toEqual([]);
    await expect(composer).toBeInViewport({ ratio: 0.9 });
    // Over a keyboard, the room belongs to the sheet.
    if (viewport !== overKeyboard) await expect(control(ana, "Leave")).toBeInViewport({ ratio: 0.9 });
  }
});

test("shows one of many notices, without moving a tile", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const ana = await person({ locale: "en" });
  const link = await hostMeeting(ana);
  await requireKnocking(ana);
  await control(ana, "People").click();
  const before = await tilePlaces(ana.page);
  for (let number = 1; number <= 10; number += 1) await knockWithoutPage(app, link, `Visitor ${number}`);
  await expect(ana.page.getByRole("button", { name: "9 more people are waiting" })).toBeVisible();
  // The browser logs what the page requests while it is offline.
  ana.allowConsoleError(/ERR_INTERNET_DISCONNECTED/u);
  await ana.context.setOffline(true);
  await expect(ana.page.locator(".call-notices > :not(.sr-only):visible")).toHaveCount(1);
  expect(await tilePlaces(ana.page)).toEqual(before);
});
