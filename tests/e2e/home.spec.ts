/** The home page and the app shell of people with an account. */
import { createMeeting, joinAsAccount, openAccount } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { button, clickButton, nameField, openAs, waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { text } from "../support/userActions.ts";

const INES = { name: "Inés", speaks: "es", reads: "es" };

test.describe("home", () => {
  test("asks visitors to sign in and returns", async ({ person }) => {
    const { page } = await person({ locale: "en" });
    for (const path of ["/home", "/settings", "/settings/profile", "/settings/languages"]) {
      await page.goto(path);
      await expect(page).toHaveURL(`/sign-in?next=${encodeURIComponent(path)}`);
    }
  });

  test("starts and lists a new account's first meeting", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    await openAs("/home", tom, app);
    await expect(page).toHaveTitle("Home · Parley");
    await expect(page.getByRole("heading", { name: "No meeting is live right now" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "No meetings yet" })).toBeVisible();
    // A double click creates one meeting.
    await button(page, "Start a meeting").dblclick();
    await page.waitForURL(/\/m\/[0-9a-z-]{14}$/u);
    const code = page.url().split("/").at(-1) ?? "";
    await page.goto("/home");
    const rows = page.getByRole("main").getByRole("listitem");
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(code);
    await rows.getByRole("link", { name: /^Meeting of / }).click();
    await page.waitForURL(`/m/${code}`);
  });

  test("shows the live meeting with people and link", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    const account = await openAs("/home", tom, app);
    const code = await createMeeting(account, "Spring trip, class 4B");
    const ines = await openAccount(app, "ines");
    const leave = await joinAsAccount(ines, code, INES);
    await page.reload();
    const card = page.getByRole("region", { name: "Spring trip, class 4B" });
    await expect(card).toContainText("Live now, 1 person in the meeting");
    await expect(card).toContainText("Inés is in the meeting");
    await expect(card).toContainText("Español");
    await waitForHydration(page);
    await button(page, "Copy link").click();
    await expect(page.getByText("Link copied. Anyone who opens it can join.")).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/\/m\/[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/u);
    await page.evaluate(() => Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error()) }));
    await button(page, "Copy link").click();
    await expect(page.getByLabel("Link to this meeting")).toHaveValue(link);
    await leave();
    await page.reload();
    await expect(page.getByRole("heading", { name: "No meeting is live right now" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Spring trip, class 4B", exact: true })).toBeVisible();
    expect(await card.count()).toBe(0);
  });

  test("shows titles and times in the reader's time zone", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    const account = await openAs("/home", tom, app);
    const code = await createMeeting(account, "<script>alert(1)</script>'; drop table meetings; --");
    const leave = await joinAsAccount(account, code, { name: "<b>Tom</b> عمر 👩‍👩‍👧", speaks: "en", reads: "ar" });
    await leave();
    const { error } = await account.client.rpc("update_profile", { p_time_zone: "Asia/Kathmandu" });
    expect(error).toBeNull();
    await page.reload();
    const row = page.getByRole("main").getByRole("listitem");
    await expect(row.getByRole("link").first()).toHaveText("<script>alert(1)</script>'; drop table meetings; --");
    await expect(row).toContainText("<b>Tom</b> عمر 👩‍👩‍👧");
    await expect(row.locator("script, b:has-text('Tom')")).toHaveCount(0);
    const shown = row.getByRole("time");
    const when = new Date((await shown.getAttribute("datetime")) ?? "");
    await expect(shown).toContainText(
      new Intl.DateTimeFormat("en", { timeStyle: "short", timeZone: "Asia/Kathmandu" }).format(when).slice(0, 4),
    );
  });

  test("joins by code and keeps a wrong one", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    tom.allowConsoleError(/status of 40[04]/u);
    const { page } = tom;
    const account = await openAs("/home", tom, app);
    const field = page.getByLabel("Meeting code");
    for (const [typed, message] of [
      ["", "Enter the full code."],
      ["'; drop table meetings; --", "A code cannot contain “'”."],
      ["\u202ek3f9\u200f👩‍👩‍👧", "A code cannot contain “👩”."],
      ["k3f9-2mxa-7qpd", "No meeting has this code."],
    ] as const) {
      await field.fill(typed);
      await clickButton(page, "Join");
      await expect(page.getByText(message)).toBeVisible();
      await expect(field).toHaveValue(typed);
    }
    const code = await createMeeting(account, null);
    await field.fill(` ${code.toUpperCase()} `);
    await button(page, "Join").click();
    await page.waitForURL(/\/m\//u);
  });

  test("asks an expired session to sign in", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    await openAs("/home", tom, app);
    await tom.context.clearCookies();
    await button(page, "Start a meeting").click();
    await expect(page).toHaveURL(/\/sign-in\?next=%2Fhome/u);
  });
});

