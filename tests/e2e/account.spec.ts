/** Signing in by code and by link, staying in step between tabs, a guest who gets an account, and out again. */
import type { Page } from "@playwright/test";
import postgres from "postgres";
import { isClean } from "../support/axe.ts";
import { askForCode, mailsTo, newAddress, newestMail, signInByCode, typeCode } from "../support/mails.ts";
import { arrive } from "../support/people.ts";
import { startWithTokenLife } from "../support/shortTokens.ts";
import { enter, fillDoor, openChat, openMeeting, text } from "../support/steps.ts";
import { expect, test } from "../support/test.ts";

const TOM = { name: "Tom", speaks: "en", reads: "en" };

test("in by a code from the inbox, typed in one's own digits; through a reload; and out", async ({ app, person }) => {
  const omar = await person({ locale: "ar" });
  const { page } = omar;
  await page.goto("/");
  await page.getByRole("link", { name: await text(page, "action.signIn") }).click();
  const address = newAddress("omar");
  await askForCode(page, address);
  const { code } = await newestMail(app.stack, address);
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

test("in by the link in another tab: nothing before the press, and the waiting tab comes along", async ({
  app,
  person,
}) => {
  const tom = await person({ locale: "en" });
  await tom.page.goto("/sign-in?next=/settings/languages");
  const address = newAddress("tom");
  await askForCode(tom.page, address);
  const { link } = await newestMail(app.stack, address);

  const scanner = await fetch(link, { headers: { "User-Agent": "mail-scanner" } });
  expect(scanner.status).toBe(200);
  expect(scanner.headers.getSetCookie()).toEqual([]);

  const { page: second } = await tom.inAnotherTab();
  await second.goto(link);
  await second.getByRole("button", { name: "Sign in" }).click();
  await expect(second).toHaveURL("/settings/languages");
  await expect(tom.page).toHaveURL("/home");

  tom.expects(/status of 400/u);
  const { page: third } = await tom.inAnotherTab();
  await third.goto(link);
  await expect(third.getByText(address)).toBeVisible();
  await third.getByRole("button", { name: "Sign in" }).click();
  await expect(third.getByText("This link was used already or has run out.")).toBeVisible();
  await third.goto("/auth/confirm?token_hash=<script>&type=email");
  await expect(third.getByRole("link", { name: "Ask for a new mail" })).toBeVisible();
});

test("a wrong code, an old one, and one that was tried too often: what was typed stays, and another is sent", async ({
  app,
  person,
}) => {
  const tom = await person({ locale: "en" });
  tom.expects(/status of 400/u);
  const { page } = tom;
  const address = newAddress("tom");
  await page.goto("/sign-in");
  await askForCode(page, address);
  const field = page.getByLabel("Code", { exact: true });
  const said = page.getByText("This code is wrong or has run out.");
  const { code } = await newestMail(app.stack, address);
  const wrong = code === "123456" ? "654321" : "123456";
  for (const typed of ["", "12345", "<b>", wrong]) {
    await typeCode(page, typed);
    await expect(said).toBeVisible();
    await expect(field).toHaveValue(typed);
  }
  await expect(page.getByRole("button", { name: /^Another code in/u })).toBeDisabled();

  const sql = postgres(app.stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  await sql`update auth.one_time_tokens set created_at = created_at - interval '11 minutes' where relates_to = ${address}`;
  await sql`update auth.users set confirmation_sent_at = confirmation_sent_at - interval '11 minutes' where email = ${address}`;
  await sql.end();
  await typeCode(page, code);
  await expect(said).toBeVisible();

  // Asked by hand, without waiting: the page's own button waits a minute.
  await page.goto("/sign-in");
  await askForCode(page, address);
  expect(await mailsTo(app.stack, address)).toHaveLength(2);
  await typeCode(page, (await newestMail(app.stack, address)).code);
  await expect(page).toHaveURL("/home");
});

test.describe("without scripts", () => {
  test("one signs in and out all the same, and an early second mail is no error", async ({ app, person }) => {
    const tom = await person({ locale: "en", scripts: false });
    tom.expects(/status of 400/u);
    const { page } = tom;
    const address = newAddress("tom");
    await page.goto("/sign-in?next=/settings/profile");
    await page.getByLabel("Mail address").fill("tom at home");
    await page.getByRole("button", { name: "Send me a code" }).click();
    await expect(page.getByText("This is not a whole mail address.")).toBeVisible();
    await expect(page.getByLabel("Mail address")).toHaveValue("tom at home");
    await askForCode(page, address);
    await page.getByRole("button", { name: "Send another code" }).click();
    await expect(page.getByText("The newest code counts.")).toBeVisible();
    expect(await mailsTo(app.stack, address)).toHaveLength(1);
    await typeCode(page, (await newestMail(app.stack, address)).code);
    await expect(page).toHaveURL("/settings/profile");
    await page.goto("/sign-out");
    await page.getByLabel("On all my devices").check();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
  });
});

test("the answer is the same for an address with an account and for one without", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  const known = newAddress("tom");
  await signInByCode(tom.page, app.stack, known);
  // Auth writes to one address once a minute; this one's last mail was long ago.
  const sql = postgres(app.stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  await sql`update auth.users set confirmation_sent_at = null, recovery_sent_at = null where email = ${known}`;
  await sql.end();
  const answer = async (address: string) => {
    const { status, headers } = await fetch(`${app.url}/sign-in`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: app.url, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ mail: address, next: "/home" }).toString(),
    });
    const told = [...headers].filter(([name]) => !["date", "content-security-policy"].includes(name));
    return JSON.stringify([status, told])
      .replaceAll(encodeURIComponent(encodeURIComponent(address)), "")
      .replaceAll(encodeURIComponent(address), "ADDRESS")
      .replace(/askedAt%22%3A\d+/u, "");
  };
  const first = await answer(known);
  expect(first).toContain("/sign-in/code");
  expect(await answer(newAddress("nobody"))).toBe(first);
  // And for one that was written to a moment ago.
  expect(await answer(known)).toBe(first);
});

