/** Home and the settings, of people with an account. */
import type { Page } from "@playwright/test";
import { createMeeting, goIn, openAccount, signIn } from "../support/accounts.ts";
import type { App } from "../support/app.ts";
import { isClean } from "../support/axe.ts";
import type { Person } from "../support/people.ts";
import { text } from "../support/steps.ts";
import { expect, test } from "../support/test.ts";

const INES = { name: "Inés", speaks: "es", reads: "es" };

/** A person on `path`, with a new account. */
async function at(path: string, { page }: Person, app: App) {
  const account = await openAccount(app, "tom");
  await signIn(page, account);
  await page.goto(path);
  await isAlive(page);
  return account;
}

/** Until the page answers to presses: before, a link and a form lead to a whole new page, and other buttons nowhere. */
const isAlive = (page: Page) =>
  expect
    .poll(() =>
      page.getByRole("main").evaluate((main) => Object.keys(main).some((key) => key.startsWith("__reactProps$"))),
    )
    .toBe(true);

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** Presses and waits for the answer: a button takes no second press before it. */
async function press(page: Page, name: string): Promise<void> {
  const answered = page.waitForResponse(
    (response) => response.request().method() === "POST" && new URL(response.url()).pathname !== "/session",
  );
  await button(page, name).click();
  await answered;
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}
const save = (page: Page) => press(page, "Save");
const saved = (page: Page) => expect(page.getByRole("status").getByText("Saved.").first()).toBeVisible();
const nameField = (page: Page) => page.getByLabel("Your name", { exact: true });

test.describe("home", () => {
  test("asks a visitor to sign in, and leads back", async ({ person }) => {
    const { page } = await person({ locale: "en" });
    for (const path of ["/home", "/settings", "/settings/profile", "/settings/languages"]) {
      await page.goto(path);
      await expect(page).toHaveURL(`/sign-in?next=${encodeURIComponent(path)}`);
    }
  });

  test("of a new account invites: one press starts a meeting, which stands in the list afterwards", async ({
    app,
    person,
  }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    await at("/home", tom, app);
    await expect(page).toHaveTitle("Home · Parley");
    await expect(page.getByRole("heading", { name: "No room is open right now" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "No meetings yet" })).toBeVisible();
    // Pressed twice by an impatient hand: one meeting.
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

  test("shows the room that is open, who is inside, and gives its link away", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    const account = await at("/home", tom, app);
    const code = await createMeeting(account, "Spring trip, class 4B");
    const ines = await openAccount(app, "ines");
    const leave = await goIn(ines, code, INES);
    await page.reload();
    const card = page.getByRole("region", { name: "Spring trip, class 4B" });
    await expect(card).toContainText("Live now, 1 person inside");
    await expect(card).toContainText("Inés is inside");
    await expect(card).toContainText("Español");
    await isAlive(page);
    await button(page, "Copy link").click();
    await expect(page.getByText("Link copied. Whoever opens it can come in.")).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/\/m\/[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/u);
    await page.evaluate(() => Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error()) }));
    await button(page, "Copy link").click();
    await expect(page.getByLabel("Link to this meeting")).toHaveValue(link);
    await leave();
    await page.reload();
    await expect(page.getByRole("heading", { name: "No room is open right now" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Spring trip, class 4B" })).toBeVisible();
    expect(await card.count()).toBe(0);
  });

  test("shows names, titles and times as what they are, in the reader's time zone", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    const account = await at("/home", tom, app);
    const code = await createMeeting(account, "<script>alert(1)</script>'; drop table meetings; --");
    const leave = await goIn(account, code, { name: "<b>Tom</b> عمر 👩‍👩‍👧", speaks: "en", reads: "ar" });
    await leave();
    const { error } = await account.client.rpc("update_profile", { time_zone: "Asia/Kathmandu" });
    expect(error).toBeNull();
    await page.reload();
    const row = page.getByRole("main").getByRole("listitem");
    await expect(row.getByRole("link")).toHaveText("<script>alert(1)</script>'; drop table meetings; --");
    await expect(row).toContainText("<b>Tom</b> عمر 👩‍👩‍👧");
    await expect(row.locator("script, b:has-text('Tom')")).toHaveCount(0);
    const shown = row.getByRole("time");
    const when = new Date((await shown.getAttribute("datetime")) ?? "");
    await expect(shown).toContainText(
      new Intl.DateTimeFormat("en", { timeStyle: "short", timeZone: "Asia/Kathmandu" }).format(when).slice(0, 4),
    );
  });

  test("joins by a code, and keeps one that is wrong", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    tom.expects(/status of 40[04]/u);
    const { page } = tom;
    const account = await at("/home", tom, app);
    const field = page.getByLabel("Code of the meeting");
    for (const [typed, said] of [
      ["", "This is not a whole code."],
      ["'; drop table meetings; --", "This is not a whole code."],
      ["\u202ek3f9\u200f👩‍👩‍👧", "This is not a whole code."],
      ["k3f9-2mxa-7qpd", "No meeting has this code."],
    ] as const) {
      await field.fill(typed);
      await press(page, "Join");
      await expect(page.getByText(said)).toBeVisible();
      await expect(field).toHaveValue(typed);
    }
    const code = await createMeeting(account, null);
    await field.fill(` ${code.toUpperCase()} `);
    await button(page, "Join").click();
    await page.waitForURL(/\/m\//u);
  });

  test("whose session ended meanwhile is asked to sign in, and does not become a guest", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    await at("/home", tom, app);
    await tom.context.clearCookies();
    await button(page, "Start a meeting").click();
    await expect(page).toHaveURL(/\/sign-in\?next=%2Fhome/u);
  });
});

