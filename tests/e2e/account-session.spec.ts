/** The session of an account: in sync between tabs, merged from a guest, renewed in the background. */
import type { Page } from "@playwright/test";
import postgres from "postgres";
import {
  newEmailAddress,
  newestEmail,
  requestCode,
  resetEmailCooldown,
  signInByCode,
  typeCode,
} from "../support/emails.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { arrive } from "../support/people.ts";
import { waitForHydration } from "../support/screens.ts";
import { startWithTokenTtl } from "../support/shortTokens.ts";
import { expect, test } from "../support/test.ts";
import { expectCallAlive, joinAndWaitElsewhere } from "../support/twoTabs.ts";
import { fillPreJoin, joinCall, openChat, openMeeting } from "../support/userActions.ts";

/** Waits for the page's data to reload after an event in another tab. */
const waitForReload = (page: Page) => page.waitForResponse((response) => response.url().endsWith("_routes=root"));

const TOM = { name: "Tom", speaks: "en", reads: "en" };

test("signing out in one tab ends every tab's session", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  // A request of the call that is on its way when the session ends.
  tom.allowConsoleError(/status of 401/u);
  await signInByCode(tom.page, app.stack, newEmailAddress("tom"));
  const inCall = await tom.openTab();
  const call = inCall.page;
  await openMeeting(inCall);
  await fillPreJoin(inCall, TOM);
  await joinCall(inCall);
  await openChat(inCall);
  await call.getByRole("textbox", { name: "Message" }).fill("Half a sentence");

  const { page: third } = await tom.openTab();
  await third.goto("/sign-out");
  await third.getByRole("button", { name: "Sign out" }).click();
  await expect(third.getByRole("link", { name: "Sign in" })).toBeVisible();
  await expect(tom.page).toHaveURL("/sign-in?next=%2Fhome");
  await expect(call.getByRole("button", { name: "Join now" })).toBeVisible();

  // As a guest, on the same pre-join page.
  await fillPreJoin(inCall, TOM);
  await joinCall(inCall);
  await openChat(inCall);
  await expect(call.getByRole("textbox", { name: "Message" })).toHaveValue("Half a sentence");
});

test("a check of the session leaves a sign-out alone", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const { page } = await person({ locale: "en" });
  await signInByCode(page, app.stack, newEmailAddress("tom"));
  const [signedOut, checked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/session", async (route) => {
    await signedOut.promise;
    await route.fulfill({ status: 204 });
    checked.resolve();
  });
  // The session has ended, and its answer is late.
  await page.route(/\/sign-out\.data/u, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    signedOut.resolve();
    await checked.promise;
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await route.fulfill({ response });
  });
  await page.goto("/sign-out");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/");
});

test("a guest becomes an account in every tab", async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  // The call's next request as the guest, whose data has moved.
  tom.allowConsoleError(/status of 403/u);
  const link = await openMeeting(tom);
  await fillPreJoin(tom, TOM);
  await joinCall(tom);
  const ines = await person({ locale: "es" });
  await ines.page.goto(link);
  await fillPreJoin(ines, { name: "Inés", speaks: "es", reads: "es" });
  await joinCall(ines);
  const { page: second } = await tom.openTab();
  await second.goto(link);
  await second.getByRole("link", { name: "Sign in" }).click();
  await expect(second.getByText("Your guest activity moves to your account.")).toBeVisible();
  const address = newEmailAddress("tom");
  await requestCode(second, address);
  const { code } = await newestEmail(app.stack, address);
  await typeCode(second, code);
  await expect(second).toHaveURL(link);
  await expect(second.getByLabel("Your name", { exact: true })).toHaveValue("Tom");
  // The user is another, so the first tab leaves the call. Its next entry is the account's.
  await expect(tom.page.getByRole("button", { name: "Join now" })).toBeVisible();
  await expect(tom.page.getByLabel("Your name", { exact: true })).toHaveValue("Tom");
  // Before the next poll.
  await expect(tom.page.getByText("Inés is in the meeting")).toBeVisible({ timeout: 5_000 });
  await joinCall(tom);
  await expectCallAlive(tom);

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

test("a profile change elsewhere leaves calls and waiting rooms open", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const tom = await person({ locale: "en" });
  const { page } = tom;
  const { waitingRoom, waiting } = await joinAndWaitElsewhere(app, tom, TOM);

  const { page: third } = await tom.openTab();
  await third.goto("/settings/profile");
  await third.getByLabel("Your name", { exact: true }).fill("Thomas");
  const reread = [page, waiting.page].map(waitForReload);
  await third.getByRole("button", { name: "Save" }).click();
  await Promise.all(reread);
  await expectCallAlive(tom);
  await waitingRoom.decide("admit");
  await expectCallAlive(waiting);
});

test("a guest's meeting moves to their existing account", async ({ app, person }) => {
  const address = newEmailAddress("ines");
  const desk = await person({ locale: "es" });
  await signInByCode(desk.page, app.stack, address);
  await resetEmailCooldown(app.stack, address);

  const phone = await person({ locale: "es" });
  const link = await openMeeting(phone);
  const path = new URL(link).pathname;
  await fillPreJoin(phone, { name: "Inés", speaks: "es", reads: "es" });
  await joinCall(phone);
  await phone.page.goto("/sign-in");
  await requestCode(phone.page, address);
  await typeCode(phone.page, (await newestEmail(app.stack, address)).code);
  await expect(phone.page).toHaveURL("/home");
  await expect(phone.page.getByRole("main").locator(`a[href="${path}"]`).first()).toBeVisible();

  // On the other device, which had no part in the merge.
  await desk.page.goto("/home");
  await expect(desk.page.getByRole("main").locator(`a[href="${path}"]`).first()).toBeVisible();
});

test("tokens are renewed in every tab", ONLY_IN_LONG_RUN, async () => {
  // The Worker renews the token on every request, because less than five minutes remain.
  const app = await startWithTokenTtl(280);
  const tom = await arrive({ locale: "en", url: app.url });
  /** The tokens of each tab in the order of arrival. */
  const tokensIn = (page: Page) => {
    const tokens: string[] = [];
    page.on("response", (response) => {
      if (!response.url().endsWith("/session") || response.status() !== 200) return;
      // The body of a response is lost when its page closes.
      response.json().then(
        ({ accessToken }) => tokens.push(accessToken),
        () => {},
      );
    });
    return tokens;
  };
  try {
    await tom.page.clock.install();
    const first = tokensIn(tom.page);
    await signInByCode(tom.page, app.stack, newEmailAddress("tom"));
    await expect.poll(() => first.length).toBeGreaterThan(0);
    const { page: other } = await tom.openTab();
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
    expect(tom.consoleErrors()).toEqual([]);
  } finally {
    await tom.leave();
    await app.close();
  }
});