test("an address leads nowhere else after signing in", async ({ app, person }) => {
  for (const next of ["//evil.example", "/\\evil.example", "https://evil.example/", "/\t/evil.example"]) {
    const tom = await person({ locale: "en" });
    const address = newAddress("tom");
    await tom.page.goto(`/sign-in?${new URLSearchParams({ next })}`);
    await askForCode(tom.page, address);
    await typeCode(tom.page, (await newestMail(app.stack, address)).code);
    await expect(tom.page).toHaveURL(`${app.url}/home`);
    const again = await tom.context.request.get(`/sign-in?${new URLSearchParams({ next })}`, { maxRedirects: 0 });
    expect(again.headers().location).toBe("/home");
    await tom.leave();
  }
});

test("signed out in one tab: a page for accounts leaves, a call goes to its door, and what was being written stays", async ({
  app,
  person,
}) => {
  const tom = await person({ locale: "en" });
  await signInByCode(tom.page, app.stack, newAddress("tom"));
  const inCall = await tom.inAnotherTab();
  const call = inCall.page;
  await openMeeting(inCall);
  await fillDoor(inCall, TOM);
  await enter(inCall);
  await openChat(inCall);
  await call.getByRole("textbox", { name: "Message" }).fill("Half a sentence");

  const { page: third } = await tom.inAnotherTab();
  await third.goto("/sign-out");
  await third.getByRole("button", { name: "Sign out" }).click();
  await expect(third.getByRole("link", { name: "Sign in" })).toBeVisible();
  await expect(tom.page).toHaveURL("/sign-in?next=%2Fhome");
  await expect(call.getByRole("button", { name: "Enter" })).toBeVisible();

  // As a guest, through the same door.
  await fillDoor(inCall, TOM);
  await enter(inCall);
  await openChat(inCall);
  await expect(call.getByRole("textbox", { name: "Message" })).toHaveValue("Half a sentence");
});

test("a guest of a meeting gets an account and keeps it, in the tab of the meeting too", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  const link = await openMeeting(tom);
  await fillDoor(tom, TOM);
  await enter(tom);
  const { page: second } = await tom.inAnotherTab();
  await second.goto(link);
  await second.getByRole("link", { name: "Sign in" }).click();
  await expect(second.getByText("What you did as a guest comes along.")).toBeVisible();
  const address = newAddress("tom");
  await askForCode(second, address);
  await typeCode(second, (await newestMail(app.stack, address)).code);
  await expect(second).toHaveURL(link);
  await expect(second.getByLabel("Your name", { exact: true })).toHaveValue("Tom");
  // The same user: the call in the first tab goes on.
  await expect(tom.page.getByRole("button", { name: "Leave" })).toBeVisible();

  await second.goto("/home");
  await expect(
    second
      .getByRole("main")
      .locator(`a[href="${new URL(link).pathname}"]`)
      .first(),
  ).toBeVisible();
  const sql = postgres(app.stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  const users = await sql`select is_anonymous from auth.users where email = ${address}`;
  await sql.end();
  expect(users.map(({ is_anonymous }) => is_anonymous)).toEqual([false]);
});

