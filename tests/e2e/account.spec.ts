/** Signing in by code and by link, and signing out. */
import postgres from "postgres";
import {
  emailsTo,
  newEmailAddress,
  newestEmail,
  requestCode,
  resetEmailCooldown,
  signInByCode,
  typeCode,
} from "../support/emails.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { expect, test } from "../support/test.ts";
import { text } from "../support/userActions.ts";

test("signs in by code in any digits, and signs out", async ({ app, person }) => {
  const omar = await person({ locale: "ar" });
  const { page } = omar;
  await page.goto("/");
  await page.getByRole("link", { name: await text(page, "action.signIn") }).click();
  const address = newEmailAddress("omar");
  await requestCode(page, address);
  const { code } = await newestEmail(app.stack, address);
  const own = [...code].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join("");
  await typeCode(page, `${own.slice(0, 3)} ${own.slice(3)}`);
  await expect(page).toHaveURL("/home");
  await page.reload();
  await expect(page).toHaveURL("/home");
  await page.goto("/sign-in?next=/settings/profile");
  await expect(page).toHaveURL("/settings/profile");

  await page.goto("/sign-out");
  await expect(page.getByText(address)).toBeVisible();
  await page.getByRole("button", { name: await text(page, "sign-out.press") }).click();
  await expect(page.getByRole("link", { name: await text(page, "action.signIn") })).toBeVisible();
  await page.goto("/home");
  await expect(page).toHaveURL("/sign-in?next=%2Fhome");
});

test("the email link signs in only after a click", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  await tom.page.goto("/sign-in?next=/settings/languages");
  const address = newEmailAddress("tom");
  await requestCode(tom.page, address);
  const { link } = await newestEmail(app.stack, address);

  const scanner = await fetch(link, { headers: { "User-Agent": "mail-scanner" } });
  expect(scanner.status).toBe(200);
  expect(scanner.headers.getSetCookie()).toEqual([]);

  const { page: second } = await tom.openTab();
  await second.goto(link);
  await expect(second.getByText(`Sign in as ${address}`)).toBeVisible();
  await expect(second.getByText("Continue only if the address is yours.")).toBeHidden();
  await second.getByRole("button", { name: "Sign in" }).click();
  await expect(second).toHaveURL("/settings/languages");
  await expect(tom.page).toHaveURL("/settings/languages");

  tom.allowConsoleError(/status of 400/u);
  const { page: third } = await tom.openTab();
  await third.goto(link);
  await expect(third.getByText("This link replaces that.")).toBeVisible();
  await third.getByRole("button", { name: "Sign in" }).click();
  await expect(third.getByText("This link was already used or has expired.")).toBeVisible();
  await third.goto("/auth/confirm?token_hash=<script>&type=email");
  await expect(third.getByRole("link", { name: "Send a new email" })).toBeVisible();
});

test("the link of a meeting opens it on another device", async ({ app, person }) => {
  const laptop = await person({ locale: "en" });
  await laptop.page.goto("/sign-in?next=/m/k3f9-2mxa-7qpd");
  const address = newEmailAddress("ana");
  await requestCode(laptop.page, address);
  const { code, link } = await newestEmail(app.stack, address);
  const phone = await person({ locale: "en" });
  phone.allowConsoleError(/status of 404/u);
  await phone.page.goto(link);
  await expect(phone.page.getByText(`Sign in as ${address}`)).toBeVisible();
  await expect(phone.page.getByText("Continue only if the address is yours.")).toBeVisible();
  await phone.page.getByRole("button", { name: "Sign in" }).click();
  await expect(phone.page).toHaveURL("/m/k3f9-2mxa-7qpd");
  await expect(laptop.page.getByText("If you open the link on another device")).toBeVisible();
  expect(code).toMatch(/^\d{8}$/u);
});

