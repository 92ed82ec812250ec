/** The change of an email address: both codes, a wrong code, the other device, the email to the former address. */
import type { Page } from "@playwright/test";
import postgres from "postgres";
import type { App } from "../support/app.ts";
import { expectAccessible } from "../support/axe.ts";
import { emailsTo, newEmailAddress, resetEmailCooldown, signInByCode } from "../support/emails.ts";
import { sendQueuedEmails } from "../support/jobs.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { text } from "../support/userActions.ts";

const SECURITY = "/settings/security";
const PHONE = { width: 360, height: 740 };

/** Emails about a change have no link. */
async function newestCode({ stack }: App, address: string): Promise<string> {
  await expect.poll(async () => (await emailsTo(stack, address))[0]?.code ?? "").not.toBe("");
  return (await emailsTo(stack, address))[0]?.code ?? "";
}

const section = async (page: Page) => page.getByRole("region", { name: await text(page, "email-change.title") });
const codeField = async (page: Page, email: string) =>
  page.getByLabel((await text(page, "email-change.code")).replace("{email}", email), { exact: true });

test("changes the address by two codes, ends other sessions", async ({ app, person }) => {
  test.slow();
  const [address, changed] = [newEmailAddress("tom"), newEmailAddress("new")];
  const [desk, phone] = [await person({ locale: "en" }), await person({ locale: "ar" })];
  await phone.page.setViewportSize(PHONE);
  for (const { page } of [phone, desk]) {
    await signInByCode(page, app.stack, address, "/home");
    await resetEmailCooldown(app.stack, address);
  }
  const { page } = desk;
  await page.goto(SECURITY);
  await waitForHydration(page);
  const own = await section(page);
  await own.getByRole("link", { name: "Change email" }).click();
  await own.getByLabel("New email").fill("tom at example");
  desk.allowConsoleError(/status of 400/u);
  await own.getByRole("button", { name: "Send codes" }).click();
  await expect(own.getByRole("alert")).toBeVisible();
  await own.getByLabel("New email").fill(changed);
  await expectAccessible(page, "the new address");
  await own.getByRole("button", { name: "Send codes" }).click();
  await expect(page).toHaveURL(`${SECURITY}?email`);
  await (await codeField(page, address)).fill(await newestCode(app, address));
  const code = await newestCode(app, changed);
  await (await codeField(page, changed)).fill(code === "00000000" ? "00000001" : "00000000");
  await own.getByRole("button", { name: "Change email" }).click();
  await expect(own.getByRole("alert")).toBeVisible();
  // The right code counts, so the page shows the other field only.
  await expect(await codeField(page, address)).toHaveCount(0);
  await expectAccessible(page, "the code that is left");
  await (await codeField(page, changed)).fill(code);
  await own.getByRole("button", { name: "Change email" }).click();
  await expect(page).toHaveURL(`${SECURITY}?email=done`);
  await expect(own).toContainText(changed);
  await expect(own.getByRole("status")).toBeVisible();

  await phone.page.goto(SECURITY);
  await expect(phone.page).toHaveURL(/\/sign-in/u);
  await signInByCode(phone.page, app.stack, changed, SECURITY);
  await expect(await section(phone.page)).toContainText(changed);
  await expectAccessible(phone.page, "the section in Arabic");

  const before = (await emailsTo(app.stack, address)).length;
  await sendQueuedEmails(app.stack);
  await expect.poll(async () => (await emailsTo(app.stack, address)).length).toBeGreaterThan(before);
});

test("needs a fresh code, and hides other accounts", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  test.slow();
  const [address, taken] = [newEmailAddress("tom"), newEmailAddress("ana")];
  const [tom, ana] = [await person({ locale: "en" }), await person({ locale: "en" })];
  await signInByCode(ana.page, app.stack, taken, "/home");
  await signInByCode(tom.page, app.stack, address, "/home");
  await resetEmailCooldown(app.stack, address);
  const sql = postgres(app.stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  await sql`
    update auth.sessions set created_at = now() - interval '1 hour'
    where user_id = (select id from auth.users where email = ${address})`;
  await sql.end();
  const { page } = tom;
  await page.goto(SECURITY);
  await waitForHydration(page);
  const own = await section(page);
  await own.getByRole("link", { name: "Change email" }).click();
  await expect(page).toHaveURL(/\/settings\/confirm/u);
  const earlier = (await emailsTo(app.stack, address)).length;
  const main = page.getByRole("main");
  await main.getByRole("button", { name: await text(page, "data.confirm.send"), exact: true }).click();
  await expect.poll(async () => (await emailsTo(app.stack, address)).length).toBe(earlier + 1);
  await main.getByLabel(await text(page, "data.confirm.code"), { exact: true }).fill(await newestCode(app, address));
  await main.getByRole("button", { name: await text(page, "data.confirm.enter"), exact: true }).click();
  await expect(page).toHaveURL(`${SECURITY}?email`);
  await resetEmailCooldown(app.stack, address);
  await own.getByLabel("New email").fill(taken);
  await own.getByRole("button", { name: "Send codes" }).click();
  await expect(await codeField(page, taken)).toBeVisible();
  expect((await emailsTo(app.stack, taken)).length).toBe(1);
  await own.getByRole("button", { name: "Use another address" }).click();
  await expect(page).toHaveURL(SECURITY);
});
