/** The people panel, the share sheet, the meeting's settings and a participant's languages. */
import type { Locator } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import {
  chooseParticipantAction,
  expectInCall,
  hostMeeting,
  joinByLink,
  openPeoplePanel,
  openShare,
  participantRow,
  setupThreeInCall,
  waitingRoomCard,
} from "../support/moderation.ts";
import { expect, test } from "../support/test.ts";
import {
  fillPreJoin,
  joinCall,
  lineWithText,
  openChat,
  openMeeting,
  sendMessage,
  text,
} from "../support/userActions.ts";

const english = { locale: "en" } as const;

test("lists participants with their languages", async ({ person }) => {
  const ines = await person({ locale: "es" });
  const link = await openMeeting(ines);
  await fillPreJoin(ines, { name: "Inés", speaks: "es", reads: "es" });
  await joinCall(ines);
  const omar = await person(english);
  await omar.page.goto(link);
  await fillPreJoin(omar, { name: "Omar", speaks: "ar", reads: "en" });
  await joinCall(omar);

  const panel = await openPeoplePanel(omar);
  const hers = participantRow(panel, "Inés");
  await expect(hers).toContainText("Speaks and reads Español");
  await expect(hers.locator("bdi[lang]")).toHaveCount(1);
  await expect(hers.getByText("Host", { exact: true })).toBeVisible();
  const his = participantRow(panel, "Omar");
  await expect(his).toContainText("Omar (you)");
  await expect(his.locator('bdi[lang="ar"][dir="rtl"]')).toHaveText("العربية");
  await expect(his.locator('bdi[lang="en"]')).toHaveText("English");

  await ines.page.getByRole("button", { name: await text(ines.page, "call.microphone") }).click();
  await expect(hers.getByText("Microphone off")).toHaveCount(1);
  await ines.page.getByRole("button", { name: await text(ines.page, "call.leave"), exact: true }).click();
  await expect(panel.getByText("1 person is not here now")).toBeVisible();
  await expect(hers).toBeHidden();
});

test("changing languages during a call retranslates the chat", async ({ person }) => {
  const ines = await person({ locale: "es" });
  const link = await openMeeting(ines);
  await fillPreJoin(ines, { name: "Inés", speaks: "es", reads: "es" });
  await joinCall(ines);
  await openChat(ines);
  await sendMessage(ines, "La casa es grande.");
  const tom = await person(english);
  await tom.page.goto(link);
  await fillPreJoin(tom, { name: "Tom", speaks: "en", reads: "es" });
  await joinCall(tom);
  await openChat(tom);
  await expect(lineWithText(tom, "La casa es grande.")).toHaveCount(1);

  const panel = await openPeoplePanel(tom);
  await panel.getByRole("button", { name: "Change my languages" }).click();
  const dialog = tom.page.getByRole("dialog", { name: "Your languages here" });
  const name = dialog.getByLabel("Your name in this meeting");
  await name.fill(" \u200b ");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter your name.")).toBeVisible();
  await name.fill("Thomas");
  await dialog.getByLabel("I read", { exact: true }).selectOption("en");
  await expect(dialog.getByText("translated again for you")).toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(participantRow(panel, "Thomas (you)")).toContainText("Speaks and reads English");
  await openChat(tom);
  await expect(lineWithText(tom, "The house is big.")).toHaveCount(1);
});

test("raised hands keep their order and can be lowered", async ({ person }) => {
  const { ana, ben, chloe } = await setupThreeInCall(person);
  const panel = await openPeoplePanel(ana);
  const hands = panel.getByRole("region", { name: /^Raised hand/u }).getByRole("listitem");
  await chloe.page.getByRole("button", { name: "Raise hand" }).click();
  await expect(hands).toHaveCount(1);
  await ben.page.getByRole("button", { name: "Raise hand" }).click();
  await expect(hands).toHaveText([/1.*Chloé/u, /2.*Ben/u]);

  const hers = await openPeoplePanel(chloe);
  await expect(hers.getByRole("button", { name: "Lower the hand of Ben" })).toBeHidden();
  await hers.getByRole("button", { name: "Lower the hand of Chloé" }).click();
  await expect(hands).toHaveText([/1.*Ben/u]);
  await panel.getByRole("button", { name: "Lower the hand of Ben" }).click();
  await expect(hands).toHaveCount(0);
});

