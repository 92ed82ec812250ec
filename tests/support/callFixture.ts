/** A finished call without pages, for tests of transcripts and recaps. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { type Account, openAccount, signIn } from "./accounts.ts";
import type { App } from "./app.ts";
import { waitForHydration } from "./screens.ts";

export async function callRpc<T>(client: SupabaseClient, rpc: string, args: object): Promise<T> {
  const { data, error } = await client.rpc(rpc, args);
  if (error) throw new Error(`${rpc}: ${error.message}`);
  return data;
}

export interface AccountSpeaker extends Account {
  readonly id: string;
}

/** Changes rows that no user action can change, such as times in the past. */
export async function withAdminSql({ stack }: App, change: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  await change(sql);
  await sql.end();
}

type TranscriptPage = { lines: { id: string; translations: { language: string; text: string | null }[] }[] };

/** Returns the translations into a language that a reader finds in the first page of a transcript. */
export async function translationsInto(client: SupabaseClient, callId: string, language: string) {
  const { lines } = await callRpc<TranscriptPage>(client, "transcript", { p_call_id: callId, p_after_seq: 0 });
  return lines.flatMap(({ id, translations }) =>
    translations.filter((made) => made.language === language).map(({ text }) => ({ line_id: id, text })),
  );
}

export interface CallFixture {
  readonly meetingId: string;
  readonly callId: string;
  readonly path: string;
  readonly code: string;
  readonly ines: AccountSpeaker;
  readonly tom: AccountSpeaker;
}

async function joinAs(code: string, account: Account, profile: readonly [string, string, string]) {
  const [display_name, speaks, reads] = profile;
  const knocked = await callRpc<{ meeting_id: string; participant: { user_id: string } }>(account.client, "knock", {
    ...{ p_code: code, p_display_name: display_name, p_speaks: speaks, p_reads: reads },
  });
  const entered = await callRpc<{ call: { id: string } }>(account.client, "enter_call", {
    p_meeting_id: knocked.meeting_id,
    p_peer_id: randomUUID(),
  });
  return {
    ...account,
    id: knocked.participant.user_id,
    meetingId: knocked.meeting_id,
    callId: entered.call.id,
  };
}

/** Creates a meeting of Inés, who speaks Spanish, with Tom in its call. */
export async function createCallFixture(app: App, title: string | null = "Spring trip"): Promise<CallFixture> {
  const host = await openAccount(app, "ines");
  const { code } = await callRpc<{ code: string }>(host.client, "create_meeting", {
    p_meeting_id: randomUUID(),
    p_title: title,
  });
  const ines = await joinAs(code, host, ["Inés", "es", "es"]);
  const tom = await joinAs(code, await openAccount(app, "tom"), ["Tom", "en", "en"]);
  const { meetingId, callId } = ines;
  return { meetingId, callId, path: `/meetings/${meetingId}/calls/${callId}`, code, ines, tom };
}

export async function postCaption(
  { client }: Account,
  callId: string,
  text: string,
  language = "es",
  ago = 0,
): Promise<string> {
  const id = randomUUID();
  await callRpc(client, "post_captions", {
    p_call_id: callId,
    p_captions: [{ id, language, text, ago, ms: 2_000 }],
  });
  return id;
}

/** Translates the lines with the real engine. */
export async function translate({ client }: Account, lines: readonly string[]): Promise<void> {
  const { error } = await client.functions.invoke("translate", { body: { lines } });
  if (error) throw error;
}

export async function readAs(page: Page, who: Account, path: string): Promise<void> {
  await signIn(page, who);
  await page.goto(path);
  await waitForHydration(page);
}

/** Marks all peers of the call as left. */
export const endCall = (app: App, { callId }: CallFixture): Promise<void> =>
  withAdminSql(app, async (sql) => {
    await sql`update public.call_peers set left_at = now(), left_reason = 'left' where call_id = ${callId} and left_at is null`;
    await sql`update public.attendance set left_at = now() where call_id = ${callId}`;
    await sql`update public.calls set ended_at = now() where id = ${callId}`;
  });
