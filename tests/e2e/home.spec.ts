/** The home page and the app shell of people with an account. */
import type { Locator } from "@playwright/test";
import { createMeeting, joinAsAccount, openAccount, postMarkedLines } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { CHECKED_LOCALES, ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { button, clickButton, heading, nameField, openAs, waitForHydration } from "../support/screens.ts";
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
    await expect(heading(tom, "Start your first meeting")).toBeVisible();
    await expect(page.getByRole("list").getByRole("heading")).toHaveText(["Start a meeting", "Send the link", "Talk"]);
    await expect(button(page, "Say a sentence")).toBeVisible();
    // A double click creates one meeting.
    await button(page, "Start a meeting").dblclick();
    await page.waitForURL(/\/m\/[0-9a-z-]{14}$/u);
    const code = page.url().split("/").at(-1) ?? "";
    await page.goto("/home");
    const rows = page.getByRole("main").getByRole("listitem");
    await expect(rows).toHaveCount(1);
    // A meeting that nobody has been in is not a past one, and its day says nothing.
    await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Ready to enter"]);
    await expect(rows.getByRole("time")).toHaveCount(0);
    await expect(rows.getByRole("heading")).toHaveText("Meeting");
    await rows.getByRole("link", { name: "Meeting", exact: true }).click();
    await page.waitForURL(/\/meetings\/[0-9a-f-]{36}$/u);
    await page.goBack();
    await rows.getByRole("link", { name: "Enter Meeting" }).click();
    await page.waitForURL(`/m/${code}`);
  });

  test("an interrupted page transition raises no error", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    // As a navigation does that comes before the first frame of the transition.
    await page.addInitScript(() => {
      const start = document.startViewTransition?.bind(document);
      if (start === undefined) return;
      document.startViewTransition = (...given) => {
        const transition = start(...given);
        queueMicrotask(() => transition.skipTransition());
        return transition;
      };
    });
    await openAs("/home", tom, app);
    await page.getByRole("link", { name: "Glossary" }).first().click();
    await expect(page).toHaveURL("/glossary");
    await page.goBack();
    await expect(page).toHaveURL("/home");
  });

  test("names a meeting without a title after its host", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    const account = await openAs("/home", tom, app);
    const code = await createMeeting(account, null);
    const leave = await joinAsAccount(account, code, { name: "Tom", speaks: "en", reads: "en" });
    await leave();
    await page.reload();
    const row = page.getByRole("region", { name: "Past" }).getByRole("listitem");
    await expect(row.getByRole("heading")).toHaveText("Tom’s meeting");
    // A person has one colour in the list, in the shell and in a call without others.
    const colourIn = (place: Locator) => place.locator("[data-person]").first().getAttribute("data-person");
    const colour = await colourIn(button(page, "Your account"));
    expect(await colourIn(row)).toBe(colour);
    await row.getByRole("link", { name: "Recap of Tom’s meeting" }).click();
    await expect(heading(tom, "Tom’s meeting")).toBeVisible();
    await expect(page).toHaveTitle("Recap: Tom’s meeting · Parley");
    expect(await colourIn(page.getByRole("main"))).toBe(colour);
    await page.goto(`/m/${code}`);
    await expect(heading(tom, "Tom’s meeting")).toBeVisible();
    await expect(page).toHaveTitle("Tom’s meeting · Parley");
  });

  test("lists decisions and marks an own task as done", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    const account = await openAs("/home", tom, app);
    const code = await createMeeting(account, "Spring trip");
    const leave = await joinAsAccount(account, code, { name: "Tom", speaks: "en", reads: "en" });
    const { decision, task } = await postMarkedLines(account);
    await leave();
    await page.reload();
    const outcomes = page.getByRole("region", { name: "What was decided lately" });
    await expect(outcomes.getByRole("listitem")).toHaveText([new RegExp(task, "u"), new RegExp(decision, "u")]);
    await expect(outcomes.getByRole("listitem").first()).toContainText("Yours");
    const past = page.getByRole("region", { name: "Past" });
    await expect(past.getByRole("listitem")).toContainText("1 min, 1 decision, 1 task");
    await button(page, "Mark as done").click();
    await expect(outcomes.getByRole("listitem")).toHaveText([new RegExp(decision, "u")]);
    await expect(past.getByRole("listitem")).toContainText("1 decision, 1 task");
    await outcomes.getByRole("link", { name: /^Spring trip/u }).click();
    await expect(page).toHaveURL(/\/calls\/[^#]+#line-/u);
  });

  test("the accent is on the next action", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const tom = await person({ locale: "en", viewport: { width: 1280, height: 800 } });
    const { page } = tom;
    const account = await openAs("/home", tom, app);
    const heightOf = async (name: string) => (await button(page, name).boundingBox())?.height;
    const accented = page.getByRole("main").locator(".bg-accent:is(a, button)");
    await expect(accented).toHaveAccessibleName("Start a meeting");
    expect(await heightOf("Start a meeting")).toBe(52);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await heightOf("Start a meeting")).toBe(56);
    const code = await createMeeting(account, "Spring trip");
    const leave = await joinAsAccount(await openAccount(app, "ines"), code, INES);
    await page.reload();
    await expect(accented).toHaveText("Enter");
    const enter = await accented.boundingBox();
    const start = await button(page, "Start a meeting").boundingBox();
    expect(enter?.y).toBeLessThan(start?.y ?? 0);
    await page.setViewportSize({ width: 1280, height: 800 });
    const columns = await page.locator(".home-live").boundingBox();
    expect(columns?.width).toBe(448);
    await leave();
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
    await expect(card).toContainText("Live now");
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
    const past = page.getByRole("region", { name: "Past" });
    await expect(past.getByRole("link", { name: "Spring trip, class 4B", exact: true })).toBeVisible();
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
    const row = page.getByRole("region", { name: "Past" }).getByRole("listitem");
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

  test("asks an expired session to sign in", ONLY_IN_LONG_RUN, async ({ app, person }) => {
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

  test("shows a skeleton and restores input", ONLY_IN_LONG_RUN, async ({ app, person }) => {
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

for (const locale of CHECKED_LOCALES)
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
