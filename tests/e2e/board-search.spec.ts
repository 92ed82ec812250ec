/** The search and the filters of files, and long lists of files. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { type Account, createMeeting, joinAsAccount, openAccount, signIn } from "../support/accounts.ts";
import type { App } from "../support/app.ts";
import { expectAccessible } from "../support/axe.ts";
import { storeBoardFiles } from "../support/boardFiles.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

/** An account with two meetings and their files. Ana speaks French in one of them. */
async function scene(app: App): Promise<Account> {
  const account = await openAccount(app, "ines");
  for (const title of ["Los viernes", "La excursión"]) {
    const code = await createMeeting(account, title);
    await joinAsAccount(account, code, { name: "Inés", speaks: "es", reads: "en" });
  }
  await storeBoardFiles(app, account, [
    { name: "Étiquettes.pdf", language: "fr", person: "Ana", meeting: "La excursión" },
    { name: "Autobús.txt", translation: "Coach.txt", contents: "Llevad agua y crema", meeting: "Los viernes" },
    { name: "遠足のうた.pdf" },
    { name: "استمارة موافقة.pdf", language: "ar" },
  ]);
  return account;
}

const names = (page: Page) => page.getByRole("article").getByRole("link");
const search = (page: Page) => page.getByRole("searchbox");

test("files are found by names, translations and contents while typing", async ({ app, person }) => {
  const { page } = await person({ locale: "en" });
  await signIn(page, await scene(app));
  await page.goto("/files");
  await waitForHydration(page);
  await expect(names(page)).toHaveCount(4);
  for (const [query, name] of [
    ["etiquettes", "Étiquettes.pdf"],
    ["coach", "Coach.txt"],
    ["agua y cre", "Coach.txt"],
    ["足の", "遠足のうた.pdf"],
    ["مُوافقه", "استمارة موافقة.pdf"],
  ] as const) {
    await search(page).fill(query);
    await expect(names(page)).toHaveText([name]);
    await expect(page.getByRole("status").filter({ hasText: "1 file" })).toBeAttached();
    await expect.poll(() => new URL(page.url()).searchParams.get("query")).toBe(query);
  }
  await search(page).fill("%");
  await expect(page.getByText("No files found.")).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(names(page)).toHaveCount(4);
  // The field is empty again, although it had the focus before.
  await expect(search(page)).toHaveValue("");
});

test("filters by meeting, person and language stay in the address", async ({ app, person }) => {
  const { page } = await person({ locale: "en" });
  await signIn(page, await scene(app));
  await page.goto("/files");
  await waitForHydration(page);
  await page.getByText("Filters", { exact: true }).click();
  await page.getByLabel("Person").selectOption("Ana");
  await expect(names(page)).toHaveText(["Étiquettes.pdf"]);
  await page.getByLabel("Person").selectOption("Any");
  await page.getByLabel("Language", { exact: true }).selectOption("العربية");
  await expect(names(page)).toHaveText(["استمارة موافقة.pdf"]);
  await page.getByLabel("Meeting", { exact: true }).selectOption("Los viernes");
  await expect(page.getByText("No files found.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Meeting", { exact: true })).toBeHidden();
  await page.reload();
  await expect(page.getByText("No files found.")).toBeVisible();
  await expectAccessible(page, "files without a match");
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(names(page)).toHaveCount(4);
  await page.goto(`/files?meeting=${randomUUID()}`);
  await expect(page.getByText("No files found.")).toBeVisible();
});

test("the search works without scripts", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const { page } = await person({ locale: "en", scripts: false });
  await signIn(page, await scene(app));
  await page.goto("/files?kind=text&view=list");
  await search(page).fill("coach");
  await search(page).press("Enter");
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
  expect(new URL(page.url()).search).toContain("kind=text&view=list");
});

test("filters leave a phone to the files, also in Arabic", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const { page } = await person({ locale: "ar" });
  await signIn(page, await scene(app));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/files");
  await waitForHydration(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const first = await page.getByRole("article").first().boundingBox();
  expect(first?.y).toBeLessThan(340);
  await page.getByText("تصفية", { exact: true }).click();
  const panel = await page.getByLabel("الشخص").boundingBox();
  expect(panel?.x).toBeGreaterThan(0);
  await expectAccessible(page, "filters in Arabic");
  await page.getByLabel("الترتيب").selectOption({ index: 2 });
  await expect(page).toHaveURL(/sort=name/u);
});

test("a long board keeps few cards, position and focus", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const account = await openAccount(app, "ines");
  const code = await createMeeting(account, "Los viernes");
  await joinAsAccount(account, code, { name: "Inés", speaks: "es", reads: "en" });
  const COUNT = 400;
  await storeBoardFiles(
    app,
    account,
    Array.from({ length: COUNT }, (_, at) => ({ name: `Plan ${String(at).padStart(3, "0")}.pdf` })),
  );
  const { page } = await person({ locale: "en" });
  await signIn(page, account);
  await page.goto("/files?sort=name");
  await waitForHydration(page);
  const first = page.getByRole("link", { name: "Plan 000.pdf" });
  await first.focus();
  let most = 0;
  await expect(async () => {
    most = Math.max(most, await page.getByRole("article").count());
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.getByRole("link", { name: `Plan ${COUNT - 1}.pdf` })).toBeVisible({ timeout: 200 });
  }).toPass({ intervals: [100] });
  expect(most).toBeLessThan(150);
  await expect(page.getByRole("link", { name: "Show more" })).toHaveCount(0);
  await expect(first).toBeFocused();
  // Nothing below moves while cards above are replaced by space.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(first).toBeInViewport();
  await expect(page.getByRole("link", { name: "Plan 001.pdf" })).toBeInViewport();
  expect(Math.abs((await page.evaluate(() => document.documentElement.scrollHeight)) - height)).toBeLessThan(200);
});

test("a slow page loads more files at its end", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const account = await openAccount(app, "ines");
  const code = await createMeeting(account, "Los viernes");
  await joinAsAccount(account, code, { name: "Inés", speaks: "es", reads: "en" });
  await storeBoardFiles(
    app,
    account,
    Array.from({ length: 100 }, (_, at) => ({ name: `Plan ${String(at).padStart(3, "0")}.pdf` })),
  );
  const { page } = await person({ locale: "en", viewport: { width: 1440, height: 900 } });
  // As on a busy processor, one call has the entries of all frames until the end of the page is on the screen.
  await page.addInitScript(() => {
    const late: IntersectionObserverEntry[] = [];
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((entries, observer) => {
          late.push(...entries);
          if (entries.some(({ isIntersecting }) => isIntersecting)) callback(late.splice(0), observer);
        }, options);
      }
    };
  });
  await signIn(page, account);
  await page.goto("/files?sort=name");
  await waitForHydration(page);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByRole("link", { name: "Show more" })).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByRole("link", { name: "Plan 099.pdf" })).toBeVisible();
});
