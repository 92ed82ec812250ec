/** The devices of an account: the list, signing out from elsewhere, the email about a new device. */

import type { App } from "../support/app.ts";
import { expectAccessible } from "../support/axe.ts";
import { emailsTo, newEmailAddress, resetEmailCooldown, signInByCode } from "../support/emails.ts";
import { sendQueuedEmails } from "../support/jobs.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import type { Person } from "../support/people.ts";
import { clickButton, waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { fillPreJoin, joinCall, openMeeting, text } from "../support/userActions.ts";

const SECURITY = "/settings/security";
const TOM = { name: "Tom", speaks: "en", reads: "en" };

/** Signs in by code on one more device. */
async function signInOn({ page }: Person, { stack }: App, address: string): Promise<void> {
  await resetEmailCooldown(stack, address);
  await signInByCode(page, stack, address);
}

/** A request of an ended session is rejected, and the page requests another token. */
const allowRefusals = (person: Person) => person.allowConsoleError(/status of 401/u);

const others = ({ page }: Person) => page.getByRole("main").getByRole("listitem").filter({ hasNotText: "This device" });

test("a device signed out elsewhere signs in and returns", async ({ app, person }) => {
  test.slow();
  const address = newEmailAddress("tom");
  const [desk, phone] = [await person({ locale: "en" }), await person({ locale: "en" })];
  await signInOn(desk, app, address);
  await signInOn(phone, app, address);
  await phone.page.goto("/glossary");
  await desk.page.goto(SECURITY);
  await waitForHydration(desk.page);
  await expect(desk.page.getByText("This device", { exact: true })).toBeVisible();
  await expect(others(desk)).toHaveCount(1);
  await expect(others(desk)).toContainText("Chrome on Linux");
  await expect(others(desk)).toContainText("Unknown place");
  await expect(others(desk)).toContainText("with a code from an email");
  await others(desk).getByRole("button", { name: "Sign out" }).click();
  await expect(desk.page.getByText("The device is signed out.").first()).toBeVisible();
  await expect(others(desk)).toHaveCount(0);

  allowRefusals(phone);
  await phone.page.getByRole("link", { name: "Files" }).first().click();
  await expect(phone.page).toHaveURL("/sign-in?next=%2Ffiles");
  await expect(phone.page.getByText("You were signed out on this device.")).toBeVisible();
  await resetEmailCooldown(app.stack, address);
  await signInByCode(phone.page, app.stack, address, "/files");
  await phone.page.goto(SECURITY);
  await expect(others(phone)).toHaveCount(1);
});

test("a call on another device ends with its session", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  test.slow();
  const address = newEmailAddress("tom");
  const [desk, phone] = [await person({ locale: "en" }), await person({ locale: "en" })];
  await signInOn(desk, app, address);
  await signInOn(phone, app, address);
  await openMeeting(phone);
  await fillPreJoin(phone, TOM);
  await joinCall(phone);
  allowRefusals(phone);
  await desk.page.goto(SECURITY);
  await waitForHydration(desk.page);
  await desk.page.getByRole("link", { name: "Sign out all other devices" }).click();
  await clickButton(desk.page, "Sign out all other devices");
  await expect(desk.page.getByText("All other devices are signed out.").first()).toBeVisible();
  // With the next heartbeat.
  await expect(phone.page.getByRole("button", { name: "Join now" })).toBeVisible({ timeout: 40_000 });
  await desk.page.reload();
  await expect(others(desk)).toHaveCount(0);
});

test("a new device sends one email", async ({ app, person }) => {
  test.slow();
  const address = newEmailAddress("tom");
  const [desk, phone] = [await person({ locale: "en" }), await person({ locale: "en" })];
  const newDeviceEmails = async () => {
    await sendQueuedEmails(app.stack);
    const emails = await emailsTo(app.stack, address);
    return emails.filter(({ subject }) => subject === "New sign-in to your Parley account");
  };
  await signInOn(desk, app, address);
  expect(await newDeviceEmails()).toEqual([]);
  await signInOn(phone, app, address);
  await expect.poll(async () => (await newDeviceEmails()).length).toBe(1);
  const [email] = await newDeviceEmails();
  expect(email?.html).toContain("Chrome on Linux");
  expect(email?.html).toContain(`${SECURITY}"`);
  await phone.page.goto("/sign-out");
  await phone.page.getByRole("button", { name: "Sign out" }).click();
  await expect(phone.page).toHaveURL("/");
  await signInOn(phone, app, address);
  expect(await newDeviceEmails()).toHaveLength(1);
});

test("reporting an unknown device ends other sessions and shows steps", async ({ app, person }) => {
  test.slow();
  const address = newEmailAddress("tom");
  const [desk, thief] = [await person({ locale: "ar" }), await person({ locale: "en" })];
  await signInOn(desk, app, address);
  await signInOn(thief, app, address);
  const { page } = desk;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(SECURITY);
  await waitForHydration(page);
  await expectAccessible(page, "devices in Arabic");
  await page.getByRole("link", { name: await text(page, "security.notMe") }).click();
  const question = page.getByRole("region", { name: /Chrome/u });
  await expect(question).toBeFocused();
  await expectAccessible(page, "the question in Arabic");
  await question.getByRole("button", { name: await text(page, "security.notMe") }).click();
  const steps = page.getByRole("region", { name: await text(page, "security.after.title") });
  await expect(steps).toBeFocused();
  await expect(steps).toContainText(address);
  await expect(page.getByText(await text(page, "security.none"))).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBe(0);
  await expectAccessible(page, "the next steps in Arabic");

  allowRefusals(thief);
  await thief.page.goto(SECURITY);
  await expect(thief.page).toHaveURL("/sign-in?next=%2Fsettings%2Fsecurity");
  await expectAccessible(thief.page, "the sign-in page after the end");
});

test("the devices are accessible, and guests have no such page", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  await openMeeting(tom);
  await tom.page.goto(SECURITY);
  await expect(tom.page).toHaveURL("/sign-in?next=%2Fsettings%2Fsecurity");
  await signInOn(tom, app, newEmailAddress("tom"));
  await tom.page.goto("/settings/profile");
  await tom.page.getByRole("link", { name: "Security" }).click();
  await expect(tom.page.getByRole("heading", { name: "Your devices" })).toBeVisible();
  await expect(tom.page.getByText("You are signed in on no other device.")).toBeVisible();
  await expectAccessible(tom.page, "the devices");
});
