/** The reset of a lost second factor: the request, the admin's answer, the wait, and the device that stops it. */
import type { Page } from "@playwright/test";
import { TOTP } from "otpauth";
import postgres from "postgres";
import type { Locale } from "../../app/i18n/locales.ts";
import { type Account, openAccount, signIn } from "../support/accounts.ts";
import type { App } from "../support/app.ts";
import { expectAccessible } from "../support/axe.ts";
import { callRpc } from "../support/callFixture.ts";
import { emailsTo, resetEmailCooldown, signInByCode } from "../support/emails.ts";
import { sendQueuedEmails, sweep } from "../support/jobs.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { button, clickButton, waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { text } from "../support/userActions.ts";

const PHONE = { width: 360, height: 740 };
const VERIFY = /\/sign-in\/verify\?/u;

/** Adds an authenticator app. The account's session has its level then. */
async function addFactor({ client }: Account): Promise<void> {
  const enrolled = await client.auth.mfa.enroll({ factorType: "totp" });
  if (enrolled.error) throw enrolled.error;
  await callRpc(client, "allow_new_factor", { p_factor_id: enrolled.data.id });
  const code = new TOTP({ secret: enrolled.data.totp.secret }).generate();
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: enrolled.data.id, code });
  if (error) throw error;
}

/** A workspace of Ana, whose member Tom has a second factor. */
async function openTeam(app: App, locale: Locale) {
  const [ana, tom] = [await openAccount(app, "ana"), await openAccount(app, "tom")];
  await callRpc(ana.client, "update_profile", { p_display_name: "Ana", p_ui_locale: locale });
  await callRpc(tom.client, "update_profile", { p_display_name: "Tom", p_ui_locale: locale });
  const [workspace] = await callRpc<{ id: string }[]>(ana.client, "my_workspaces", {});
  await callRpc(ana.client, "update_workspace", { p_workspace_id: workspace?.id, p_name: "Spring trip" });
  const { token } = await callRpc<{ token: string }>(ana.client, "invite_member", {
    ...{ p_workspace_id: workspace?.id, p_invitation_id: crypto.randomUUID() },
  });
  await callRpc(tom.client, "accept_invitation", { p_token: token });
  await addFactor(tom);
  return { ana, tom, workspace: workspace?.id ?? "" };
}

/** Signs in with the code by email alone, and opens the page for a lost factor. */
async function openLost(page: Page, { stack }: App, { email }: Account): Promise<void> {
  await resetEmailCooldown(stack, email);
  await signInByCode(page, stack, email, "/home", VERIFY);
  await page.getByRole("link", { name: await text(page, "factors.lost"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(await text(page, "factors.lost.title"));
  await waitForHydration(page);
}

/** Moves the approvals a day back, and runs the job that carries them out. */
async function waitADay({ stack }: App): Promise<void> {
  const sql = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  await sql`update private.factor_resets set due_at = due_at - interval '24 hours'`;
  await sql.end();
  await sweep(stack);
}

async function subjectsTo({ stack }: App, { email }: Account): Promise<string[]> {
  await sendQueuedEmails(stack);
  return (await emailsTo(stack, email)).map(({ subject }) => subject);
}

test("an admin allows it, a day later it is done", async ({ app, person }) => {
  test.slow();
  const { ana, tom, workspace } = await openTeam(app, "en");
  const [lost, admin] = [await person({ locale: "en" }), await person({ locale: "en" })];
  const members = `/settings/members?workspace=${workspace}`;

  await test.step("the person asks", async () => {
    await openLost(lost.page, app, tom);
    await expectAccessible(lost.page, "a lost factor");
    await clickButton(lost.page, "Ask my admins");
    await expect(lost.page.getByRole("status").filter({ hasText: "Your admins got an email." })).toBeVisible();
    expect(await subjectsTo(app, ana)).toContain("Tom lost their second factor");
    expect(await subjectsTo(app, tom)).toContain("Somebody asked to reset your second factor");
  });

  await test.step("the admin allows it", async () => {
    await signIn(admin.page, ana);
    await admin.page.goto(members);
    await waitForHydration(admin.page);
    const list = admin.page.getByRole("region", { name: "Lost second factors" });
    await expect(list).toContainText(tom.email);
    await expectAccessible(admin.page, "a request for a reset");
    await clickButton(admin.page, "Allow reset");
    await expect(list).toContainText("Reset on");
    await expect(button(admin.page, "Allow reset")).toHaveCount(0);
    expect(await subjectsTo(app, tom)).toContain("Your second factor will be reset");
  });

  await test.step("the factor stays until a day has passed", async () => {
    await sweep(app.stack);
    await lost.page.reload();
    await expect(lost.page.getByText(/^An admin allowed it\./u)).toBeVisible();
    await lost.page.goto("/home");
    await expect(lost.page).toHaveURL(VERIFY);
  });

  await test.step("then an email is enough", async () => {
    await waitADay(app);
    await lost.page.goto("/home");
    await expect(lost.page).toHaveURL(/\/sign-in\?/u);
    await resetEmailCooldown(app.stack, tom.email);
    await signInByCode(lost.page, app.stack, tom.email, "/settings/security");
    await expect(lost.page.getByText("It is off.")).toBeVisible();
    expect(await subjectsTo(app, tom)).toContain("A second factor was removed from your Parley account");
  });

  await test.step("the log has every step", async () => {
    await admin.page.goto(`/settings/workspace?workspace=${workspace}`);
    for (const sentence of [
      "Tom asked to reset their second factor.",
      "Ana allowed the reset of Tom’s second factor.",
      "The second factor of Tom was reset.",
    ])
      await expect(admin.page.getByText(sentence)).toBeVisible();
  });
});

test("a device with the factor stops it, in Arabic", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  test.slow();
  const { ana, tom, workspace } = await openTeam(app, "ar");
  const phone = { locale: "ar", viewport: PHONE } as const;
  const [thief, device, admin] = [await person(phone), await person(phone), await person(phone)];
  await openLost(thief.page, app, tom);
  await expectAccessible(thief.page, "a lost factor in Arabic");
  await clickButton(thief.page, await text(thief.page, "factors.lost.ask"));
  await signIn(admin.page, ana);
  await admin.page.goto(`/settings/members?workspace=${workspace}`);
  await waitForHydration(admin.page);
  await expectAccessible(admin.page, "a request for a reset in Arabic");
  await clickButton(admin.page, await text(admin.page, "members.reset.approve"));

  await signIn(device.page, tom);
  await device.page.goto("/files");
  await waitForHydration(device.page);
  await expectAccessible(device.page, "the warning in Arabic");
  await clickButton(device.page, await text(device.page, "settings.factorReset.stop"));
  await expect(device.page.getByText(await text(device.page, "factors.done.keep"))).toBeInViewport();
  await expect(button(device.page, await text(device.page, "settings.factorReset.stop"))).toHaveCount(0);

  await waitADay(app);
  await thief.page.reload();
  await expect(button(thief.page, await text(thief.page, "factors.lost.ask"))).toBeVisible();
  await thief.page.goto("/home");
  await expect(thief.page).toHaveURL(VERIFY);
});