test("shares the link; a new link ends the old", async ({ person }) => {
  const ana = await person(english);
  const link = await hostMeeting(ana);
  const ben = await person(english);
  await joinByLink(ben, link, "Ben");
  const sheet = await openShare(ana);
  const field = sheet.getByLabel("Link to this meeting");
  await expect(field).toHaveValue(link);
  await expect(sheet.getByText(link.split("/").at(-1) ?? "", { exact: true })).toBeVisible();
  await expect(sheet.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  await sheet.getByRole("button", { name: "Copy link" }).click();
  await expect(sheet.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await ana.page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  const his = await openShare(ben);
  await expect(his.getByLabel("Link to this meeting")).toHaveValue(link);
  await expect(his.getByRole("button", { name: "New link" })).toBeHidden();
  await expect(his.getByRole("radio")).toHaveCount(0);

  await sheet.getByRole("button", { name: "New link" }).click();
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await expect(field).toHaveValue(link);
  await sheet.getByRole("button", { name: "New link" }).click();
  await sheet.getByRole("button", { name: "Create new link" }).click();
  await expect(field).not.toHaveValue(link);
  const renewed = await field.inputValue();
  await expect(his.getByLabel("Link to this meeting")).toHaveValue(renewed);

  const chloe = await person(english);
  chloe.allowConsoleError(/status of 404/u);
  await chloe.page.goto(link);
  await expect(chloe.page.getByText("No meeting has this code.")).toBeVisible();
  await joinByLink(chloe, renewed, "Chloé");
  // A participant reloads the page and is still in this meeting.
  await ben.page.reload();
  await joinCall(ben);
  await expectInCall(ben);
});

test("selects the link where copying fails", ONLY_IN_LONG_RUN, async ({ person }) => {
  const ana = await person(english);
  await ana.page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("", "NotAllowedError"));
  });
  await hostMeeting(ana);
  const sheet = await openShare(ana);
  await sheet.getByRole("button", { name: "Copy link" }).click();
  await expect(sheet.getByRole("alert")).toContainText("Your browser did not copy the link.");
  await expect(sheet.getByRole("button", { name: "Copied" })).toBeHidden();
});

test("meeting settings apply to everybody", async ({ person }) => {
  const ana = await person(english);
  const link = await hostMeeting(ana);
  const ben = await person(english);
  await joinByLink(ben, link, "Ben");
  await ana.page.getByRole("button", { name: "More", exact: true }).click();
  await ana.page.getByRole("menuitem", { name: "Meeting settings" }).click();
  const settings = ana.page.getByRole("dialog", { name: "Meeting settings" });
  const title = settings.getByLabel("Title");
  ana.allowConsoleError(/status of 400/u);
  await title.fill("t".repeat(121));
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(settings.getByRole("alert")).toContainText("This title is too long.");
  await expect(title).toHaveValue("t".repeat(121));
  await title.fill("Spring trip");
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(settings.getByText("Saved.")).toBeVisible();
  for (const { page } of [ana, ben])
    await expect(page.getByRole("heading", { name: "Spring trip", includeHidden: true })).toBeVisible();

  await settings.getByRole("radio", { name: /^Not stored/u }).check();
  await expect(settings.getByRole("group", { name: "Messages and captions" })).not.toHaveAttribute("aria-busy", "true");
  await expect(settings.getByRole("radio", { name: /^Not stored/u })).toBeChecked();
  await settings.getByRole("button", { name: "Close" }).click();
  await openChat(ben);
  await sendMessage(ben, "Gone tomorrow.");
  await openChat(ana);
  await expect(lineWithText(ana, "Gone tomorrow.")).toHaveCount(1);
  const chloe = await person(english);
  await joinByLink(chloe, link, "Chloé");
  await openChat(chloe);
  await expect(chloe.page.getByText("No messages yet")).toBeVisible();
});

test("a panel that fails to load can be retried", ONLY_IN_LONG_RUN, async ({ person }) => {
  const ana = await person(english);
  await hostMeeting(ana);
  ana.allowConsoleError(/ERR_FAILED|Failed to fetch dynamically imported module/u);
  await ana.page.route(/\/roomExtras-/u, (route) => route.abort());
  await ana.page.getByRole("button", { name: /^People/u }).click();
  await expect(ana.page.getByRole("alert")).toContainText("Nothing is lost. Try again.");
  await expectInCall(ana);
  await ana.page.unroute(/\/roomExtras-/u);
  await ana.page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await expect(ana.page.getByRole("heading", { name: /^People/u })).toBeVisible();
});

test("a failing toast does not end the call", ONLY_IN_LONG_RUN, async ({ person }) => {
  const ana = await person(english);
  await hostMeeting(ana);
  ana.allowConsoleError(/ERR_FAILED|Failed to fetch dynamically imported module/u);
  await ana.page.route(/\/roomExtras-/u, (route) => route.abort());
  const more = ana.page.getByRole("button", { name: "More", exact: true });
  await more.press("Enter");
  const notice = ana.page.getByRole("alert").filter({ hasText: "Nothing is lost. Try again." });
  await expect(notice).toBeVisible();
  await expect(more).toBeFocused();
  await expectInCall(ana);
  await ana.page.unroute(/\/roomExtras-/u);
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(ana.page.getByRole("region", { name: /^Notifications/u })).toContainText(
    "The server took too long to respond.",
  );
  await more.press("Enter");
  await expect(ana.page.getByRole("menuitem", { name: "Keyboard shortcuts" })).toBeVisible();
});

