/** The download of personal data, and the deletion of an account, from the email to "Keep my account". */

import { readFile } from "node:fs/promises";
import { openAccount, signIn } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { callRpc, withAdminSql } from "../support/callFixture.ts";
import { emailsTo, newestEmail } from "../support/emails.ts";
import { sendQueuedEmails } from "../support/jobs.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { clickButton, waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

test("somebody downloads their data", async ({ app, person }) => {
  const owner = await openAccount(app, "ana");
  await callRpc(owner.client, "update_profile", { p_display_name: "Ana", p_ui_locale: "en" });
  const ana = await person({ locale: "en" });
  await signIn(ana.page, owner);
  await ana.page.goto("/settings/data");
  await waitForHydration(ana.page);
  await expectAccessible(ana.page, "the data");
  const download = ana.page.waitForEvent("download");
  await clickButton(ana.page, "Prepare download");
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^parley-\d{4}-\d\d-\d\d\.zip$/u);
  const archive = await readFile(await saved.path(), "latin1");
  for (const text of ["account.json", "lines.json", "index.html", owner.email, '"items":[\n]}'])
    expect(archive).toContain(text);
  await expect(ana.page.getByText("Your download is ready.")).toBeVisible();
});

test("an account is to be deleted, and kept", async ({ app, person }) => {
  test.slow();
  const owner = await openAccount(app, "eva");
  const eva = await person({ locale: "ar" });
  await signIn(eva.page, owner);
  await eva.page.goto("/settings/data");
  await waitForHydration(eva.page);
  await expectAccessible(eva.page, "the data in Arabic");

  await test.step("another address is rejected", async () => {
    eva.allowConsoleError(/status of 400/u);
    const email = eva.page.getByLabel("اكتب عنوان بريدك");
    await email.fill("tom@parley.example");
    await clickButton(eva.page, "حذف حسابي بعد أسبوع");
    await expect(email).toHaveAttribute("aria-invalid", "true");
    await expect(email).toBeFocused();
    await email.fill(owner.email);
    await clickButton(eva.page, "حذف حسابي بعد أسبوع");
    await expect(eva.page.getByText("سيُحذف حسابك في")).toBeVisible();
  });

  await test.step("an email names the day", async () => {
    await sendQueuedEmails(app.stack);
    const [email] = await emailsTo(app.stack, owner.email);
    expect(email?.html).toContain("/settings/data");
  });

  await test.step("the banner keeps the account", async () => {
    await eva.page.goto("/home");
    await waitForHydration(eva.page);
    await expectAccessible(eva.page, "the banner");
    await clickButton(eva.page, "الاحتفاظ بحسابي");
    await expect(eva.page).toHaveURL(/\/settings\/data$/u);
    await expect(eva.page.getByText("سيبقى حسابك.")).toBeVisible();
  });
});

test("an old sign-in needs a fresh code", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  test.slow();
  const owner = await openAccount(app, "ana");
  const ana = await person({ locale: "en" });
  await signIn(ana.page, owner);
  await withAdminSql(app, async (sql) => {
    // Auth sends one email a minute to an address.
    const [user] = await sql`
      update auth.users set confirmation_sent_at = null, recovery_sent_at = null where email = ${owner.email} returning id`;
    await sql`update auth.sessions set created_at = now() - interval '1 hour' where user_id = ${user?.id}`;
  });
  await ana.page.goto("/settings/data");
  await waitForHydration(ana.page);
  await ana.page.getByRole("link", { name: "Confirm that it is you" }).click();
  await expectAccessible(ana.page, "the confirmation");
  await clickButton(ana.page, "Send code");
  const code = ana.page.getByLabel("Code");
  await expect(code).toBeVisible();
  await code.fill((await newestEmail(app.stack, owner.email)).code);
  await clickButton(ana.page, "Confirm");
  await expect(ana.page).toHaveURL(/\/settings\/data$/u);
  await expect(ana.page.getByLabel("Type your email address")).toBeVisible();
});
