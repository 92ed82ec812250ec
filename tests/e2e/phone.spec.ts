/** Phone numbers: sign-in by SMS and password, a guest's data, accounts without an address, and changes of a number. */
import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import postgres from "postgres";
import type { Stack } from "../../local/index.ts";
import { CHANGE_TEXTS } from "../../supabase/functions/_shared/email/changeTexts.ts";
import { expectAccessible } from "../support/axe.ts";
import { emailsTo, newEmailAddress, signInByCode, typeCode } from "../support/emails.ts";
import { sendQueuedEmails } from "../support/jobs.ts";
import { CHECKED_LOCALES, ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { fillPreJoin, joinCall, openMeeting, text } from "../support/userActions.ts";

const SMALL = { width: 360, height: 740 };
type Key = Parameters<typeof text>[1];

/** A number of Spain that nobody has used in these tests. */
const newNumber = () => `+346${randomInt(1e7, 1e8)}`;
const usedCodes = new Set<string>();
/** Waits for another SMS with a code, which is sent after its form was answered, and returns the code. */
async function newestCode(stack: Stack, number: string): Promise<string> {
  let code: string | null = null;
  await expect(async () => {
    const [sms] = await emailsTo(stack, number);
    expect(sms?.kind).toBe("sms");
    code = sms?.code ?? null;
    expect(code !== null && !usedCodes.has(`${number} ${code}`)).toBe(true);
  }).toPass();
  usedCodes.add(`${number} ${code}`);
  return code ?? "";
}
/** Auth sends one code a minute to a user, by email or SMS. */
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
    await page.setViewportSize(SMALL);
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

  // The password proves who they are, or a code does.
  await page.goto("/settings/confirm?next=%2Fsettings%2Fdata");
  await waitForHydration(page);
  await page.getByLabel("Password", { exact: true }).fill("four random words");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page).toHaveURL("/settings/data");
  await resetCooldown(app.stack, number);
  await page.goto("/settings/confirm?next=%2Fsettings%2Fdata");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Send a code instead" }).click();
  await expect(page.getByText(`We sent a code to ${number}.`)).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(await newestCode(app.stack, number));
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page).toHaveURL("/settings/data");
});

/** Texts of the page in its language. */
async function textsOf(page: Page) {
  const region = async (key: Key) => page.getByRole("region", { name: await text(page, key), exact: true });
  return {
    phone: await region("phone-change.title"),
    email: await region("email-change.title"),
    code: await text(page, "data.confirm.code"),
    fill: async (key: Key, value: string) => page.getByLabel(await text(page, key), { exact: true }).fill(value),
    press: async (key: Key) => page.getByRole("button", { name: await text(page, key), exact: true }).click(),
    follow: async (key: Key) => page.getByRole("link", { name: await text(page, key), exact: true }).click(),
  };
}

async function openSecurity(page: Page): Promise<void> {
  await page.goto("/settings/security");
  await waitForHydration(page);
}

