/** Insights of a workspace and of a call: complete tables, charts on demand, and nobody's name. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { Language } from "#contracts/languages.ts";
import type { Locale } from "../../app/i18n/locales.ts";
import { type Account, openAccount, signIn } from "../support/accounts.ts";
import type { App } from "../support/app.ts";
import { expectAccessible } from "../support/axe.ts";
import { callRpc, createCallFixture, postCaption, readAs, translate } from "../support/callFixture.ts";
import { CHECKED_LOCALES, ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { storeMeasuredCalls } from "../support/measuredCalls.ts";
import { button, openAs, waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

const MANY: readonly Language[] = ["es", "en", "ar", "ja", "fr", "id", "de", "pt", "uk", "zh-Hans", "hi"];
const CARDS = [
  ...["Meetings per week", "Spoken and read", "Who could reach whom", "You beside the group"],
  ...["Turns and overlaps", "Waiting for words", "Translation"],
];

const card = (page: Page, name: string) => page.locator("section").filter({ has: page.getByRole("heading", { name }) });
const drawn = (page: Page) => page.locator("figure svg.recharts-surface");

async function fits(page: Page): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
}

async function openInsights(page: Page, app: App, account: Account, locale: Locale) {
  await page.context().addCookies([{ name: "locale", value: locale, url: app.url }]);
  await signIn(page, account);
  await page.goto("/insights");
  await waitForHydration(page);
}

test("invites to a first meeting", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  await openAs("/insights", tom, app);
  await expect(tom.page.getByRole("heading", { name: "No insights yet" })).toBeVisible();
  await expect(tom.page.getByRole("link", { name: "Start a meeting" })).toHaveAttribute("href", "/home");
  await fits(tom.page);
  await expectAccessible(tom.page, "no meetings");
});

for (const [people, calls, languages] of [
  [1, 1, ["es"]],
  [50, 80, MANY],
] as const)
  for (const locale of CHECKED_LOCALES)
    test(`charts of ${people} people in ${locale} pass axe`, async ({ app, person }) => {
      const { page } = await person({ locale });
      const account = await openAccount(app, "tom");
      await storeMeasuredCalls(app, account, { calls, people, languages });
      await openInsights(page, app, account, locale);
      await expectAccessible(page, "tables");
      await fits(page);
      await page.locator("main p > button").click();
      await expect(drawn(page).first()).toBeVisible();
      await expectAccessible(page, "charts");
      await fits(page);
    });

test("loads the charts when the first one is opened", async ({ app, person }) => {
  const { page } = await person({ locale: "en" });
  const account = await openAccount(app, "tom");
  await storeMeasuredCalls(app, account, { calls: 12, people: 4, languages: ["es", "en"] });
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  await openInsights(page, app, account, "en");
  await expect(page.locator("main h2")).toHaveText(CARDS);
  const isChart = (path: string) => path.includes("Chart.client");
  expect(scripts.some(isChart)).toBe(false);
  const languages = card(page, "Spoken and read");
  await languages.getByRole("button", { name: "Show as a chart: Spoken and read" }).click();
  await expect(languages.getByRole("img", { name: "Spoken and read" })).toBeVisible();
  await expect(drawn(page)).toHaveCount(2);
  expect(scripts.some(isChart)).toBe(true);
  // The table stays for screen readers.
  await expect(languages.getByRole("row")).toHaveCount(3);
  await languages.getByRole("button", { name: "Show as a table: Spoken and read" }).click();
  await expect(drawn(page)).toHaveCount(0);
});

test("mirrors the axes in Arabic", async ({ app, person }) => {
  const { page } = await person({ locale: "ar" });
  const account = await openAccount(app, "tom");
  await storeMeasuredCalls(app, account, { calls: 12, people: 4, languages: ["es", "en"] });
  await openInsights(page, app, account, "ar");
  await page.locator("main p > button").click();
  const columns = page.locator("figure[data-chart=columns]");
  const axis = columns.getByText("0", { exact: true });
  // The bar of the last week has no height on its first day.
  const bar = columns.locator(".recharts-bar-rectangle:visible").last();
  await expect(bar).toBeVisible();
  const [axisBox, barBox] = [await axis.boundingBox(), await bar.boundingBox()];
  expect(axisBox?.x ?? 0).toBeGreaterThan(barBox?.x ?? Number.NaN);
});

test("is complete without scripts", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const { page } = await person({ locale: "en", scripts: false });
  const account = await openAccount(app, "tom");
  await storeMeasuredCalls(app, account, { calls: 12, people: 4, languages: ["es", "en"] });
  await signIn(page, account);
  await page.goto("/insights?range=month");
  await expect(page.locator("main h2")).toHaveText(["Meetings per day", ...CARDS.slice(1)]);
  await expect(card(page, "Meetings per day").getByRole("row")).toHaveCount(29);
  await expect(page.getByRole("button", { name: /chart/u })).toHaveCount(0);
  await page.getByLabel("Dates").selectOption("week");
  await button(page, "Apply").first().click();
  await expect(page).toHaveURL(/range=week/u);
  await expect(card(page, "Meetings per day").getByRole("row")).toHaveCount(8);
});

test("a choice of dates changes figures and CSV", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  const { page } = tom;
  const account = await openAccount(app, "tom");
  await storeMeasuredCalls(app, account, { calls: 12, people: 4, languages: ["es", "en"] });
  await openInsights(page, app, account, "en");
  await page.getByLabel("Dates").selectOption("Last 7 days");
  await expect(card(page, "Meetings per day").getByRole("row")).toHaveCount(8);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download as CSV: Spoken and read" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("insights-languages.csv");
  const csv = await readFile(await download.path(), "utf8");
  const [head, ...rows] = csv.split("\r\n").slice(0, -1);
  // Spreadsheets read UTF-8 only after a byte order mark.
  expect(head).toBe("\uFEFFlanguage,talk_seconds,talk_share,speakers,readers");
  expect(rows.map((row) => row.split(",")[0])).toEqual(["es", "en"]);
  tom.allowConsoleError(/status of 404/u);
  const unknown = await page.goto("/insights.csv?table=people");
  expect(unknown?.status()).toBe(404);
});

test("a call shows its figures without names", async ({ app, person }) => {
  const { ines, tom, callId, meetingId, path } = await createCallFixture(app);
  const lines = [
    await postCaption(ines, callId, "El autobús sale mañana", "es", 9_000),
    await postCaption(tom, callId, "Thank you", "en", 4_000),
  ];
  await translate(ines, lines);
  await callRpc(ines.client, "end_meeting", { p_meeting_id: meetingId });
  const reader = await person({ locale: "en" });
  await readAs(reader.page, ines, `${path}/insights`);
  await expect(reader.page).toHaveTitle("Insights: Spring trip · Parley");
  await expect(reader.page.getByText("2 of 2", { exact: true })).toBeVisible();
  const own = card(reader.page, "You beside the group").getByRole("row");
  await expect(own.nth(1)).toHaveText(/Talk time\s*2 sec\s*4 sec\s*50%/u);
  await expect(card(reader.page, "Who could reach whom").getByRole("row").nth(1)).toContainText("100%");
  await expect(card(reader.page, "Translation").getByRole("row").nth(1)).toContainText("Apertium");
  expect(await reader.page.locator("section").allTextContents()).not.toContain("Tom");
  await fits(reader.page);
  await expectAccessible(reader.page, "insights of a call");
  await reader.page.getByRole("link", { name: "How it is measured: Turns and overlaps" }).click();
  await expect(reader.page).toHaveURL(/help#measure-effectiveSpeakers/u);
  await expect(reader.page.locator("#measure-effectiveSpeakers code")).toHaveText("exp(−Σ pᵢ ln pᵢ)");
});

test("an open or private call has no figures", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const { ines, path } = await createCallFixture(app);
  const reader = await person({ locale: "en" });
  await readAs(reader.page, ines, `${path}/insights`);
  await expect(reader.page.getByRole("heading", { name: "The call is still on" })).toBeVisible();
  const account = await openAccount(app, "ann");
  const private_ = await storeMeasuredCalls(app, account, { calls: 2, people: 2, languages: ["en"], keep: "nothing" });
  const ann = await person({ locale: "en" });
  await readAs(ann.page, account, `${private_}/insights`);
  await expect(ann.page.getByRole("heading", { name: "This meeting keeps nothing" })).toBeVisible();
  await ann.page.goto("/insights");
  await expect(ann.page.getByText("2 meetings keep nothing: only their number and duration count.")).toBeVisible();
});

test("the switch of the private hints is kept", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  await openAs("/settings/profile", tom, app);
  const hints = tom.page.getByLabel(/Hints about my own speech/u);
  await expect(hints).toBeChecked();
  await tom.page.getByText("Hints about my own speech").click();
  await expect(hints).not.toBeChecked();
  await tom.page.reload();
  await expect(hints).not.toBeChecked();
});
