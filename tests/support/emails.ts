/** The stack's inbox and the steps of signing in by email. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import postgres from "postgres";
import type { Email } from "../../local/inbox/email.ts";
import type { Stack } from "../../local/index.ts";
import { expect } from "./expect.ts";
import { text } from "./userActions.ts";

export const newEmailAddress = (name: string): string => `${name}-${randomUUID().slice(0, 8)}@parley.example`;

/** Returns the emails to this address, newest first. */
export async function emailsTo({ inboxUrl }: Pick<Stack, "inboxUrl">, address: string): Promise<Email[]> {
  const response = await fetch(`${inboxUrl}/api?${new URLSearchParams({ to: address })}`);
  return await response.json();
}

/** Returns the code and the link of the newest email. */
export async function newestEmail(
  stack: Pick<Stack, "inboxUrl">,
  address: string,
): Promise<{ code: string; link: string }> {
  const [mail] = await emailsTo(stack, address);
  if (!mail?.code || !mail.link) throw new Error("No mail with a code and a link arrived.");
  return { code: mail.code, link: mail.link };
}

/** Backdates the last email to this address, because Auth sends at most one per minute. */
export async function resetEmailCooldown(
  { adminDatabaseUrl }: Pick<Stack, "adminDatabaseUrl">,
  address: string,
): Promise<void> {
  const sql = postgres(adminDatabaseUrl, { max: 1, onnotice: () => {} });
  await sql`update auth.users set confirmation_sent_at = null, recovery_sent_at = null where email = ${address}`;
  await sql.end();
}

/** Submits `/sign-in` and waits for the page that expects the code. */
export async function requestCode(page: Page, address: string): Promise<void> {
  await page.getByLabel(await text(page, "sign-in.mailOrPhone"), { exact: true }).fill(address);
  await page.getByRole("button", { name: await text(page, "sign-in.send"), exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in\/code(?:\?.*)?$/u);
}

export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel(await text(page, "sign-in.code.label"), { exact: true }).fill(code);
  await page.getByRole("button", { name: await text(page, "sign-in.code.enter"), exact: true }).click();
}

/** Signs in by code and waits for `/home`, or for `next`. */
export async function signInByCode(
  page: Page,
  stack: Pick<Stack, "inboxUrl">,
  address: string,
  next = "/home",
  /** Where the sign-in leads, if not there. */
  expected: string | RegExp = next,
): Promise<void> {
  await page.goto(`/sign-in?${new URLSearchParams({ next })}`);
  await requestCode(page, address);
  await typeCode(page, (await newestEmail(stack, address)).code);
  await expect(page).toHaveURL(expected);
}