for (const locale of CHECKED_LOCALES)
  test(`adds a number, signs in with it, and removes it: ${locale}`, async ({ app, person }) => {
    test.slow();
    const tom = await person({ locale });
    const { page } = tom;
    await page.setViewportSize(SMALL);
    const [address, number] = [newEmailAddress("tom"), newNumber()];
    await signInByCode(page, app.stack, address, "/home");
    await openSecurity(page);
    const { phone: own, code: codeLabel, fill, press, follow } = await textsOf(page);
    await expect(own).toContainText(await text(page, "phone-change.none"));
    await follow("phone-change.add");
    tom.allowConsoleError(/status of 400/u);
    await fill("phone-change.new", "600");
    await press("sign-in.send");
    await expect(own.getByText(await text(page, "error.phone/malformed"))).toBeVisible();
    await expectAccessible(page, "a wrong number");
    await fill("phone-change.new", number);
    await press("sign-in.send");
    await expect(own.getByLabel(codeLabel, { exact: true })).toBeVisible();
    const code = await newestCode(app.stack, number);
    await own.getByLabel(codeLabel, { exact: true }).fill(code === "12345678" ? "87654321" : "12345678");
    await press("phone-change.save");
    await expect(own.getByText(await text(page, "error.account/code-refused"))).toBeVisible();
    await expectAccessible(page, "its code");
    await own.getByLabel(codeLabel, { exact: true }).fill(code);
    await press("phone-change.save");
    await expect(own.getByRole("status")).toHaveText(await text(page, "phone-change.saved"));
    await expect(own).toContainText(number);
    // The new session replaces that of this browser.
    await expect(page.getByText(await text(page, "security.method.sms"))).toHaveCount(1);

    const phone = await person({ locale });
    await resetCooldown(app.stack, number);
    await requestSms(phone.page, number, "/settings/security");
    await typeCode(phone.page, await newestCode(app.stack, number));
    await expect(phone.page).toHaveURL("/settings/security");
    await expect(phone.page.getByText(address).first()).toBeVisible();

    await page.goto("/settings/security?phone=remove");
    await waitForHydration(page);
    await expectAccessible(page, "the removal");
    await press("phone-change.remove");
    await expect(own.getByRole("status")).toHaveText(await text(page, "phone-change.removed"));
    await expect(own).toContainText(await text(page, "phone-change.none"));
    await phone.page.goto("/settings/security");
    await expect(phone.page).toHaveURL(/\/sign-in/u);

    await sendQueuedEmails(app.stack);
    const subjects = async () => (await emailsTo(app.stack, address)).map(({ subject }) => subject);
    const { phoneAdded, phoneRemoved } = CHANGE_TEXTS[locale];
    await expect.poll(subjects).toContain(phoneRemoved.subject);
    expect(await subjects()).toContain(phoneAdded.subject);
  });

for (const locale of CHECKED_LOCALES)
  test(`an account by number changes it, and gets an address: ${locale}`, async ({ app, person }) => {
    test.slow();
    const { page } = await person({ locale });
    await page.setViewportSize(SMALL);
    const [number, next, address] = [newNumber(), newNumber(), newEmailAddress("ana")];
    await requestSms(page, number, "/settings/security");
    await typeCode(page, await newestCode(app.stack, number));
    await expect(page).toHaveURL("/settings/security");
    await waitForHydration(page);
    const { phone: own, email, code: codeLabel, fill, press, follow } = await textsOf(page);
    const removal = own.getByRole("link", { name: await text(page, "phone-change.remove") });
    await expect(removal).toHaveCount(0);
    await follow("phone-change.change");
    await expect(own).toContainText(await text(page, "phone-change.endsAll"));
    await expectAccessible(page, "another number");
    await fill("phone-change.new", next);
    await press("sign-in.send");
    await expect(own.getByLabel(codeLabel, { exact: true })).toBeVisible();
    await own.getByLabel(codeLabel, { exact: true }).fill(await newestCode(app.stack, next));
    await press("phone-change.save");
    await expect(own.getByRole("status")).toHaveText(await text(page, "phone-change.saved"));
    await expect(own).toContainText(next);
    await sendQueuedEmails(app.stack);
    const newest = async () => (await emailsTo(app.stack, number))[0]?.subject;
    await expect.poll(newest).toContain(CHANGE_TEXTS[locale].phoneChanged.subject);

    await follow("email-change.add");
    await expect(email).toContainText(await text(page, "email-change.effectFirst"));
    await expectAccessible(page, "the first address");
    await fill("email-change.new", address);
    await press("sign-in.send");
    await expect(email.getByText(await text(page, "email-change.sentFirst"))).toBeVisible();
    await expectAccessible(page, "its code by email");
    const codeByEmail = async () => (await emailsTo(app.stack, address))[0]?.code ?? "";
    await expect.poll(codeByEmail).not.toBe("");
    const label = (await text(page, "email-change.code")).replace("{email}", address);
    await email.getByLabel(label, { exact: true }).fill(await codeByEmail());
    await press("email-change.add");
    await expect(page).toHaveURL("/settings/security?email=done");
    await expect(email).toContainText(address);
    await expect(removal).toBeVisible();
  });
