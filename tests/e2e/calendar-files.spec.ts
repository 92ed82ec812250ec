/** Calendar files that are imported, and the private feed. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { inviteByLink, localTimeIn, planMeeting } from "../support/plans.ts";
import { button, openAs } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

const compact = (local: string) => `${local.replace(/[-:]/gu, "")}00`;

function calendarFile(start: string, ...titles: string[]): string {
  const events = titles.flatMap((title) => [
    ...["BEGIN:VEVENT", `UID:${title}@other.example`, `SUMMARY:${title}`, "DESCRIPTION:Water\\nEarth"],
    ...[`DTSTART;TZID=Europe/Madrid:${compact(start)}`, "DURATION:PT45M", "RRULE:FREQ=WEEKLY;COUNT=3", "END:VEVENT"],
  ]);
  return ["BEGIN:VCALENDAR", "VERSION:2.0", ...events, "END:VCALENDAR", ""].join("\r\n");
}

const choose = (page: Page, content: string) =>
  page
    .getByRole("dialog")
    .locator("input[type=file]")
    .setInputFiles({ name: "a.ics", mimeType: "text/calendar", buffer: Buffer.from(content) });

const openTool = (page: Page, name: string) => button(page, name).press("Enter");

test("plans a meeting of a calendar file", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  const { page } = tom;
  const start = localTimeIn(14, "10:00");
  await openAs(`/calendar?view=month&date=${start.slice(0, 10)}`, tom, app);
  const dialog = page.getByRole("dialog");
  const chips = page.getByRole("link", { name: /^Tools, / });

  await openTool(page, "Import a calendar file");
  await choose(page, "%PDF-1.7");
  await expect(dialog.getByText("This is no calendar file, or it is damaged.")).toBeVisible();
  await choose(page, calendarFile(start, "Seeds", "Tools"));
  await expect(dialog.getByText("The file has 2 meetings. Choose one.")).toBeVisible();
  await expectAccessible(page, "import");
  await dialog.getByRole("button", { name: /^Tools/u }).press("Enter");

  await expect(dialog.getByLabel("Title", { exact: true })).toHaveValue("Tools");
  await expect(dialog.getByLabel("Time", { exact: true })).toHaveValue("10:00");
  await expect(dialog.getByLabel("Length in minutes")).toHaveValue("45");
  await expect(dialog.getByLabel("Agenda", { exact: false })).toHaveValue("Water\nEarth");
  await expect(chips).toHaveCount(0);
  await dialog.getByRole("button", { name: "Plan it" }).press("Enter");
  await expect(chips.first()).toBeVisible();
});

test("opens the form for a file that is dropped on the calendar", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  const { page } = tom;
  await openAs("/calendar", tom, app);
  const data = await page.evaluateHandle(
    (content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], "a.ics", { type: "text/calendar" }));
      return transfer;
    },
    calendarFile(localTimeIn(14, "10:00"), "Seeds"),
  );
  await page.dispatchEvent("main", "dragover", { dataTransfer: data });
  await expect(page.getByText("Drop the calendar file to plan its meeting")).toBeVisible();
  await page.dispatchEvent("main", "drop", { dataTransfer: data });
  await expect(page.getByRole("dialog").getByLabel("Title", { exact: true })).toHaveValue("Seeds");
});

test("makes, replaces and revokes the address of the feed", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  const { page } = tom;
  const account = await openAs("/calendar", tom, app);
  await planMeeting(account, "Seeds", localTimeIn(14, "10:00"));
  const dialog = page.getByRole("dialog");
  const address = dialog.getByLabel("Secret address");

  await openTool(page, "Subscribe in your calendar");
  await button(page, "Make an address").press("Enter");
  await expect(address).toBeFocused();
  await expectAccessible(page, "feed");
  const first = await address.inputValue();
  const feed = await page.request.get(first);
  expect(await feed.text()).toContain("SUMMARY:Seeds");
  await button(page, "Make a new address").press("Enter");
  await expect(address).not.toHaveValue(first);
  const second = await address.inputValue();
  expect((await page.request.get(first)).status()).toBe(410);
  expect((await page.request.get(second)).status()).toBe(200);
  await page.keyboard.press("Escape");

  await openTool(page, "Subscribe in your calendar");
  await expect(dialog.getByText("It cannot be shown again.")).toBeVisible();
  await button(page, "Revoke the address").press("Enter");
  await expect(button(page, "Make an address")).toBeVisible();
  expect((await page.request.get(second)).status()).toBe(410);
});

test("leads from an email's answer to the form with its language", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  const account = await openAs("/calendar", tom, app);
  const { seriesId } = await planMeeting(account, "Seeds", localTimeIn(14, "10:00"));
  const token = await inviteByLink(app, account, seriesId, {
    ...{ email: "ana@a.example", language: "es", zone: "America/Lima" },
  });
  const { page } = await person({ locale: "en" });
  await page.goto(`/answer/${token}?language=es&answer=yes#propose`);
  await expect(page.getByText("Tu respuesta aún no se ha enviado.")).toBeVisible();
  await expect(page.getByLabel("Día y hora")).toBeVisible();
  await button(page, "Sí").click();
  await expect(page.getByText("Tu respuesta está guardada.")).toBeVisible();
  await expect(page.getByText("Tu respuesta aún no se ha enviado.")).toBeHidden();
  await page.getByRole("link", { name: "Abrir la reunión" }).click();
  for (const name of ["I speak", "I read"]) await expect(page.getByLabel(name, { exact: true })).toHaveValue("es");
});
