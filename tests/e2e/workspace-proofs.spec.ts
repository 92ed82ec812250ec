/** An old session makes no admin and deletes no calls: the page requires a fresh code, and keeps the form's values. */
import type { Page } from "@playwright/test";
import { type Account, openAccount, signIn } from "../support/accounts.ts";
import type { App } from "../support/app.ts";
import { expectAccessible } from "../support/axe.ts";
import { callRpc, withAdminSql } from "../support/callFixture.ts";
import { newEmailAddress, newestEmail, resetEmailCooldown } from "../support/emails.ts";
import { clickButton, waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

const CONFIRM = /\/settings\/confirm\?/u;

/** Opens a page of the account, whose sign-ins were an hour ago. */
async function openWithOldSession(page: Page, app: App, { email }: Account, path: string): Promise<void> {
  await withAdminSql(app, async (sql) => {
    await sql`
      update auth.sessions set created_at = now() - interval '1 hour'
      where user_id = (select id from auth.users where email = ${email})`;
  });
  await resetEmailCooldown(app.stack, email);
  await page.goto(path);
  await waitForHydration(page);
}

/** Proves who the person is, on the page that asks for it. */
async function enterFreshCode(page: Page, { stack }: App, { email }: Account): Promise<void> {
  await expect(page).toHaveURL(CONFIRM);
  await clickButton(page, "Send code");
  const code = page.getByLabel("Code");
  await expect(code).toBeVisible();
  await code.fill((await newestEmail(stack, email)).code);
  await clickButton(page, "Confirm");
  await expect(page).not.toHaveURL(CONFIRM);
}

test("a fresh code leads back to what was typed", async ({ app, person }) => {
  test.slow();
  const [owner, member] = [await openAccount(app, "ana"), await openAccount(app, "tom")];
  const [workspace] = await callRpc<{ id: string }[]>(owner.client, "my_workspaces", {});
  const { token } = await callRpc<{ token: string }>(owner.client, "invite_member", {
    ...{ p_workspace_id: workspace?.id, p_invitation_id: crypto.randomUUID() },
  });
  await callRpc(member.client, "accept_invitation", { p_token: token });
  const ana = await person({ locale: "en" });
  const { page } = ana;
  await signIn(page, owner);
  ana.allowConsoleError(/status of 4\d\d/u);

  await test.step("invites an admin", async () => {
    const address = newEmailAddress("eva");
    const form = page.getByRole("region", { name: "Invite by email" });
    const [email, role] = [form.getByLabel("Email address"), form.getByLabel("Role")];
    await openWithOldSession(page, app, owner, "/settings/members");
    await email.fill(address);
    await role.selectOption("admin");
    await clickButton(page, "Send invitation");
    await expect(form.getByRole("alert")).toContainText("You signed in more than ten minutes ago");
    await expect(email).toHaveValue(address);
    await expectAccessible(page, "an invitation that needs a proof");
    await form.getByRole("link", { name: "Confirm that it is you" }).click();
    await enterFreshCode(page, app, owner);
    expect(page.url()).not.toContain("eva");
    await expect(email).toHaveValue(address);
    await expect(role).toHaveValue("admin");
    await clickButton(page, "Send invitation");
    await expect(page.getByText(`The invitation was sent to ${address}.`).first()).toBeVisible();
    await expect(email).toHaveValue("");
  });

  await test.step("makes a member an admin", async () => {
    const row = page.getByRole("listitem").filter({ hasText: member.email });
    const role = row.getByLabel(/^Role of/u);
    const save = row.getByRole("button", { name: /^Save role/u });
    await openWithOldSession(page, app, owner, "/settings/members");
    await role.selectOption("admin");
    await save.click();
    await enterFreshCode(page, app, owner);
    await expect(role).toHaveValue("admin");
    await save.click();
    await expect(page.getByText("The role was changed.").first()).toBeVisible();
  });

  await test.step("keeps calls for fewer days", async () => {
    const [name, days] = [
      page.getByLabel("Name of the workspace").first(),
      page.getByLabel("Days that calls are kept"),
    ];
    await openWithOldSession(page, app, owner, "/settings/workspace");
    await name.fill("Autumn trip");
    await days.fill("7");
    await clickButton(page, "Save");
    await enterFreshCode(page, app, owner);
    await expect(name).toHaveValue("Autumn trip");
    await expect(days).toHaveValue("7");
    await clickButton(page, "Save");
    await expect(page.getByText("Saved.").first()).toBeVisible();
    await page.goto("/settings/workspace");
    await expect(days).toHaveValue("7");
    await expect(name).toHaveValue("Autumn trip");
  });
});
