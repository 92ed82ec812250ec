/** Workspaces with people in them: invitations, roles, removal. */

import { readFile } from "node:fs/promises";
import { openAccount, signIn } from "../support/accounts.ts";
import type { App } from "../support/app.ts";
import { expectAccessible } from "../support/axe.ts";
import { callRpc } from "../support/callFixture.ts";
import { emailsTo, newEmailAddress, newestEmail, requestCode, typeCode } from "../support/emails.ts";
import { sendQueuedEmails, sweep } from "../support/jobs.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { button, clickButton, waitForHydration } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";
import { text } from "../support/userActions.ts";

/** Runs the scheduled job, and returns the link of the newest invitation of an address. */
async function invitationLink({ stack }: App, address: string): Promise<string> {
  await sendQueuedEmails(stack);
  const [email] = await emailsTo(stack, address);
  return /http[^"]+\/invitations\/[0-9a-f]{64}/u.exec(email?.html ?? "")?.[0] ?? "";
}

/** An owner with a name, and their workspace. */
async function openOwner(app: App) {
  const owner = await openAccount(app, "ana");
  await callRpc(owner.client, "update_profile", { p_display_name: "Ana", p_ui_locale: "en" });
  const [workspace] = await callRpc<{ id: string }[]>(owner.client, "my_workspaces", {});
  await callRpc(owner.client, "update_workspace", { p_workspace_id: workspace?.id, p_name: "Spring trip" });
  return { owner, workspace: workspace?.id ?? "" };
}

test("somebody is invited, joins, becomes an admin and is removed", async ({ app, person }) => {
  test.slow();
  const { owner } = await openOwner(app);
  const address = newEmailAddress("tom");
  const ana = await person({ locale: "en" });
  await signIn(ana.page, owner);

  await test.step("the owner invites an address", async () => {
    ana.allowConsoleError(/status of 400/u);
    await ana.page.goto("/settings/members");
    await waitForHydration(ana.page);
    const email = ana.page.getByLabel("Email address");
    await email.fill("tom@");
    await clickButton(ana.page, "Send invitation");
    await expect(email).toHaveAttribute("aria-invalid", "true");
    await expect(email).toBeFocused();
    await email.fill(address);
    await clickButton(ana.page, "Send invitation");
    await expect(ana.page.getByText(`The invitation was sent to ${address}.`).first()).toBeVisible();
    await expect(ana.page.getByRole("listitem").filter({ hasText: address })).toContainText("Valid until");
    await expect(email).toHaveValue("");
    await expectAccessible(ana.page, "the members");
  });

  const link = await invitationLink(app, address);
  const tom = await person({ locale: "en" });
  await test.step("the invited person signs in and joins", async () => {
    await tom.page.goto(link);
    await expect(tom.page.getByRole("heading", { level: 1 })).toHaveText("Ana invites you to Spring trip");
    await expectAccessible(tom.page, "an invitation");
    await tom.page.getByRole("link", { name: "Sign in to join" }).click();
    await requestCode(tom.page, address);
    await typeCode(tom.page, (await newestEmail(app.stack, address)).code);
    await expect(tom.page).toHaveURL(link);
    await button(tom.page, "Join").click();
    await expect(tom.page).toHaveURL(/\/settings\/members/u);
    await expect(tom.page.getByText("You joined the workspace.")).toBeVisible();
    await expect(tom.page.getByRole("heading", { name: "Members of Spring trip" })).toBeVisible();
    // Members see no addresses.
    await expect(tom.page.getByText("Ana", { exact: true })).toBeVisible();
    await expect(tom.page.getByText(owner.email)).toHaveCount(0);
  });
  const workspaceOfTom = tom.page.url().replace("members", "workspace");

  const row = ana.page.getByRole("listitem").filter({ hasText: address });
  await test.step("members read the workspace, and cannot change it", async () => {
    await tom.page.goto(workspaceOfTom);
    await expect(tom.page.getByText("Only admins and owners can change the workspace.")).toBeVisible();
    await expect(tom.page.getByText("30 days")).toBeVisible();
  });
  await test.step("the owner makes them an admin", async () => {
    await ana.page.reload();
    await waitForHydration(ana.page);
    await row.getByLabel(/^Role of/u).selectOption("admin");
    await row.getByRole("button", { name: /^Save role/u }).click();
    await expect(ana.page.getByText("The role was changed.").first()).toBeVisible();
    await tom.page.goto(workspaceOfTom);
    await waitForHydration(tom.page);
    await tom.page.getByLabel("Days that calls are kept").fill("14");
    await clickButton(tom.page, "Save");
    await expect(tom.page.getByText("Saved.").first()).toBeVisible();
    await expect(tom.page.getByText(/changed the days that calls are kept from 30 to 14/u)).toBeVisible();
    await tom.page.getByLabel("Kind of change").selectOption("role-changed");
    await expect(tom.page.getByText(/changed the days that calls are kept/u)).toHaveCount(0);
    await expect(tom.page.getByText(/Member before, Admin now/u)).toBeVisible();
    const downloading = tom.page.waitForEvent("download");
    await tom.page.getByRole("link", { name: "Export CSV" }).click();
    const table = await readFile(await (await downloading).path(), "utf8");
    expect(table).toContain(",role-changed,");
    expect(table).not.toContain(",retention-changed,");
    await expectAccessible(tom.page, "a workspace");
  });

  await test.step("the owner removes them", async () => {
    await row.getByRole("link", { name: /^Remove/u }).click();
    await expect(ana.page.getByRole("heading", { name: `Remove ${address}?` })).toBeVisible();
    await expectAccessible(ana.page, "the question whether to remove somebody");
    await button(ana.page, "Remove").click();
    await expect(ana.page.getByText("The member was removed.").first()).toBeVisible();
    await expect(row).toHaveCount(0);
  });
  await test.step("the removed person cannot see the workspace", async () => {
    tom.allowConsoleError(/status of 4(?:04|10)/u);
    await tom.page.goto(workspaceOfTom);
    await expect(tom.page.getByRole("alert")).toBeVisible();
    await expect(tom.page.getByText("Spring trip")).toHaveCount(0);
    await tom.page.goto(link);
    await button(tom.page, "Join").click();
    await expect(tom.page.getByText("This invitation no longer works.")).toBeVisible();
  });
});

test("all forms work without JavaScript", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const { owner, workspace } = await openOwner(app);
  const ana = await person({ locale: "en", scripts: false });
  const { page } = ana;
  await signIn(page, owner);
  await page.goto("/settings/members");
  await button(page, "Create link").click();
  const link = await page.getByLabel("Link to the invitation").inputValue();
  await page.goto("/settings/members");
  await expect(page.getByLabel("Link to the invitation")).toHaveCount(0);

  await test.step("a link invites every account", async () => {
    const tom = await person({ locale: "en", scripts: false });
    const account = await openAccount(app, "tom");
    await signIn(tom.page, account);
    await tom.page.goto(link);
    await button(tom.page, "Join").click();
    await expect(tom.page.getByText("You joined the workspace.")).toBeVisible();
    await tom.page.goto(link);
    await expect(tom.page.getByText("You are a member of this workspace already.")).toBeVisible();
    await tom.page.goto(`/settings/workspace?workspace=${workspace}`);
    await tom.page.getByRole("link", { name: "Leave workspace" }).click();
    await button(tom.page, "Leave workspace").click();
    await expect(tom.page.getByText("You left the workspace.")).toBeVisible();
  });
  await test.step("a revoked link is rejected", async () => {
    await page.getByRole("button", { name: /^Revoke/u }).click();
    await expect(page.getByText("The invitation was revoked.")).toBeVisible();
    expect((await page.request.get(link)).status()).toBe(410);
  });
  await test.step("a second workspace takes new meetings", async () => {
    await page.goto("/settings/workspace");
    const form = page.getByRole("region", { name: "New workspace" });
    await form.getByLabel("Name of the workspace").fill("Market");
    await button(page, "Create workspace").click();
    await expect(page.getByText("The workspace was created.")).toBeVisible();
    await button(page, "Use for new meetings").click();
    await expect(page.getByText("Your new meetings are created in this workspace.")).toBeVisible();
    await page.goto("/settings/workspace");
    await expect(page.getByLabel("Workspace shown").locator("option:checked")).toHaveText("Market");
  });
  await test.step("the last owner stays", async () => {
    ana.allowConsoleError(/status of 409/u);
    await page.getByRole("link", { name: "Leave workspace" }).click();
    await button(page, "Leave workspace").click();
    await expect(page.getByText("A workspace needs an owner.")).toBeVisible();
  });
});

