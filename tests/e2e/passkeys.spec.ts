/** Passkeys with the browser's virtual authenticator: add, sign in with one click, prove, rename, remove, and dialogs that are closed. */
import type { Page } from "@playwright/test";
import postgres from "postgres";
import type { App } from "../support/app.ts";
import { expectAccessible } from "../support/axe.ts";
import { emailsTo, newEmailAddress, resetEmailCooldown, signInByCode } from "../support/emails.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { text } from "../support/userActions.ts";
import { addAuthenticator, addPasskey, pressPasskey, signOut } from "../support/waysIn.ts";

const SECURITY = "/settings/security";
const PHONE = { width: 360, height: 740 };

/** Moves the sign-ins of an account an hour into the past. */
async function ageSessions({ stack }: App, address: string): Promise<void> {
  const sql = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  await sql`
    update auth.sessions set created_at = now() - interval '1 hour'
    where user_id = (select id from auth.users where email = ${address})`;
  await sql.end();
}

const section = async (page: Page) =>
  page.getByRole("region", { name: await text(page, "passkeys.title"), exact: true });
const button = async (page: Page, key: "sign-in.passkey" | "passkeys.add" | "passkeys.confirm" | "passkeys.save") =>
  page.getByRole("main").getByRole("button", { name: await text(page, key), exact: true });

async function openSecurity(page: Page): Promise<void> {
  await page.goto(SECURITY);
  await waitForHydration(page);
}

test("adds, uses, renames and removes a passkey", async ({ app, person }) => {
  test.slow();
  const tom = await person({ locale: "en" });
  tom.allowConsoleError(/status of 400/u);
  const { page } = tom;
  const address = newEmailAddress("tom");
  const { cdp, id } = await addAuthenticator(page);
  await signInByCode(page, app.stack, address);
  await addPasskey(page);
  expect((await cdp.send("WebAuthn.getCredentials", { authenticatorId: id })).credentials).toHaveLength(1);
  await expectAccessible(page, "security with a passkey");

  await signOut(page);
  await pressPasskey(page, "/files");
  await expect(page).toHaveURL("/files");
  await openSecurity(page);
  await expect((await section(page)).getByText(/Last used/u)).toBeVisible();
  await expect(page.getByText("with a passkey").first()).toBeVisible();

  await (await section(page)).getByRole("link", { name: /^Rename/u }).click();
  await page.getByLabel("Name", { exact: true }).fill("Work laptop");
  await (await button(page, "passkeys.save")).click();
  await expect((await section(page)).getByText("Work laptop").first()).toBeVisible();
  await (await section(page)).getByRole("link", { name: /^Remove/u }).click();
  await (await section(page)).getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("The passkey is removed.")).toBeVisible();
  await expect((await section(page)).getByText("You have none yet.")).toBeVisible();

  await signOut(page);
  await page.goto("/sign-in");
  await expect(page.getByText("You last signed in here with a passkey.")).toBeVisible();
  await expectAccessible(page, "sign-in after a passkey");
  // The authenticator still holds it, Auth does not.
  await pressPasskey(page, "/files");
  await expect(page.getByText(await text(page, "sign-in.passkey.refused"))).toBeVisible();
});

test("proves a removal by passkey in an old session", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  test.slow();
  const { page } = await person({ locale: "en" });
  const address = newEmailAddress("tom");
  await addAuthenticator(page);
  await signInByCode(page, app.stack, address);
  await addPasskey(page);
  await ageSessions(app, address);
  await openSecurity(page);
  await expect(await button(page, "passkeys.add")).toHaveCount(0);
  await (await section(page)).getByRole("link", { name: /^Remove/u }).click();
  await (await section(page)).getByRole("button", { name: "Remove" }).click();
  await expect(page).toHaveURL(/\/settings\/confirm\?next=/u);
  await waitForHydration(page);
  await expectAccessible(page, "a proof by passkey");
  await (await button(page, "passkeys.confirm")).click();
  await expect(page).toHaveURL(/remove-passkey=/u);
  await (await section(page)).getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("The passkey is removed.")).toBeVisible();
});

test("explains a closed dialog, in Arabic on a phone", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  test.slow();
  const tom = await person({ locale: "ar" });
  const { page } = tom;
  await page.setViewportSize(PHONE);
  const address = newEmailAddress("tom");
  const { cdp, id } = await addAuthenticator(page);
  await signInByCode(page, app.stack, address);
  await addPasskey(page);
  await expectAccessible(page, "security on a phone");
  // The same authenticator again.
  await (await button(page, "passkeys.add")).click();
  await expect(page.getByText(await text(page, "passkeys.problem.exists"))).toBeVisible();

  await signOut(page);
  await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: false });
  await cdp.send("WebAuthn.clearCredentials", { authenticatorId: id });
  await pressPasskey(page, "/home");
  await expect(page.getByText(await text(page, "sign-in.passkey.cancelled"))).toBeVisible();
  await expect(await button(page, "sign-in.passkey")).toBeEnabled();
  await expectAccessible(page, "a closed dialog");
  await resetEmailCooldown(app.stack, address);
  await signInByCode(page, app.stack, address);
  expect((await emailsTo(app.stack, address)).length).toBeGreaterThan(1);
});

test("loads the code of dialogs when a passkey is used", ONLY_IN_LONG_RUN, async ({ person }) => {
  const { page } = await person({ locale: "en" });
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await page.goto("/sign-in");
  await waitForHydration(page);
  await expect(await button(page, "sign-in.passkey")).toBeVisible();
  const before = scripts.length;
  const asked = page.waitForRequest("**/sign-in/passkey");
  await page.getByLabel(await text(page, "sign-in.mailOrPhone"), { exact: true }).focus();
  await asked;
  expect(scripts.length).toBeGreaterThan(before);
});

test("keeps the form in place while the scripts load", ONLY_IN_LONG_RUN, async ({ person }) => {
  const { page } = await person({ locale: "en" });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.js$/u, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/sign-in", { waitUntil: "commit" });
  const send = page.getByRole("button", { name: await text(page, "sign-in.send"), exact: true });
  await send.waitFor();
  await page.evaluate(() => document.fonts.ready);
  const before = await send.boundingBox();
  release();
  await expect(await button(page, "sign-in.passkey")).toBeVisible();
  expect(await send.boundingBox()).toEqual(before);
});