test("dialogs opened from menus return focus", ONLY_IN_LONG_RUN, async ({ person }) => {
  const ana = await person(english);
  const link = await hostMeeting(ana);
  const ben = await person(english);
  await joinByLink(ben, link, "Ben");
  await openChat(ana);
  await sendMessage(ana, "To be deleted.");
  const { page } = ana;
  const through = async (button: Locator, letter: string, item: string, dialog: Locator) => {
    await button.press("Enter");
    const choice = page.getByRole("menuitem", { name: item });
    await expect(choice).toBeVisible();
    // The menu is visible before it has focus: an earlier key goes elsewhere.
    const holds = () => page.evaluate(() => document.activeElement?.closest("[role=menu]") != null);
    await expect.poll(holds).toBe(true);
    await page.keyboard.press(letter);
    await expect(choice).toHaveAttribute("data-highlighted", "");
    await page.keyboard.press("Enter");
    await expect(dialog).toBeVisible();
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  };
  // A menu that fades disappears later than a menu without animation.
  for (const reducedMotion of ["reduce", "no-preference"] as const) {
    await page.emulateMedia({ reducedMotion });
    await openChat(ana);
    const line = lineWithText(ana, "To be deleted.").getByRole("button", { name: "More" });
    await through(line, "d", "Delete", page.getByRole("alertdialog"));
    await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();

    const panel = await openPeoplePanel(ana);
    const his = panel.getByRole("button", { name: "Options for Ben" });
    await through(his, "r", "Remove from the meeting", page.getByRole("alertdialog", { name: "Remove Ben?" }));
    await expect(panel).toBeVisible();
    // Escape before the menu has focus: from its button, or from the earlier focus.
    for (const keyboard of [his, panel.getByRole("button", { name: "Change my languages" })]) {
      await keyboard.focus();
      await his.evaluate(async (button) => {
        const opened = new Promise((resolve) => new MutationObserver(resolve).observe(button, { attributes: true }));
        if (button instanceof HTMLElement) button.click();
        await opened;
        const press = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(press);
      });
      await expect(page.getByRole("menu")).toHaveCount(0);
      await expect(panel).toBeVisible();
      await expect(his).toBeFocused();
    }

    const controls = page.getByRole("region", { name: await text(page, "call.controls") });
    const more = controls.getByRole("button", { name: "More", exact: true });
    await through(more, "k", "Keyboard shortcuts", page.getByRole("dialog", { name: "Keyboard shortcuts" }));
  }
});

test("panel and dialogs pass axe; Escape closes one layer", async ({ person }) => {
  const ana = await person(english);
  const link = await hostMeeting(ana);
  const ben = await person(english);
  await joinByLink(ben, link, "Ben");
  await ben.page.getByRole("button", { name: "Raise hand" }).click();
  const sheet = await openShare(ana);
  await expectAccessible(ana.page, "share");
  await sheet.getByRole("radio", { name: /^People you admit/u }).check();
  await ana.page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  const panel = await openPeoplePanel(ana);
  await expect(panel.getByRole("button", { name: "Invite" })).toBeFocused();

  const chloe = await person(english);
  await chloe.page.goto(link);
  await fillPreJoin(chloe, { name: "Chloé", speaks: "fr", reads: "fr" });
  await chloe.page.getByRole("button", { name: "Ask to join" }).click();
  await expect(panel.getByRole("button", { name: "Admit Chloé" })).toBeVisible();
  await expectAccessible(ana.page, "people");
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(waitingRoomCard(ana)).toBeVisible();
  await expectAccessible(ana.page, "card");

  await chooseParticipantAction(ana, "Ben", "Remove from the meeting");
  const question = ana.page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await expectAccessible(ana.page, "question");
  await ana.page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(panel).toBeVisible();
  await expect(panel.getByRole("button", { name: "Options for Ben" })).toBeFocused();
  await panel.getByRole("button", { name: "Change my languages" }).click();
  await expect(ana.page.getByRole("dialog", { name: "Your languages here" })).toBeVisible();
  await expectAccessible(ana.page, "languages");
  await ana.page.keyboard.press("Escape");
  await ana.page.getByRole("button", { name: "More", exact: true }).click();
  await ana.page.getByRole("menuitem", { name: "Meeting settings" }).click();
  await expect(ana.page.getByRole("dialog", { name: "Meeting settings" })).toBeVisible();
  await expectAccessible(ana.page, "settings");
});
