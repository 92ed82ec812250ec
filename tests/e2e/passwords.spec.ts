/** Passwords: sign-up, sign-in, a wrong password, recovery, change, and what other tabs and devices see of it. */
import type { Page } from "@playwright/test";
import type { App } from "../support/app.ts";
import { expectAccessible } from "../support/axe.ts";
import { emailsTo, newEmailAddress, newestEmail, resetEmailCooldown, typeCode } from "../support/emails.ts";
import { CHECKED_LOCALES, ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { text } from "../support/userActions.ts";
import { signOut } from "../support/waysIn.ts";

const FIRST = "four random words";
const SECOND = "correct horse battery";
const PHONE = { width: 360, height: 740 };

const field = async (
  page: Page,
  key: "sign-in.mailOrPhone" | "sign-in.password" | "password.new" | "password.current",
) => page.getByLabel(await text(page, key), { exact: true });
type ButtonKey =
  | "sign-in.usePassword"
  | "sign-in.code.enter"
  | "sign-in.send"
  | "sign-in.go-on"
  | "password.signUp.press"
  | "password.choose.press"
  | "password.change";
const press = async (page: Page, key: ButtonKey) =>
  page
    .getByRole("main")
    .getByRole("button", { name: await text(page, key), exact: true })
    .click();

async function signUp(page: Page, { stack }: App, address: string, password = FIRST): Promise<void> {
  await page.goto("/sign-up");
  await waitForHydration(page);
  await (await field(page, "sign-in.mailOrPhone")).fill(address);
  await (await field(page, "sign-in.password")).fill(password);
  await press(page, "password.signUp.press");
  await expect(page).toHaveURL("/sign-in/code");
  await typeCode(page, (await newestEmail(stack, address)).code);
  await expect(page).toHaveURL("/home");
}

/** Signs in by password. The field is there at once if the last sign-in in this browser was one. */
async function signIn(page: Page, address: string, password: string): Promise<void> {
  await page.goto("/sign-in");
  await waitForHydration(page);
  await (await field(page, "sign-in.mailOrPhone")).fill(address);
  const passwordField = await field(page, "sign-in.password");
  if (!(await passwordField.isVisible())) await press(page, "sign-in.usePassword");
  await passwordField.fill(password);
  await press(page, "sign-in.code.enter");
}

/** Requests a recovery and returns its email, which is sent after the response. */
async function requestRecovery(page: Page, { stack }: App, address: string): Promise<{ code: string; link: string }> {
  await resetEmailCooldown(stack, address);
  const before = (await emailsTo(stack, address)).length;
  await page.goto("/recover");
  await waitForHydration(page);
  await (await field(page, "sign-in.mailOrPhone")).fill(address);
  await press(page, "sign-in.send");
  await expect(page).toHaveURL(/\/sign-in\/code/u);
  await expect.poll(async () => (await emailsTo(stack, address)).length).toBe(before + 1);
  return await newestEmail(stack, address);
}

test("signs up, in by two clicks, out everywhere", async ({ app, person }) => {
  test.slow();
  const tom = await person({ locale: "en" });
  tom.allowConsoleError(/status of 4(?:00|01)/u);
  const { page } = tom;
  const address = newEmailAddress("tom");
  await page.goto("/sign-up");
  await waitForHydration(page);
  await (await field(page, "sign-in.mailOrPhone")).fill(address);
  for (const [typed, error] of [
    ["nine char", "This password is too short."],
    [address, "This password is easy to guess."],
  ] as const) {
    await (await field(page, "sign-in.password")).fill(typed);
    await press(page, "password.signUp.press");
    await expect(page.getByText(error)).toBeVisible();
    await expect(await field(page, "sign-in.mailOrPhone")).toHaveValue(address);
  }
  await signUp(page, app, address);
  await signOut(page);

  await page.goto("/sign-in");
  await expect(page.getByText("You last signed in here with a password.")).toBeVisible();
  await signIn(page, address, "not this password");
  await expect(page.getByText("Email, phone number or password is wrong.")).toBeVisible();
  await signIn(page, address, FIRST);
  await expect(page).toHaveURL("/home");

  const { page: second } = await tom.openTab();
  await second.goto("/settings/security");
  await expect(second.getByText("with a password").first()).toBeVisible();
  await signOut(page);
  await expect(second).toHaveURL(/^[^?]*\/sign-in\?next=/u);
});

test("a recovery link works once, and ends other sessions", async ({ app, person }) => {
  test.slow();
  const address = newEmailAddress("tom");
  const [desk, phone] = [await person({ locale: "en" }), await person({ locale: "en" })];
  phone.allowConsoleError(/status of 40[01]/u);
  desk.allowConsoleError(/status of 40[01]/u);
  await signUp(desk.page, app, address);
  await desk.page.goto("/settings/security");
  const { link } = await requestRecovery(phone.page, app, address);
  await expect(phone.page.getByText(`If ${address} has an account`)).toBeVisible();

  const elsewhere = await person({ locale: "en" });
  elsewhere.allowConsoleError(/status of 400/u);
  await elsewhere.page.goto(link);
  await expect(elsewhere.page.getByText("Continue only if the address is yours.")).toBeVisible();
  await press(elsewhere.page, "sign-in.code.enter");
  await expect(elsewhere.page).toHaveURL("/recover");
  await waitForHydration(elsewhere.page);
  await (await field(elsewhere.page, "password.new")).fill("1234567890");
  await press(elsewhere.page, "password.choose.press");
  await expect(elsewhere.page.getByText("This password is easy to guess.")).toBeVisible();
  await (await field(elsewhere.page, "password.new")).fill(SECOND);
  await press(elsewhere.page, "password.choose.press");
  await expect(elsewhere.page).toHaveURL("/home");

  await desk.page.getByRole("link", { name: "Profile" }).click();
  await expect(desk.page).toHaveURL(/\/sign-in\?next=/u);
  await signIn(desk.page, address, FIRST);
  await expect(desk.page.getByText("Email, phone number or password is wrong.")).toBeVisible();
  await signIn(desk.page, address, SECOND);
  await expect(desk.page).toHaveURL("/home");

  await phone.page.goto(link);
  await press(phone.page, "sign-in.code.enter");
  await expect(phone.page.getByText("This link was already used or has expired.")).toBeVisible();
  await phone.page.getByRole("link", { name: "Send a new email" }).click();
  await expect(phone.page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
});

test("changes the password on a phone in Arabic", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  test.slow();
  const address = newEmailAddress("tom");
  const tom = await person({ locale: "ar" });
  tom.allowConsoleError(/status of 400/u);
  const { page } = tom;
  await page.setViewportSize(PHONE);
  await signUp(page, app, address);
  await signOut(page);
  await signIn(page, address, FIRST);
  await expect(page).toHaveURL("/home");
  await page.goto("/settings/security?password");
  await waitForHydration(page);
  await expectAccessible(page, "the form of the password in Arabic");
  const change = async (current: string) => {
    await (await field(page, "password.current")).fill(current);
    await (await field(page, "password.new")).fill(SECOND);
    await press(page, "password.change");
  };
  await change("not this password");
  await expect(page.getByText(await text(page, "error.account/password-refused"))).toBeVisible();
  await change(FIRST);
  await expect(page.getByText(await text(page, "password.done"))).toBeVisible();
  await signOut(page);
  await signIn(page, address, SECOND);
  await expect(page).toHaveURL("/home");
});

test("a code adds a password to an account without one", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const address = newEmailAddress("tom");
  const { page } = await person({ locale: "en", scripts: false });
  await page.goto("/sign-in");
  await (await field(page, "sign-in.mailOrPhone")).fill(address);
  await press(page, "sign-in.send");
  await typeCode(page, (await newestEmail(app.stack, address)).code);
  await expect(page).toHaveURL("/home");
  await page.goto("/settings/security");
  await page.getByRole("link", { name: "Set a password" }).click();
  await (await field(page, "password.new")).fill(FIRST);
  await page.getByRole("button", { name: "Set a password" }).click();
  await expect(page.getByText("Your password is saved.")).toBeVisible();
  await signOut(page);
  await page.goto("/sign-in");
  await (await field(page, "sign-in.mailOrPhone")).fill(address);
  await (await field(page, "sign-in.password")).fill(FIRST);
  await press(page, "sign-in.code.enter");
  await expect(page).toHaveURL("/home");
});

test("pages of passwords pass axe at 360 pixels", async ({ person }) => {
  for (const locale of CHECKED_LOCALES) {
    const { page } = await person({ locale });
    await page.setViewportSize(PHONE);
    for (const path of ["/sign-in", "/sign-up", "/recover"]) {
      await page.goto(path);
      await waitForHydration(page);
      if (path === "/sign-in") {
        await press(page, "sign-in.usePassword");
        await expect(await field(page, "sign-in.password")).toBeFocused();
      }
      await expectAccessible(page, `${path} in ${locale}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    }
  }
});
