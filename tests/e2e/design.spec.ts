/** The components of the design system: keyboard use, three languages, both themes, reduced motion. */
import type { Page } from "@playwright/test";
import { LOCALES } from "../../app/i18n/locales.ts";
import { expectAccessible } from "../support/axe.ts";
import { CHECKED_LOCALES } from "../support/longRun.ts";
import { expect, test } from "../support/test.ts";
import { fillPreJoin, joinCall, openMeeting, text } from "../support/userActions.ts";

async function openDesign(page: Page): Promise<void> {
  await page.goto("/design");
  // Chat lines render with the scripts: from then on the page is hydrated.
  await expect(page.getByRole("button", { name: await text(page, "chat.sendAgain") }).first()).toBeVisible();
}

const button = async (page: Page, key: Parameters<typeof text>[1]) =>
  // A chat line further down has a "More" button too.
  page.getByRole("button", { name: await text(page, key), exact: true }).first();

for (const locale of CHECKED_LOCALES)
  test(`components pass axe in both themes, also on phones: ${locale}`, async ({ person }) => {
    const { page } = await person({ locale, viewport: { width: 360, height: 800 } });
    await openDesign(page);
    await expect(page.locator("html")).toHaveAttribute("dir", LOCALES[locale].dir);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expectAccessible(page, "/design");
    await page.goto("/help");
    await expectAccessible(page, "/help");
  });

test("open overlays pass axe", async ({ person }) => {
  const { page } = await person({ locale: "ar" });
  await openDesign(page);
  for (const [opens, role] of [
    ["design.example.more", "menu"],
    ["design.example.why", "dialog"],
    ["design.example.ask", "alertdialog"],
  ] as const) {
    await (await button(page, opens)).click();
    await expect(page.getByRole(role)).toBeVisible();
    await expectAccessible(page, role);
    await page.keyboard.press("Escape");
    await expect(page.getByRole(role)).toHaveCount(0);
  }
  await page.getByRole("combobox", { name: await text(page, "language.speaks") }).click();
  await expect(page.getByRole("listbox")).toBeVisible();
  await expectAccessible(page, "listbox");
});

