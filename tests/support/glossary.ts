/** Helpers that fill a workspace's glossary and open its page. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Account } from "./accounts.ts";
import { expect } from "./expect.ts";
import { button, waitForHydration } from "./screens.ts";
import { text } from "./userActions.ts";

export async function callRpc<T>(client: SupabaseClient, rpc: string, args: object): Promise<T> {
  const { data, error } = await client.rpc(rpc, args);
  if (error) throw error;
  return data;
}

interface Stored {
  readonly id: string;
  readonly term: string;
  readonly language: string;
  readonly never: boolean;
  readonly translations: Record<string, string>;
  readonly note: string;
  readonly state: string;
}

/** Returns the id of the account's own workspace. */
export async function workspaceIdOf({ client }: Account): Promise<string> {
  const { workspaces } = await callRpc<{ workspaces: { id: string }[] }>(client, "home", {});
  return workspaces[0]?.id ?? "";
}

export const glossaryOf = async (account: Account): Promise<Stored[]> =>
  callRpc(account.client, "glossary", { p_workspace_id: await workspaceIdOf(account) });

export async function saveTerm(account: Account, term: Partial<Stored>): Promise<void> {
  const workspace_id = await workspaceIdOf(account);
  const values = Object.entries({ language: "en", term: "", ...term }).map(([name, value]) => [`p_${name}`, value]);
  await callRpc(account.client, "save_term", {
    p_workspace_id: workspace_id,
    p_term_id: randomUUID(),
    ...Object.fromEntries(values),
  });
}

/** Creates a guest and admits them to the meeting. */
export async function guestIn(client: SupabaseClient, code: string) {
  const signed = await client.auth.signInAnonymously();
  if (signed.error) throw signed.error;
  const knocked = { p_code: code, p_display_name: "Ana", p_speaks: "es", p_reads: "es" };
  return await callRpc<{ meeting_id: string }>(client, "knock", knocked);
}

/** The card or row of a term. */
export const termRow = (page: Page, term: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: term, exact: true }) });

export const clickInDialog = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click();

/** Opens the glossary of this page's user and waits until it is hydrated. */
export async function openGlossary(page: Page): Promise<void> {
  await page.goto("/glossary");
  await waitForHydration(page);
}

interface Taught {
  readonly term: string;
  readonly language: string;
  readonly translations: Readonly<Record<string, string>>;
}

/** Adds a term on the open glossary and retranslates the affected lines. */
export async function changeTermAndRetranslate(page: Page, { term, language, translations }: Taught): Promise<void> {
  const label = async (key: Parameters<typeof text>[1]) => dialog.getByLabel(await text(page, key), { exact: true });
  const dialog = page.getByRole("dialog");
  await button(page, await text(page, "glossary.add")).click();
  await (await label("glossary.field.term")).fill(term);
  await (await label("glossary.field.language")).selectOption(language);
  for (const [place, [into, word]] of Object.entries(translations).entries()) {
    if (place > 0) await clickInDialog(page, await text(page, "glossary.addTranslation"));
    await (await label("glossary.field.to")).nth(place).selectOption(into);
    await (await label("glossary.field.word")).nth(place).fill(word);
  }
  await clickInDialog(page, await text(page, "settings.save"));
  await clickInDialog(page, await text(page, "glossary.reach.press"));
  // The link appears when no translation is pending.
  await expect(dialog.getByRole("link", { name: await text(page, "action.close"), exact: true })).toBeVisible();
}
