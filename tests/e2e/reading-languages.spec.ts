/** The truth about translation where a person chooses languages or writes. The engine here has no German. */
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { openPeoplePanel } from "../support/moderation.ts";
import type { Person } from "../support/people.ts";
import { giveScriptedRecogniser } from "../support/scriptedRecogniser.ts";
import { expect, test } from "../support/test.ts";
import {
  expectJoined,
  fillPreJoin,
  joinCall,
  lineWithText,
  openChat,
  openMeeting,
  sendMessage,
} from "../support/userActions.ts";

type Arrive = (options: { locale: "en"; viewport?: { width: number; height: number } }) => Promise<Person>;

/** Ana, who reads English, and Jonas, who reads German, in a call. */
async function anaAndJonas(person: Arrive) {
  const [ana, jonas] = [await person({ locale: "en" }), await person({ locale: "en" })];
  const link = await openMeeting(ana);
  await fillPreJoin(ana, { name: "Ana", speaks: "en", reads: "en" });
  await joinCall(ana);
  await expectJoined(ana);
  await jonas.page.goto(link);
  await fillPreJoin(jonas, { name: "Jonas", speaks: "de", reads: "de" });
  await joinCall(jonas);
  await expectJoined(jonas);
  return { ana, jonas, link };
}

const searchIn = (page: Page) => page.getByRole("combobox", { name: "Search languages" });

/** Opens the search. The first click may come before its code, and then opens the browser's own list. */
const openSearch = (page: Page, select: Locator) =>
  expect(async () => {
    await select.click();
    await expect(searchIn(page)).toBeFocused({ timeout: 1_000 });
  }).toPass();

test("the pre-join page names the readers of an original", async ({ person }) => {
  const { link } = await anaAndJonas(person);
  const { page } = await person({ locale: "en", viewport: { width: 360, height: 740 } });
  await page.goto(link);
  const speaks = page.getByLabel("I speak", { exact: true });
  await expect(page.getByText("Ana reads you in English", { exact: true })).toBeVisible();
  await expect(page.getByText("Jonas gets your original: no translation from English into German")).toBeVisible();
  await expect(page.getByText("You get Jonas in the original: no translation from German into English")).toBeVisible();

  await test.step("a search finds languages by either name", async () => {
    await openSearch(page, speaks);
    const search = searchIn(page);
    await expect(page.getByRole("group", { name: "Translated here" }).getByRole("option").first()).toHaveText(
      /Català/u,
    );
    await expect(page.getByRole("group", { name: "Original only" })).toContainText("Deutsch");
    await search.fill("ESPANOL");
    const found = page.getByRole("listbox").getByRole("option");
    await expect(found).toHaveText(["EspañolSpanish"]);
    await search.fill("german");
    await expect(found).toHaveText(["DeutschGerman"]);
    await expectAccessible(page, "the search of languages");
    await page.keyboard.press("Enter");
    await expect(speaks).toHaveValue("de");
    await expect(speaks).toBeFocused();
  });
  await expect(page.getByText("Jonas reads you in Deutsch")).toBeVisible();
  await expect(page.getByText("Ana gets your original: no translation from German into English")).toBeVisible();

  await test.step("a letter opens it, Escape changes nothing", async () => {
    await speaks.press("f");
    await expect(searchIn(page)).toHaveValue("f");
    await expect(page.getByRole("listbox").getByRole("option").first()).toContainText("Français");
    await page.keyboard.press("Escape");
    await expect(searchIn(page)).toBeHidden();
    await expect(speaks).toBeFocused();
    await expect(speaks).toHaveValue("de");
  });
});

test("the browser's own translator counts before joining", ONLY_IN_LONG_RUN, async ({ person }) => {
  const { link } = await anaAndJonas(person);
  const { page } = await person({ locale: "en" });
  await page.addInitScript(() =>
    Reflect.set(window, "Translator", { availability: () => Promise.resolve("available") }),
  );
  await page.goto(link);
  await expect(page.getByText("Jonas gets your original: no translation from English into German")).toBeVisible();
  await expect(page.getByText("You get Jonas in the original")).toBeHidden();
});

test("the call says what nobody translates, at once", ONLY_IN_LONG_RUN, async ({ person }) => {
  const { ana, jonas, link } = await anaAndJonas(person);
  await openChat(ana);
  await openChat(jonas);
  await jonas.page.getByRole("button", { name: "Write the first message" }).click();
  await expect(jonas.page.getByPlaceholder("Write in German")).toBeFocused();
  await expect(ana.page.getByText("No translation into Deutsch", { exact: true })).toBeVisible();
  const waits = jonas.page
    .getByText("translating from English")
    .waitFor({ timeout: 4_000 })
    .then(
      () => true,
      () => false,
    );
  await sendMessage(ana, "The bus leaves at eight o'clock in the morning.");
  await expect(lineWithText(jonas, "The bus leaves at eight")).toContainText("cannot be translated yet");
  expect(await waits).toBe(false);

  await test.step("in both directions for each person", async () => {
    const panel = await openPeoplePanel(ana);
    await expect(panel.getByText("No captions are made in this call.")).toHaveCount(1);
    await expect(panel).toContainText("Deutsch: not from English, these two languages cannot be translated yet.");
    await panel.getByRole("button", { name: "Change my languages" }).click();
    const dialog = ana.page.getByRole("dialog", { name: "Your languages here" });
    await expect(dialog).toContainText("Nobody else’s voice is captioned yet.");
    const row = dialog.getByRole("row", { name: /Jonas/u });
    await expect(row.first().getByRole("cell")).toHaveText(["the original", "the original"]);
    await expect(dialog).toContainText("Jonas gets your original: no translation from English into German");
    await dialog.getByLabel("I speak", { exact: true }).selectOption("de");
    await expect(row.first().getByRole("cell")).toHaveText(["Deutsch", "the original"]);
    await expectAccessible(ana.page, "languages in both directions");
    await openSearch(ana.page, dialog.getByLabel("I read", { exact: true }));
    await searchIn(ana.page).fill("deut");
    await ana.page
      .getByRole("listbox")
      .getByRole("option", { name: /Deutsch/u })
      .click();
    await expect(row.first().getByRole("cell")).toHaveText(["Deutsch", "Deutsch"]);
  });

  await test.step("names the voice without captions", async () => {
    const dialog = ana.page.getByRole("dialog", { name: "Your languages here" });
    const ines = await person({ locale: "en" });
    await giveScriptedRecogniser(ines);
    await ines.page.goto(link);
    await fillPreJoin(ines, { name: "Inés", speaks: "es", reads: "es" });
    await joinCall(ines);
    await expectJoined(ines);
    await expect(dialog).toContainText("Jonas’s voice is not captioned yet.");
    await expect(dialog).not.toContainText("Inés’s voice");
    await expect(dialog).not.toContainText("Nobody else’s voice");
  });
});