test("a dialog traps and returns focus", async ({ person }) => {
  const { page } = await person({ locale: "en" });
  await openDesign(page);
  const opener = page.getByRole("button", { name: "Ask a question" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "End the meeting for everyone?" });
  await expect(dialog.getByRole("button", { name: "Keep talking" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "End for all" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Keep talking" })).toBeFocused();
  // A dialog that needs a decision ignores a click outside.
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("a menu supports arrows, letters and disabled items", async ({ person }) => {
  const { page } = await person({ locale: "en" });
  await openDesign(page);
  const opener = await button(page, "design.example.more");
  await opener.focus();
  await page.keyboard.press("Enter");
  const highlighted = page.locator("[role=menuitem][data-highlighted]");
  await expect(highlighted).toHaveText("Reply");
  await page.keyboard.press("ArrowDown");
  await expect(highlighted).toHaveText("Forward");
  await page.keyboard.press("ArrowDown");
  await expect(highlighted).toContainText("Edit");
  await page.keyboard.press("d");
  await expect(highlighted).toHaveText("Delete");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Selected: Delete")).toBeVisible();
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("a select works by keyboard with native language names", async ({ person }) => {
  const { page } = await person({ locale: "en" });
  await openDesign(page);
  const list = page.getByRole("combobox", { name: "I read", exact: true });
  await expect(list).toHaveText("Español");
  await list.focus();
  await page.keyboard.press("Enter");
  // The open list starts at the selected option. A key before that goes to the button.
  await expect(page.getByRole("listbox").getByRole("option", { selected: true })).toHaveAttribute(
    "data-highlighted",
    "",
  );
  await page.keyboard.press("Home");
  const first = page.getByRole("listbox").getByRole("option").first();
  await expect(first).toHaveAttribute("data-highlighted", "");
  await expect(first.locator("bdi")).toHaveAttribute("lang", "ar");
  await page.keyboard.press("Enter");
  await expect(list).toHaveText("العربية");
  await expect(list).toBeFocused();
});

test("a language is found by part of either name", async ({ person }) => {
  const { page } = await person({ locale: "en" });
  await openDesign(page);
  const search = page.getByRole("combobox", { name: "I speak", exact: true });
  await expect(search).toHaveValue("العربية");
  await search.click();
  const found = page.getByRole("listbox").getByRole("option");
  await search.fill("espan");
  await expect(found).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(search).toHaveValue("Español");
  await search.fill("japan");
  await expect(found).toHaveText([/日本語/u]);
  await search.fill("qqqq");
  await expect(page.getByText("No results")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(search).toHaveValue("Español");
  await expect(search).toBeFocused();
  await search.fill("qq");
  await page.keyboard.press("Tab");
  await expect(search).toHaveValue("Español");
});

test("tabs follow the page direction and skip disabled ones", async ({ person }) => {
  const { page } = await person({ locale: "ar" });
  await openDesign(page);
  const tabs = page.getByRole("tablist", { name: await text(page, "design.example.views") });
  const named = async (key: Parameters<typeof text>[1]) => tabs.getByRole("tab", { name: await text(page, key) });
  await (await named("design.view.transcript")).focus();
  // In right-to-left layout the next item is on the left.
  await page.keyboard.press("ArrowLeft");
  await expect(await named("design.view.recap")).toBeFocused();
  await expect(await named("design.view.recap")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowLeft");
  await expect(await named("design.view.attendance")).toBeFocused();
  // The last item is disabled, so the first follows.
  await page.keyboard.press("ArrowLeft");
  await expect(await named("design.view.transcript")).toBeFocused();
});

test("the space bar toggles a switch", async ({ person }) => {
  const { page } = await person({ locale: "en" });
  await openDesign(page);
  const remind = page.getByRole("checkbox", { name: /^Remind me/u });
  await expect(remind).toBeChecked();
  await remind.focus();
  await page.keyboard.press("Space");
  await expect(remind).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "disabled", exact: true })).toBeDisabled();
});

test("a focused toast stays and runs its action", async ({ person }) => {
  const { page } = await person({ locale: "en" });
  await page.clock.install();
  await openDesign(page);
  await (await button(page, "design.example.save")).focus();
  await page.keyboard.press("Enter");
  const region = page.getByRole("region", { name: /^Notifications/u });
  const saved = region.getByText("Correction saved and translated again");
  await expect(saved).toBeVisible();
  await page.keyboard.press("Alt+t");
  await expect(region).toBeFocused();
  await page.clock.runFor(60_000);
  await expect(saved).toBeVisible();
  await region.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  await page.clock.runFor(1_000);
  await expect(region.getByText("Undone.")).toBeVisible();
  await expect(saved).toHaveCount(0);
});

test("only toasts without errors disappear", async ({ person }) => {
  const { page } = await person({ locale: "en" });
  await page.clock.install();
  await openDesign(page);
  await (await button(page, "design.example.warn")).click();
  await (await button(page, "design.example.fail")).click();
  const region = page.getByRole("region", { name: /^Notifications/u });
  await expect(region.getByText(/^Translation is slow/u)).toBeVisible();
  await page.mouse.move(0, 0);
  await (await button(page, "design.example.fail")).blur();
  await page.clock.runFor(60_000);
  await expect(region.getByText(/^Translation is slow/u)).toHaveCount(0);
  const failed = region.getByText("The server took too long to respond.");
  await expect(failed).toBeVisible();
  await region.getByRole("button", { name: "Close" }).click();
  await page.clock.runFor(1_000);
  await expect(failed).toHaveCount(0);
});

test("reduced motion stops animations", async ({ person }) => {
  const { page } = await person({ locale: "en" });
  await openDesign(page);
  await (await button(page, "design.example.ask")).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await (await button(page, "design.example.keep")).click();
  await (await button(page, "design.example.more")).click();
  await expect(page.getByRole("menu")).toBeVisible();
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0) > 1)
      .map(({ effect }) => (effect instanceof KeyframeEffect ? (effect.target?.className ?? "") : "")),
  );
  expect(moving).toEqual([]);
});

test("forced colours keep state visible", async ({ person }) => {
  const { page } = await person({ locale: "en" });
  await openDesign(page);
  await page.emulateMedia({ forcedColors: "active" });
  const grounds = await page.evaluate(() => {
    const ground = (selector: string) => {
      const element = document.querySelector(selector);
      return element ? getComputedStyle(element).backgroundColor : "missing";
    };
    return {
      on: ground(".ui-switch[data-state=checked]"),
      off: ground(".ui-switch[data-state=unchecked]"),
      done: ground(".ui-fill"),
      rest: ground("[data-part=track]"),
      chosen: ground(".ui-tab[aria-selected=true]"),
      other: ground(".ui-tab[aria-selected=false]"),
    };
  });
  expect(grounds.on).not.toBe(grounds.off);
  expect(grounds.done).not.toBe(grounds.rest);
  expect(grounds.chosen).not.toBe(grounds.other);
});

test("single-key shortcuts can be turned off", async ({ person }) => {
  const tom = await person({ locale: "en" });
  const { page } = tom;
  await openMeeting(tom);
  await fillPreJoin(tom, { name: "Tom", speaks: "en", reads: "en" });
  await joinCall(tom);
  const microphone = page.getByRole("button", { name: "Microphone", exact: true });
  await expect(microphone).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("m");
  await expect(microphone).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("m");
  await expect(microphone).toHaveAttribute("aria-pressed", "true");

  await page.getByRole("button", { name: "Keyboard shortcuts" }).focus();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const keys = dialog.getByRole("checkbox", { name: /^Single-key shortcuts/u });
  await expect(keys).toBeChecked();
  await expectAccessible(page, "keyboard shortcuts");
  await keys.focus();
  await page.keyboard.press("v");
  await page.keyboard.press("Space");
  await expect(keys).not.toBeChecked();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Camera", exact: true })).toHaveAttribute("aria-pressed", "true");

  await page.keyboard.press("?");
  await page.keyboard.press("m");
  // The button still opens the menu, because the earlier click has ended.
  await page.keyboard.press("Enter");
  await expect(keys).not.toBeChecked();
  await page.keyboard.press("Escape");
  await expect(microphone).toHaveAttribute("aria-pressed", "true");
  expect(await page.evaluate(() => localStorage.getItem("parley.single-keys"))).toBe("off");
});
