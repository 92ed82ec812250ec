/** The calendar by keyboard alone, and the page of an invitation's link. */
import { expectAccessible } from "../support/axe.ts";
import { CHECKED_LOCALES } from "../support/longRun.ts";
import { inviteByLink, localTimeIn, planMeeting } from "../support/plans.ts";
import { button, openAs, waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

test("plans, moves and cancels a meeting by keyboard", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  const { page } = tom;
  const date = localTimeIn(14, "10:00").slice(0, 10);
  await openAs(`/calendar?view=week&date=${date}`, tom, app);
  const dialog = page.getByRole("dialog");
  const chip = page.getByRole("link", { name: /^Seeds, / });

  await page.locator("[data-day][tabindex='0']").press("Enter");
  await dialog.getByLabel("Title", { exact: true }).fill("Seeds");
  await dialog.getByLabel("Time", { exact: true }).fill("10:00");
  await dialog.getByLabel("Repeat", { exact: true }).selectOption({ label: "Weekly" });
  await dialog.getByLabel("Ends", { exact: true }).selectOption({ label: "After a number" });
  await dialog.getByLabel("Number of meetings").fill("4");
  await dialog.getByLabel("Email address").fill("ana@a.example");
  await dialog.getByLabel("Email address").press("Enter");
  await expect(dialog.getByRole("button", { name: "Remove ana@a.example" })).toBeVisible();
  await expectAccessible(page, "form");
  await dialog.getByRole("button", { name: "Plan it" }).press("Enter");
  await expect(chip).toHaveCount(1);
  await expect(chip).toHaveAccessibleName(/10:00/u);

  await chip.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Move", exact: true }).press("Enter");
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(chip).toHaveAccessibleName(/10:15.*11:30/u);

  await chip.press("Enter");
  await expect(page.getByText("Every week on")).toBeVisible();
  await expect(page.getByText("ana@a.example")).toBeVisible();
  await expectAccessible(page, "details");
  await button(page, "Cancel the meeting").press("Enter");
  await button(page, "Cancel it").press("Enter");
  await expect(chip).toHaveCount(0);
  // The other three stay.
  await page.getByRole("link", { name: "Later" }).press("Enter");
  await expect(chip).toHaveCount(1);
});

for (const locale of CHECKED_LOCALES)
  test(`the views of the calendar pass axe in ${locale}`, async ({ app, person }) => {
    const tom = await person({ locale });
    const { page } = tom;
    const account = await openAs("/calendar", tom, app);
    const start = localTimeIn(14, "18:00");
    await planMeeting(account, "Saatgutbibliothek: Frühjahrstauschbörse und Werkzeugverleih", start);
    for (const view of ["month", "week", "agenda"]) {
      await page.goto(`/calendar?view=${view}&date=${start.slice(0, 10)}`);
      await waitForHydration(page);
      await expect(page.getByRole("link", { name: /^Saatgut|Saatgut/u }).first()).toBeVisible();
      await expectAccessible(page, view);
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
    }
  });

test("answers an invitation by its link, in the invitee's language", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  const account = await openAs("/calendar", tom, app);
  const start = localTimeIn(14, "10:00");
  const { seriesId } = await planMeeting(account, "Seeds", start);
  const invitee = { email: "ana@a.example", language: "es", zone: "America/Lima" };
  const token = await inviteByLink(app, account, seriesId, invitee);

  const ana = await person({ locale: "en" });
  const { page } = ana;
  await page.goto(`/answer/${token}?language=es`);
  await expect(page.getByRole("heading", { name: "Seeds" })).toBeVisible();
  await expect(page.getByText("America", { exact: false })).toHaveCount(0);
  await expect(page.getByText("(Lima)").first()).toBeVisible();
  await button(page, "Quizá").click();
  await expect(page.getByText("Tu respuesta está guardada.")).toBeVisible();
  await page.getByText("Proponer otra hora").click();
  await page.getByLabel("Día y hora").fill(localTimeIn(15, "09:30"));
  await button(page, "Enviar la propuesta").click();
  await expect(page.getByText("Has propuesto")).toBeVisible();
  await expectAccessible(page, "answer");
  await button(page, "Dejar de recibir invitaciones por correo").click();
  await expect(page.getByText("Ya no recibes invitaciones por correo.")).toBeVisible();

  await tom.page.goto(`/calendar?date=${start.slice(0, 10)}&series=${seriesId}&key=${start}`);
  await expect(tom.page.getByText("Maybe")).toBeVisible();
  await expect(tom.page.getByText("Proposes")).toBeVisible();

  ana.allowConsoleError(/status of 410/u);
  await page.goto(`/answer/${"0".repeat(64)}?language=es`);
  await expect(page.getByRole("heading", { name: "Este enlace ya no funciona" })).toBeVisible();
});