test.describe("the shell", () => {
  test("by keyboard: skips to the content, names where one is, and starts a new screen at its content", async ({
    app,
    person,
  }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    await at("/home", tom, app);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    const nav = page.getByRole("navigation", { name: "Main" });
    await expect(nav.getByRole("link", { name: "Home" })).toHaveAttribute("aria-current", "page");
    await nav.getByRole("link", { name: "Settings" }).press("Enter");
    await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
    await expect(nav.getByRole("link", { name: "Settings" })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("main")).toBeFocused();
  });

  test("shows the shape of a screen that lets one wait, and says so; what was typed is there again afterwards", async ({
    app,
    person,
  }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    await at("/settings/profile", tom, app);
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
    await expect(page.getByText("The page is on its way")).toBeAttached();
    await expect(nameField(page)).toBeHidden();
    // Another way, back to here, ends the waiting.
    await page.getByRole("link", { name: "Settings" }).first().click();
    await expect(nameField(page)).toHaveValue("Half a na");
    release();
  });

  test("its menu says who one is, and signs out with one press", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    const { mail } = await at("/home", tom, app);
    const account = button(page, "Your account");
    await account.click();
    await expect(page.getByRole("menu")).toContainText(mail);
    await page.keyboard.press("Escape");
    await expect(account).toBeFocused();
    await account.press("Enter");
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL("/");
    await page.goto("/home");
    await expect(page).toHaveURL(/\/sign-in/u);
  });
});