test.describe("app shell", () => {
  test("skip link and focus work by keyboard", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    await openAs("/home", tom, app);
    // No part of the page hydrates later: a click in between would re-render it.
    const [, shell] = /<body(.*)<\/main>/su.exec(await (await page.request.get("/home")).text()) ?? [];
    expect(shell).toContain("</nav>");
    expect(shell).not.toContain("<!--$");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    const nav = page.getByRole("navigation", { name: "Main" });
    await expect(nav.getByRole("link", { name: "Home" })).toHaveAttribute("aria-current", "page");
    await nav.getByRole("link", { name: "Settings" }).press("Enter");
    await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
    await expect(nav.getByRole("link", { name: "Settings" })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("main")).toBeFocused();
  });

  test("shows a skeleton and restores input", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    await openAs("/settings/profile", tom, app);
    await nameField(page).fill("Half a na");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/home.data*", async (route) => {
      await held;
      await route.abort("aborted").catch(() => {});
    });
    const nav = page.getByRole("navigation", { name: "Main" });
    await nav.getByRole("link", { name: "Home" }).click();
    await expect(page.getByText("Loading the page")).toBeAttached();
    await expect(nameField(page)).toBeHidden();
    // Leaving and returning to this page ends the pending state.
    await page.getByRole("link", { name: "Settings" }).first().click();
    await expect(nameField(page)).toHaveValue("Half a na");
    release();
  });

  test("the account menu names the user and signs out", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    const { email } = await openAs("/home", tom, app);
    const account = button(page, "Your account");
    await account.click();
    await expect(page.getByRole("menu")).toContainText(email);
    await page.keyboard.press("Escape");
    await expect(account).toBeFocused();
    await account.press("Enter");
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL("/");
    await page.goto("/home");
    await expect(page).toHaveURL(/\/sign-in/u);
  });
});

for (const locale of ["en", "es", "ar"] as const)
  test(`home and settings pass axe in ${locale}`, async ({ app, person }) => {
    const tom = await person({ locale });
    const { page } = tom;
    const account = await openAs("/home", tom, app);
    await expectAccessible(page, "home, empty");
    const code = await createMeeting(account, "Spring trip, class 4B");
    const ines = await openAccount(app, "ines");
    await joinAsAccount(ines, code, INES);
    await createMeeting(account, null);
    await page.reload();
    await expect(page.getByRole("region", { name: "Spring trip, class 4B" })).toBeVisible();
    await expectAccessible(page, "home, live");
    await waitForHydration(page);
    await page.getByRole("button", { name: await text(page, "nav.account") }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await expectAccessible(page, "account menu");
    await page.goto("/settings/profile");
    await expectAccessible(page, "profile");
    tom.allowConsoleError(/status of 400/u);
    await page.getByLabel(await text(page, "settings.name"), { exact: true }).fill("");
    await page.getByRole("button", { name: await text(page, "settings.save") }).click();
    await expect(page.getByText(await text(page, "error.name/empty"))).toBeVisible();
    await expectAccessible(page, "profile, refused");
    await page.goto("/settings/languages");
    await expectAccessible(page, "languages");
  });
