/** The files of meetings on `/files` and on the page of a meeting, without a call. */
import type { Page } from "@playwright/test";
import { createMeeting, joinAsAccount, openAccount, signIn } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { createCallFixture } from "../support/callFixture.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { expectJoined } from "../support/userActions.ts";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Checks that nothing is wider than a phone. */
async function expectFits(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test("files added to a meeting outside calls are found later", async ({ app, person }) => {
  const host = await openAccount(app, "ines");
  const code = await createMeeting(host, "Los viernes");
  await joinAsAccount(host, code, { name: "Inés", speaks: "es", reads: "en" });
  const ines = await person({ locale: "en" });
  await signIn(ines.page, host);
  const { page } = ines;
  await page.goto("/home");
  await page.getByRole("link", { name: "Los viernes" }).first().click();
  await waitForHydration(page);
  const files = page.getByRole("region", { name: "Files", exact: true });
  await expect(files.getByText("No files yet")).toBeVisible();
  await files.getByLabel("Choose files").setInputFiles([
    { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("uno") },
    { name: "plano.png", mimeType: "image/png", buffer: PIXEL },
    { name: "virus.exe", mimeType: "application/x-msdownload", buffer: Buffer.from("MZ") },
  ]);
  await expect(files.getByText("Files of this kind cannot be shared.")).toBeVisible();
  await files.getByRole("button", { name: "Share 2 files" }).click();
  await expect(files.getByRole("article")).toHaveCount(2);
  await expect(files.getByRole("img", { name: "Image: plano.png" })).toBeVisible();
  await expect(files.getByRole("article").getByText("uno", { exact: true })).toBeVisible();
  await expectAccessible(page, "meeting with files");
  await expectFits(page);

  await page.goto("/files");
  await expect(page.getByRole("heading", { name: "Files", level: 1 })).toBeVisible();
  await expect(page.getByRole("article").getByText("Los viernes")).toHaveCount(2);
  await expectFits(page);
  await page.getByRole("link", { name: "Pictures" }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
  const card = await page.getByRole("article").boundingBox();
  expect(card?.width).toBeLessThan(400);
  await expect(page.getByRole("link", { name: "plano.png" })).toBeVisible();
  await page.getByRole("link", { name: "Video" }).click();
  await expect(page.getByText("No files found.")).toBeVisible();
  await page.getByRole("link", { name: "All", exact: true }).click();
  await page.getByRole("link", { name: "List", exact: true }).click();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page, "files");

  const stranger = await person({ locale: "en" });
  await signIn(stranger.page, await openAccount(app, "eve"));
  await stranger.page.goto("/files");
  await expect(stranger.page.getByText("No files yet")).toBeVisible();
});

test("a file appears although the first read of it failed", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const account = await openAccount(app, "ines");
  const code = await createMeeting(account, "Los viernes");
  await joinAsAccount(account, code, { name: "Inés", speaks: "es", reads: "en" });
  const reader = await person({ locale: "en" });
  const sharer = await person({ locale: "en" });
  for (const { page } of [reader, sharer]) {
    await signIn(page, account);
    await page.goto("/files");
    await waitForHydration(page);
  }
  reader.allowConsoleError(/Failed to load resource/u);
  // From here on, so that the read of the joined topic cannot be the failed one.
  let failures = 0;
  await reader.page.route(/[?&]live/u, (route) => {
    failures += 1;
    return failures <= 2 ? route.abort() : route.fallback();
  });
  await sharer.page.getByLabel("Meeting for new files").selectOption("Los viernes");
  await sharer.page
    .getByLabel("Choose files")
    .setInputFiles([{ name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("uno") }]);
  await sharer.page.getByRole("button", { name: "Share 1 file" }).click();
  await expect(reader.page.getByRole("article")).toHaveCount(1);
  expect(failures).toBeGreaterThan(2);
});

test("a guest has the files of their meeting only", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const { meetingId, code } = await createCallFixture(app);
  const guest = await person({ locale: "en" });
  await guest.page.goto(`/m/${code}`);
  await guest.page.getByLabel("Your name", { exact: true }).fill("Gus");
  await guest.page.getByRole("button", { name: "Join now" }).click();
  await expectJoined(guest);
  const { page } = guest;
  await page.goto(`/meetings/${meetingId}`);
  await waitForHydration(page);
  const files = page.getByRole("region", { name: "Files", exact: true });
  await files
    .getByLabel("Choose files")
    .setInputFiles([{ name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("uno") }]);
  await files.getByRole("button", { name: "Share 1 file" }).click();
  await expect(files.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Files", exact: true })).toHaveCount(0);
  await expectAccessible(page, "meeting of a guest");
  await expectFits(page);
  await page.goto("/files");
  await expect(page).toHaveURL("/sign-in?next=%2Ffiles");
});

test("files are added on the page of all files", async ({ app, person }) => {
  const host = await openAccount(app, "ines");
  const code = await createMeeting(host, "Los viernes");
  await joinAsAccount(host, code, { name: "Inés", speaks: "es", reads: "en" });
  const { page } = await person({ locale: "en" });
  await signIn(page, host);
  await page.goto("/files");
  await waitForHydration(page);
  await page.getByLabel("Meeting for new files").selectOption("Los viernes");
  // The first ten go, and the eleventh is named.
  await page.getByLabel("Choose files").setInputFiles(
    Array.from({ length: 11 }, (_, at) => ({
      ...{ name: `plan ${at + 1}.txt`, mimeType: "text/plain" },
      buffer: Buffer.from(`uno ${at}`),
    })),
  );
  const rejected = page.getByRole("listitem").filter({ hasText: "plan 11.txt" });
  await expect(rejected).toContainText("You can share ten files at once.");
  await expect(page.getByText(/left for today$/u)).toBeVisible();
  await page.getByRole("button", { name: "Share 10 files" }).click();
  await expect(page.getByRole("article")).toHaveCount(10);
  await expect(rejected).toBeVisible();
  await expectFits(page);
  await expectAccessible(page, "all files with an area for more");
});