test.describe("the profile", () => {
  test("is stored, said, and fills in the next door", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    const { mail } = await at("/settings", tom, app);
    await expect(page).toHaveURL("/settings/profile");
    await expect(page.getByText(mail)).toBeVisible();
    const zone = page.getByLabel("Time zone");
    // Nothing chosen yet: the device's own is proposed.
    await expect(zone).toHaveValue(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone));
    await nameField(page).fill("  Tom \u202e Whitaker ");
    await zone.selectOption("Asia/Tokyo");
    await save(page);
    await saved(page);
    await expect(nameField(page)).toHaveValue("Tom Whitaker");
    await page.goto("/settings/languages");
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

  test("in another language of the buttons loads the page in it, and says it there", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    await at("/settings/profile", tom, app);
    await nameField(page).fill("Tom");
    await page.getByLabel("Language of the buttons").selectOption("ar");
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

  test("takes no name that is none, says so at the field, and loses nothing that was typed", async ({
    app,
    person,
  }) => {
    const tom = await person({ locale: "en" });
    tom.expects(/status of 400/u);
    const { page } = tom;
    await at("/settings/profile", tom, app);
    for (const [typed, said] of [
      ["", "Your name is missing."],
      ["n".repeat(61), "This name is too long."],
      ["  \u202e\u200b ", "Your name is missing."],
    ] as const) {
      await nameField(page).fill(typed);
      await save(page);
      await expect(page.getByText(said)).toBeVisible();
      await expect(nameField(page)).toHaveValue(typed);
    }
    // Too much to be sent at all: it is said here.
    const endless = "n".repeat(1_000_000);
    await nameField(page).fill(endless);
    await button(page, "Save").click();
    await expect(page.getByText("This name is too long.")).toBeVisible();
    await expect(nameField(page)).toHaveValue(endless);
    await nameField(page).fill("");
    await save(page);
    await expect(page.getByText("Your name is missing.")).toBeVisible();
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

  test("takes no language or time zone that is none", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    tom.expects(/status of 400/u);
    const { page } = tom;
    await at("/settings/profile", tom, app);
    await nameField(page).fill("Tom");
    await forge(page, "time_zone", "Mars/Olympus");
    await save(page);
    await expect(page.getByText("We do not know this time zone.")).toBeVisible();
    await forge(page, "ui_locale", "<script>");
    await save(page);
    await expect(page.getByText("Parley does not speak this language yet.")).toBeVisible();
    await expect(nameField(page)).toHaveValue("Tom");
    await page.getByRole("link", { name: "Languages" }).click();
    await expect(page.getByLabel("I speak")).toBeVisible();
    await forge(page, "speaks", "x".repeat(10_000));
    await save(page);
    await expect(page.getByText("We do not know this language.")).toBeVisible();
  });

  test("is the same after a press that was repeated", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    const account = await at("/settings/profile", tom, app);
    await nameField(page).fill("Tom");
    await button(page, "Save").dblclick();
    await saved(page);
    await save(page);
    await saved(page);
    const { data } = await account.client.rpc("read_profile");
    expect(data).toMatchObject({ display_name: "Tom" });
  });

  test("changed in one tab is changed in the other", async ({ app, person }) => {
    const tom = await person({ locale: "en" });
    const { page } = tom;
    await at("/settings/profile", tom, app);
    const other = await tom.context.newPage();
    tom.watch(other);
    await other.goto("/home");
    await isAlive(other);
    await nameField(page).fill("Tom Whitaker");
    await save(page);
    await saved(page);
    await button(other, "Your account").click();
    await expect(other.getByRole("menu")).toContainText("Tom Whitaker");
  });
});

/** An option that the page never offered, chosen. */
const forge = (page: Page, field: string, value: string) =>
  page.locator(`select[name="${field}"]`).evaluate((select, forged) => {
    const option = document.createElement("option");
    Object.assign(option, { value: forged, textContent: forged, selected: true });
    select.appendChild(option);
  }, value);

test("without scripts every form works, and says what is wrong", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  tom.expects(/status of 400/u);
  const account = await at("/home", tom, app);
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
  await page.getByLabel("Language of the buttons").selectOption("es");
  await save(page);
  await expect(page.getByText("Guardado.")).toBeVisible();
  await page.goto("/settings/languages");
  await page.getByLabel("Leo").selectOption("ca");
  await button(page, "Guardar").click();
  await expect(page.getByText("Guardado.")).toBeVisible();
  await page.goto("/home");
  await button(page, await text(page, "landing.start")).click();
  await page.waitForURL(/\/m\//u);
  await expect(page.getByLabel("Tu nombre")).toHaveValue("Tom");
});

for (const locale of ["en", "es", "ar"] as const)
  test(`axe finds nothing on home and the settings in ${locale}`, async ({ app, person }) => {
    const tom = await person({ locale });
    const { page } = tom;
    const account = await at("/home", tom, app);
    await isClean(page, "home, empty");
    const code = await createMeeting(account, "Spring trip, class 4B");
    const ines = await openAccount(app, "ines");
    await goIn(ines, code, INES);
    await createMeeting(account, null);
    await page.reload();
    await expect(page.getByRole("region", { name: "Spring trip, class 4B" })).toBeVisible();
    await isClean(page, "home, live");
    await isAlive(page);
    await page.getByRole("button", { name: await text(page, "nav.account") }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await isClean(page, "account menu");
    await page.goto("/settings/profile");
    await isClean(page, "profile");
    tom.expects(/status of 400/u);
    await page.getByLabel(await text(page, "settings.name"), { exact: true }).fill("");
    await page.getByRole("button", { name: await text(page, "settings.save") }).click();
    await expect(page.getByText(await text(page, "error.name/empty"))).toBeVisible();
    await isClean(page, "profile, refused");
    await page.goto("/settings/languages");
    await isClean(page, "languages");
  });
