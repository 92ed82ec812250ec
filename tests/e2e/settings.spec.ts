/** The settings of people with an account, and all their forms without JavaScript. */
import type { Page } from "@playwright/test";
import { signIn } from "../support/accounts.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { button, clickButton, nameField, openAs, waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { text } from "../support/userActions.ts";

const save = (page: Page) => clickButton(page, "Save");
const saved = (page: Page) => expect(page.getByRole("status").getByText("Saved.").first()).toBeVisible();

/** Selects an option that the page never offered. */
const forge = (page: Page, field: string, value: string) =>
  page.locator(`select[name="${field}"]`).evaluate((select, forged) => {
    const option = document.createElement("option");
    Object.assign(option, { value: forged, textContent: forged, selected: true });
    select.appendChild(option);
  }, value);

test.describe("profile", () => {
  test("is stored and fills the pre-join form", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    const { email } = await openAs("/settings", tom, app);
    await expect(page).toHaveURL("/settings/profile");
    await expect(page.getByText(email)).toBeVisible();
    const zone = page.getByLabel("Time zone");
    // With nothing chosen yet, the device's time zone is suggested.
    await expect(zone).toHaveValue(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone));
    await nameField(page).fill("  Tom \u202e Whitaker ");
    await zone.selectOption("Asia/Tokyo");
    await save(page);
    await saved(page);
    await expect(nameField(page)).toHaveValue("Tom Whitaker");
    await page.goto("/settings/languages");
    // The engine has no Japanese.
    await expect(page.getByLabel("I speak").locator("optgroup[label='Original only']")).toContainText("日本語");
    await page.getByLabel("I speak").selectOption("ja");
    await page.getByLabel("I read").selectOption("zh-Hant");
    await save(page);
    await saved(page);
    await page.reload();
    await expect(page.getByLabel("I speak")).toHaveValue("ja");
    await expect(page.getByLabel("I read")).toHaveValue("zh-Hant");
    await page.goto("/settings/profile");
    await expect(nameField(page)).toHaveValue("Tom Whitaker");
    await expect(page.getByLabel("Time zone")).toHaveValue("Asia/Tokyo");

    await page.goto("/home");
    await button(page, "Start a meeting").click();
    await page.waitForURL(/\/m\//u);
    await expect(nameField(page)).toHaveValue("Tom Whitaker");
    await expect(page.getByLabel("I speak")).toHaveValue("ja");
    await expect(page.getByLabel("I read")).toHaveValue("zh-Hant");
  });

  test("switches the interface language", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    await openAs("/settings/profile", tom, app);
    await nameField(page).fill("Tom");
    await page.getByLabel("Interface language").selectOption("ar");
    await save(page);
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(
      page
        .getByRole("status")
        .getByText(await text(page, "settings.saved"))
        .first(),
    ).toBeVisible();
    await expect(page).toHaveURL("/settings/profile");
    await page.goto("/home");
    await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  });

  test("keeps the chosen appearance whatever the device's is", async ({ app, person }) => {
    const tom = await person({ locale: "ar" });
    tom.allowConsoleError(/status of 404/u);
    const { page } = tom;
    await page.emulateMedia({ colorScheme: "light" });
    await openAs("/settings/profile", tom, app);
    const html = page.locator("html");
    const surface = () => page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
    const light = await surface();
    await page.getByLabel(await text(page, "settings.name"), { exact: true }).fill("Tom");
    await page.getByLabel(await text(page, "settings.theme.dark")).check();
    await button(page, await text(page, "settings.save")).click();
    await expect(html).toHaveAttribute("data-theme", "dark");
    expect(await surface()).not.toBe(light);
    await page.goto("/nowhere");
    await expect(html).toHaveAttribute("data-theme", "dark");
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto("/settings/profile");
    await waitForHydration(page);
    await page.getByLabel(await text(page, "settings.theme.light")).check();
    await button(page, await text(page, "settings.save")).click();
    await expect(html).toHaveAttribute("data-theme", "light");
    expect(await surface()).toBe(light);
  });

  test("rejects invalid names and keeps input", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    tom.allowConsoleError(/status of 400/u);
    const { page } = tom;
    await openAs("/settings/profile", tom, app);
    for (const [typed, message] of [
      ["", "Enter your name."],
      ["n".repeat(61), "This name is too long."],
      ["  \u202e\u200b ", "Enter your name."],
    ] as const) {
      await nameField(page).fill(typed);
      await save(page);
      await expect(page.getByText(message)).toBeVisible();
      await expect(nameField(page)).toHaveValue(typed);
    }
    // Too long to submit, so the page shows the error itself.
    const endless = "n".repeat(1_000_000);
    await nameField(page).fill(endless);
    await button(page, "Save").click();
    await expect(page.getByText("This name is too long.")).toBeVisible();
    await expect(nameField(page)).toHaveValue(endless);
    await nameField(page).fill("");
    await save(page);
    await expect(page.getByText("Enter your name.")).toBeVisible();
    await expect(nameField(page)).toHaveAttribute("aria-invalid", "true");
    await expect(nameField(page)).toBeFocused();
    for (const typed of [
      "👩‍👩‍👧".repeat(12),
      "عمر \u200fحداد",
      "<img src=x onerror=alert(1)>",
      "'); drop table profiles; --",
    ]) {
      await nameField(page).fill(typed);
      await save(page);
      await saved(page);
      await expect(nameField(page)).toHaveValue(typed.replace("\u200f", ""));
      await expect(nameField(page)).not.toHaveAttribute("aria-invalid", "true");
      await page.reload();
      await expect(nameField(page)).toHaveValue(typed.replace("\u200f", ""));
    }
  });

  test("rejects unknown languages and time zones", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    tom.allowConsoleError(/status of 400/u);
    const { page } = tom;
    await openAs("/settings/profile", tom, app);
    await nameField(page).fill("Tom");
    await forge(page, "time_zone", "Mars/Olympus");
    await save(page);
    await expect(page.getByText("Unknown time zone.")).toBeVisible();
    await forge(page, "ui_locale", "<script>");
    await save(page);
    await expect(page.getByText("Parley is not available in this language yet.")).toBeVisible();
    await expect(nameField(page)).toHaveValue("Tom");
    await page.getByRole("link", { name: "Languages" }).click();
    await expect(page.getByLabel("I speak")).toBeVisible();
    await forge(page, "speaks", "x".repeat(10_000));
    await save(page);
    await expect(page.getByText("Unknown language.")).toBeVisible();
  });

  test("a repeated submit changes nothing", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    const account = await openAs("/settings/profile", tom, app);
    await nameField(page).fill("Tom");
    await button(page, "Save").dblclick();
    await saved(page);
    await save(page);
    await saved(page);
    const { data } = await account.client.rpc("read_profile");
    expect(data).toMatchObject({ display_name: "Tom" });
  });

  test("keeps the saved name while the page loads again", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    await openAs("/settings/profile", tom, app);
    const loading = Promise.withResolvers<void>();
    await page.route(/\.data(\?|$)/u, async (route) => {
      if (route.request().method() === "GET") await loading.promise;
      await route.fallback();
    });
    await nameField(page).fill("Tom \u200bWhitaker");
    await save(page);
    await saved(page);
    await expect(nameField(page)).toHaveValue("Tom Whitaker");
    loading.resolve();
  });

  test("changes reach the other tab", ONLY_IN_LONG_RUN, async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    await openAs("/settings/profile", tom, app);
    const other = await tom.context.newPage();
    tom.watch(other);
    await other.goto("/home");
    await waitForHydration(other);
    await nameField(page).fill("Tom Whitaker");
    await save(page);
    await saved(page);
    await button(other, "Your account").click();
    await expect(other.getByRole("menu")).toContainText("Tom Whitaker");
  });
});

test("forms work without JavaScript", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  tom.allowConsoleError(/status of 400/u);
  const account = await openAs("/home", tom, app);
  const context = await tom.context.browser()?.newContext({ baseURL: app.url, locale: "en", javaScriptEnabled: false });
  if (context === undefined) throw new Error("The browser is gone.");
  const page = await context.newPage();
  tom.watch(page);
  await signIn(page, account);
  await page.goto("/settings/profile");
  await nameField(page).fill("n".repeat(61));
  await save(page);
  await expect(page.getByText("This name is too long.")).toBeVisible();
  await expect(nameField(page)).toHaveValue("n".repeat(61));
  await nameField(page).fill("Tom");
  await page.getByLabel("Interface language").selectOption("es");
  await page.getByLabel("Dark", { exact: true }).check();
  await save(page);
  await expect(page.getByText("Guardado.")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.goto("/settings/languages");
  await page.getByLabel("Leo").selectOption("ca");
  await button(page, "Guardar").click();
  await expect(page.getByText("Guardado.")).toBeVisible();
  await page.goto("/home");
  await button(page, await text(page, "landing.start")).click();
  await page.waitForURL(/\/m\//u);
  await expect(page.getByLabel("Tu nombre")).toHaveValue("Tom");
});