test("wrong, expired and exhausted codes keep input and allow another", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  tom.allowConsoleError(/status of 400/u);
  const { page } = tom;
  const address = newEmailAddress("tom");
  await page.goto("/sign-in");
  await requestCode(page, address);
  const field = page.getByLabel("Code", { exact: true });
  const alert = page.getByText("This code is wrong or has expired.");
  const { code } = await newestEmail(app.stack, address);
  const wrong = code === "12345678" ? "87654321" : "12345678";
  for (const typed of ["", "123456", "<b>", wrong]) {
    await typeCode(page, typed);
    await expect(alert).toBeVisible();
    await expect(field).toHaveValue(typed);
  }
  await expect(page.getByRole("button", { name: /^Another code in/u })).toBeDisabled();

  const sql = postgres(app.stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  await sql`update auth.one_time_tokens set created_at = created_at - interval '11 minutes' where relates_to = ${address}`;
  await sql`update auth.users set confirmation_sent_at = confirmation_sent_at - interval '11 minutes' where email = ${address}`;
  await sql.end();
  await typeCode(page, code);
  await expect(alert).toBeVisible();

  // Sends the request directly, because the page's button waits a minute.
  await page.goto("/sign-in");
  await requestCode(page, address);
  expect(await emailsTo(app.stack, address)).toHaveLength(2);
  await typeCode(page, (await newestEmail(app.stack, address)).code);
  await expect(page).toHaveURL("/home");
});

test.describe("without JavaScript", () => {
  test("signs in and out; an early second email succeeds", async ({ app, person }) => {
    const tom = await person({ locale: "en", scripts: false });
    tom.allowConsoleError(/status of 400/u);
    const { page } = tom;
    const address = newEmailAddress("tom");
    await page.goto("/sign-in?next=/settings/profile");
    await page.getByLabel("Email").fill("tom at home");
    await page.getByRole("button", { name: "Send me a code" }).click();
    await expect(page.getByText("Enter a valid email address.")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue("tom at home");
    await requestCode(page, address);
    await page.getByRole("button", { name: "Send another code" }).click();
    await expect(page.getByText("Only the newest code works.")).toBeVisible();
    expect(await emailsTo(app.stack, address)).toHaveLength(1);
    await typeCode(page, (await newestEmail(app.stack, address)).code);
    await expect(page).toHaveURL("/settings/profile");
    await page.goto("/sign-out");
    await page.getByLabel("On all my devices").check();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
  });
});

test("sign-in reveals no existing account", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  const knownEmail = newEmailAddress("tom");
  await signInByCode(tom.page, app.stack, knownEmail);
  await resetEmailCooldown(app.stack, knownEmail);
  const requestCodeText = async (address: string) => {
    const { status, headers } = await fetch(`${app.url}/sign-in`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: app.url, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ mail: address, next: "/home" }).toString(),
    });
    const responseHeaders = [...headers].filter(([name]) => !["date", "content-security-policy"].includes(name));
    return JSON.stringify([status, responseHeaders])
      .replaceAll(encodeURIComponent(encodeURIComponent(address)), "")
      .replaceAll(encodeURIComponent(address), "ADDRESS")
      .replace(/askedAt%22%3A\d+/u, "");
  };
  const first = await requestCodeText(knownEmail);
  expect(first).toContain("/sign-in/code");
  expect(await requestCodeText(newEmailAddress("nobody"))).toBe(first);
  // The same holds for an address that received an email a moment ago.
  expect(await requestCodeText(knownEmail)).toBe(first);
});

test("the next address stays on this site", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  for (const next of ["//evil.example", "/\\evil.example", "https://evil.example/", "/\t/evil.example"]) {
    const tom = await person({ locale: "en" });
    const address = newEmailAddress("tom");
    await tom.page.goto(`/sign-in?${new URLSearchParams({ next })}`);
    await requestCode(tom.page, address);
    await typeCode(tom.page, (await newestEmail(app.stack, address)).code);
    await expect(tom.page).toHaveURL(`${app.url}/home`);
    const again = await tom.context.request.get(`/sign-in?${new URLSearchParams({ next })}`, { maxRedirects: 0 });
    expect(again.headers().location).toBe("/home");
    await tom.leave();
  }
});