test("a guest whose address has an account already signs in to it, and the meeting comes along", async ({
  app,
  person,
}) => {
  const address = newAddress("ines");
  const desk = await person({ locale: "es" });
  await signInByCode(desk.page, app.stack, address);
  const sql = postgres(app.stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  await sql`update auth.users set confirmation_sent_at = null, recovery_sent_at = null where email = ${address}`;
  await sql.end();

  const phone = await person({ locale: "es" });
  const link = await openMeeting(phone);
  const path = new URL(link).pathname;
  await fillDoor(phone, { name: "Inés", speaks: "es", reads: "es" });
  await enter(phone);
  await phone.page.goto("/sign-in");
  await askForCode(phone.page, address);
  await typeCode(phone.page, (await newestMail(app.stack, address)).code);
  await expect(phone.page).toHaveURL("/home");
  await expect(phone.page.getByRole("main").locator(`a[href="${path}"]`).first()).toBeVisible();

  // On the other device, which knew nothing of it.
  await desk.page.goto("/home");
  await expect(desk.page.getByRole("main").locator(`a[href="${path}"]`).first()).toBeVisible();
});

test("the token is renewed under the page, in every tab", async () => {
  test.setTimeout(240_000);
  // Renewed by the Worker whenever it is asked for, since less than five minutes are left.
  const app = await startWithTokenLife(280);
  const tom = await arrive({ locale: "en", url: app.url });
  /** Of each tab, in the order in which it got them. */
  const tokensIn = (page: Page) => {
    const tokens: string[] = [];
    page.on("response", (answer) => {
      if (!answer.url().endsWith("/session") || answer.status() !== 200) return;
      // The body of an answer goes with its page.
      answer.json().then(
        ({ accessToken }) => tokens.push(accessToken),
        () => {},
      );
    });
    return tokens;
  };
  try {
    await tom.page.clock.install();
    const first = tokensIn(tom.page);
    await signInByCode(tom.page, app.stack, newAddress("tom"));
    await expect.poll(() => first.length).toBeGreaterThan(0);
    const { page: other } = await tom.inAnotherTab();
    const second = tokensIn(other);
    await other.goto("/settings/profile");
    await expect.poll(() => second.length).toBeGreaterThan(0);
    const before = [first.at(-1), second.at(-1)];
    await tom.page.clock.fastForward(4 * 60_000);
    await expect.poll(() => before.includes(first.at(-1))).toBe(false);
    await expect.poll(() => before.includes(second.at(-1))).toBe(false);
    for (const page of [tom.page, other]) {
      const path = new URL(page.url()).pathname;
      await page.reload();
      await expect(page).toHaveURL(path);
    }
    expect(tom.complaints()).toEqual([]);
  } finally {
    await tom.leave();
    await app.close();
  }
});

test.describe("more than is let through", () => {
  test("a megabyte in a field is refused by the catalogue, and stays in it", async ({ person }) => {
    const tom = await person({ locale: "en" });
    tom.expects(/status of 413/u);
    await tom.page.goto("/sign-in");
    const field = tom.page.getByLabel("Mail address");
    const long = "x".repeat(1_100_000);
    await field.fill(long);
    await tom.page.getByRole("button", { name: "Send me a code" }).click();
    await expect(tom.page.getByText("That was more than can be sent at once.")).toBeVisible();
    expect((await field.inputValue()).length).toBe(long.length);
  });

  test("too many mails from one address: the page says to wait, and keeps what was typed", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    tom.expects(/status of 4(?:29|00)/u);
    const from = { "CF-Connecting-IP": "203.0.113.77" };
    await tom.page.setExtraHTTPHeaders(from);
    await tom.page.goto("/sign-in");
    const field = tom.page.getByLabel("Mail address");
    await field.fill("tom at home");
    // A minute may end in between, and then counting begins anew.
    await expect(async () => {
      let last = new Response();
      for (let times = 0; times < 31; times += 1)
        last = await fetch(`${app.url}/sign-in`, {
          method: "POST",
          headers: { ...from, Origin: app.url, "Content-Type": "application/x-www-form-urlencoded" },
          body: "mail=x&next=",
        });
      expect(last.status).toBe(429);
      expect(last.headers.get("Retry-After")).toBe("60");
      await tom.page.getByRole("button", { name: "Send me a code" }).click();
      await expect(tom.page.getByText("That was too much in a short time.")).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect(field).toHaveValue("tom at home");
  });
});

test("/health says that database and functions answer, and nothing else", async ({ app }) => {
  const answer = await fetch(`${app.url}/health`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Cache-Control")).toContain("no-store");
  expect(await answer.json()).toEqual({ ok: true, version: expect.any(String), database: true, functions: true });
});

test("every screen by axe, in three languages", async ({ app, person }) => {
  test.setTimeout(180_000);
  for (const locale of ["en", "es", "ar"] as const) {
    const tom = await person({ locale });
    tom.expects(/status of 400/u);
    const { page } = tom;
    const address = newAddress("tom");
    await page.goto("/sign-out");
    await isClean(page, `sign-out, nobody, ${locale}`);
    await page.goto("/sign-in");
    await isClean(page, `sign-in, ${locale}`);
    await askForCode(page, address);
    await typeCode(page, "1");
    await expect(page.getByRole("alert")).toBeVisible();
    await isClean(page, `code, ${locale}`);
    const { code, link } = await newestMail(app.stack, address);
    await page.goto(link);
    await isClean(page, `confirm, ${locale}`);
    await page.goto("/auth/confirm");
    await isClean(page, `confirm, no link, ${locale}`);
    await page.goto("/sign-in/code");
    await typeCode(page, code);
    await expect(page).toHaveURL("/home");
    await page.goto("/sign-out");
    await isClean(page, `sign-out, ${locale}`);
    await tom.leave();
  }
});
