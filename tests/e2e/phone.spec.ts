/** Sign-in by phone number: a code by SMS, in English and Arabic, a guest's data, a password, and deletion without an address. */
import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import postgres from "postgres";
import type { Stack } from "../../local/index.ts";
import { expectAccessible } from "../support/axe.ts";
import { emailsTo, typeCode } from "../support/emails.ts";
import { CHECKED_LOCALES, ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { fillPreJoin, joinCall, openMeeting, text } from "../support/userActions.ts";

/** A number of Spain that nobody has used in these tests. */
const newNumber = () => `+346${randomInt(1e7, 1e8)}`;
/** Returns the code of the newest SMS. */
async function newestCode(stack: Stack, number: string): Promise<string> {
  const [sms] = await emailsTo(stack, number);
  if (sms?.kind !== "sms" || sms.code === null) throw new Error("No SMS with a code arrived.");
  return sms.code;
}
/** Auth sends one SMS a minute to a number. */
async function resetCooldown({ adminDatabaseUrl }: Stack, number: string): Promise<void> {
  const sql = postgres(adminDatabaseUrl, { max: 1, onnotice: () => {} });
  await sql`update auth.users set confirmation_sent_at = null where phone = ${number.slice(1)}`;
  await sql.end();
}
async function requestSms(page: Page, typed: string, next = "/home"): Promise<void> {
  await page.goto(`/sign-in?${new URLSearchParams({ next })}`);
  await waitForHydration(page);
  await page.getByLabel(await text(page, "sign-in.mailOrPhone"), { exact: true }).fill(typed);
  await page.getByRole("button", { name: await text(page, "sign-in.send"), exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in\/code/u);
}

for (const locale of CHECKED_LOCALES)
  test(`signs in by SMS in three presses: ${locale}`, async ({ app, person }) => {
    const { page } = await person({ locale });
    await page.setViewportSize({ width: 360, height: 740 });
    const number = newNumber();
    await requestSms(page, number.replace("+34", "0034 "), "/settings/profile");
    await expect(page.getByRole("heading", { name: await text(page, "sign-in.code.titlePhone") })).toBeVisible();
    const [shown] = await page.locator("bdi").allTextContents();
    expect(shown?.replaceAll(" ", "")).toBe(number);
    await expectAccessible(page, "code by SMS");
    await typeCode(page, await newestCode(app.stack, number));
    await expect(page).toHaveURL("/settings/profile");
    await page.goto("/sign-out");
    await expect(page.getByText(number)).toBeVisible();
  });

test("a wrong number and code keep the input", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  tom.allowConsoleError(/status of 400/u);
  const { page } = tom;
  await page.goto("/sign-in");
  await waitForHydration(page);
  const field = page.getByLabel("Email or phone");
  await field.fill("+34 600");
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByText("Enter a valid phone number.")).toBeVisible();
  await field.fill("tom at home");
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByText("Enter a valid email address.")).toBeVisible();
  await field.fill("+999 600 111 222");
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByText("Enter a valid phone number.")).toBeVisible();
  await expect(field).toHaveValue("+999 600 111 222");
  const number = newNumber();
  await requestSms(page, number);
  const code = await newestCode(app.stack, number);
  await typeCode(page, code === "12345678" ? "87654321" : "12345678");
  await expect(page.getByText("This code is wrong or has expired.")).toBeVisible();
  await typeCode(page, code);
  await expect(page).toHaveURL("/home");
});

test("a guest who signs in by SMS keeps the meeting", async ({ app, person }) => {
  const ana = await person({ locale: "en" });
  const { page } = ana;
  const link = await openMeeting(ana);
  await fillPreJoin(ana, { name: "Ana", speaks: "en", reads: "en" });
  await joinCall(ana);
  const number = newNumber();
  await requestSms(page, number);
  await typeCode(page, await newestCode(app.stack, number));
  await expect(page).toHaveURL("/home");
  await expect(
    page
      .getByRole("main")
      .locator(`a[href="${new URL(link).pathname}"]`)
      .first(),
  ).toBeVisible();
});

test("sets a password, signs in with it, deletes the account", async ({ app, person }) => {
  test.slow();
  const { page } = await person({ locale: "en" });
  const number = newNumber();
  await page.goto("/sign-up");
  await waitForHydration(page);
  await page.getByLabel("Email or phone").fill(number);
  await page.getByLabel("Password", { exact: true }).fill("four random words");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL("/sign-in/code");
  await typeCode(page, await newestCode(app.stack, number));
  await expect(page).toHaveURL("/home");

  await page.goto("/sign-out");
  await page.getByRole("main").getByRole("button").click();
  await expect(page).toHaveURL("/");
  await page.goto("/sign-in");
  await waitForHydration(page);
  await page.getByLabel("Email or phone").fill(number);
  await page.getByLabel("Password", { exact: true }).fill("four random words");
  await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/home");

  // Every page of the settings copes without an address.
  for (const path of ["profile", "languages", "security", "workspace", "members", "data"]) {
    await page.goto(`/settings/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await page.getByLabel("Type your phone number").fill(number.slice(1));
  await page.getByRole("button", { name: "Delete my account in a week" }).click();
  await expect(page.getByRole("button", { name: "Keep my account" }).first()).toBeVisible();

  await resetCooldown(app.stack, number);
  await page.goto("/settings/confirm?next=%2Fsettings%2Fdata");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByText(`We sent a code to ${number}.`)).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(await newestCode(app.stack, number));
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page).toHaveURL("/settings/data");
});