test("the pages are accessible in Arabic and on a phone", async ({ app, person }) => {
  const { owner, workspace } = await openOwner(app);
  const reader = await person({ locale: "ar", viewport: { width: 360, height: 800 } });
  const { page } = reader;
  const member = await openAccount(app, "omar");
  const { token } = await callRpc<{ token: string }>(owner.client, "invite_member", {
    ...{ p_workspace_id: workspace, p_invitation_id: crypto.randomUUID() },
  });
  await callRpc(owner.client, "invite_member", {
    ...{ p_workspace_id: workspace, p_invitation_id: crypto.randomUUID(), p_email: newEmailAddress("eva") },
  });
  await page.goto(`/invitations/${token}`);
  await expectAccessible(page, "an invitation in Arabic");
  await callRpc(member.client, "accept_invitation", { p_token: token });
  await signIn(page, owner);
  for (const path of ["/settings/workspace", "/settings/members"]) {
    await page.goto(path);
    await waitForHydration(page);
    await expectAccessible(page, `${path} in Arabic`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect({ path, overflow }).toEqual({ path, overflow: 0 });
  }
  await button(page, await text(page, "members.link.press")).click();
  await expect(page.getByLabel(await text(page, "members.link.label"))).toHaveValue(/\/invitations\/[0-9a-f]{64}$/u);
});

test("an owner deletes a workspace, and keeps it", async ({ app, person }) => {
  test.slow();
  const { owner, workspace } = await openOwner(app);
  const member = await openAccount(app, "omar");
  await callRpc(member.client, "update_profile", { p_display_name: "Omar", p_ui_locale: "en" });
  const { token } = await callRpc<{ token: string }>(owner.client, "invite_member", {
    ...{ p_workspace_id: workspace, p_invitation_id: crypto.randomUUID() },
  });
  await callRpc(member.client, "accept_invitation", { p_token: token });
  const page = `/settings/workspace?workspace=${workspace}`;
  const planned = /^This workspace will be deleted on /u;

  const ana = await person({ locale: "en" });
  await signIn(ana.page, owner);
  await test.step("the owner types its name", async () => {
    ana.allowConsoleError(/status of 400/u);
    await ana.page.goto(page);
    await waitForHydration(ana.page);
    await ana.page.getByRole("link", { name: "Delete workspace" }).click();
    const name = ana.page.getByLabel("Type the name of the workspace");
    await expect(name).toBeFocused();
    await expectAccessible(ana.page, "the deletion of a workspace");
    await name.fill("Autumn trip");
    await clickButton(ana.page, "Delete workspace");
    await expect(ana.page.getByText("This is not the name of the workspace.")).toBeVisible();
    await name.fill("Spring trip");
    await clickButton(ana.page, "Delete workspace");
    await expect(ana.page.getByText(planned)).toBeVisible();
  });

  const omar = await person({ locale: "en" });
  await signIn(omar.page, member);
  await test.step("a member gets an email and cannot stop it", async () => {
    await sweep(app.stack);
    await sendQueuedEmails(app.stack);
    const [email] = await emailsTo(app.stack, member.email);
    expect(email?.subject).toContain("Spring trip");
    await omar.page.goto(page);
    await expect(omar.page.getByText(planned)).toBeVisible();
    await expect(button(omar.page, "Keep workspace")).toHaveCount(0);
  });

  await test.step("the owner keeps it", async () => {
    await clickButton(ana.page, "Keep workspace");
    await expect(ana.page.getByText(planned)).toHaveCount(0);
    await omar.page.reload();
    await expect(omar.page.getByText(planned)).toHaveCount(0);
  });
});
