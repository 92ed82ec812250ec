/** People with an account, signed in by an emailed code. The sign-in pages have tests of their own. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { createServerClient } from "@supabase/ssr";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Email } from "../../local/inbox/email.ts";
import type { App } from "./app.ts";
import { fetchRepeatingBusy } from "./client.ts";

/** The session cookie as `functions/` names and sets it. */
const COOKIE = { name: "__Host-parley", path: "/", httpOnly: true, secure: true, sameSite: "lax" } as const;

export interface Account {
  readonly email: string;
  /** Calls the database as this person. */
  readonly client: SupabaseClient;
  /** The session cookies as the Worker would set them. */
  readonly cookies: ReadonlyMap<string, string>;
}

/** Creates an account with a new email address. `request` sends the requests of its client. */
export async function openAccount(
  { stack }: Pick<App, "stack">,
  name: string,
  request: typeof fetch = fetchRepeatingBusy,
): Promise<Account> {
  const email = `${name}-${randomUUID().slice(0, 8)}@parley.example`;
  const cookies = new Map<string, string>();
  const client = createServerClient(stack.url, stack.publishableKey, {
    cookieOptions: COOKIE,
    global: { fetch: request },
    cookies: {
      getAll: () => [...cookies].map(([cookie, value]) => ({ name: cookie, value })),
      setAll: (changed) => {
        for (const { name: cookie, value } of changed) cookies.set(cookie, value);
      },
    },
  });
  const requested = await client.auth.signInWithOtp({ email: email });
  if (requested.error) throw requested.error;
  const inbox = await fetch(`${stack.inboxUrl}/api?${new URLSearchParams({ to: email })}`);
  const [newest]: Email[] = await inbox.json();
  const { error } = await client.auth.verifyOtp({ email: email, token: newest?.code ?? "", type: "email" });
  if (error) throw error;
  return { email, client, cookies };
}

/** Signs in the page's browser. `addCookies` would need a domain, and a `__Host-` cookie must not have one. */
export async function signIn(page: Page, { cookies }: Account): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  for (const [name, value] of cookies)
    await devtools.send("Network.setCookie", {
      url: "https://localhost",
      name,
      value,
      path: "/",
      httpOnly: true,
      secure: true,
      sameSite: "Lax",
    });
  await devtools.detach();
}

interface Visit {
  readonly name: string;
  readonly speaks: string;
  readonly reads: string;
}

async function call<T>(client: SupabaseClient, rpc: string, args: object): Promise<T> {
  const { data, error } = await client.rpc(rpc, args);
  if (error) throw error;
  return data;
}

/** Creates a meeting as this person and returns its code. */
export async function createMeeting({ client }: Account, title: string | null): Promise<string> {
  return (await call<{ code: string }>(client, "create_meeting", { p_meeting_id: randomUUID(), p_title: title })).code;
}

/** Opens the pre-join page and joins; returns a function that leaves. */
export async function joinAsAccount(
  { client }: Account,
  code: string,
  { name, speaks, reads }: Visit,
): Promise<() => Promise<void>> {
  const { meeting_id } = await call<{ meeting_id: string }>(client, "knock", {
    p_code: code,
    p_display_name: name,
    p_speaks: speaks,
    p_reads: reads,
  });
  const peer_id = randomUUID();
  const entered = await call<{ call: { id: string } }>(client, "enter_call", {
    p_meeting_id: meeting_id,
    p_peer_id: peer_id,
  });
  return async () => {
    await call(client, "leave_call", { p_call_id: entered.call.id, p_peer_id: peer_id });
  };
}

/** Posts a decision and a task of this person in the call of their newest meeting. Returns both texts. */
export async function postMarkedLines({ client }: Account): Promise<{ decision: string; task: string }> {
  const { meetings } = await call<{ meetings: { last_call: { id: string } | null }[] }>(client, "home", {});
  const callId = meetings[0]?.last_call?.id;
  const me = (await client.auth.getUser()).data.user?.id;
  const texts = { decision: "The bus leaves at eight.", task: "I call the museum." };
  for (const [kind, text] of Object.entries(texts)) {
    const line = { p_line_id: randomUUID(), p_call_id: callId, p_language: "en", p_text: text };
    await call(client, "post_line", line);
    const assignee = kind === "task" ? { p_assignee_id: me } : {};
    await call(client, "mark_line", { p_line_id: line.p_line_id, p_kind: kind, ...assignee });
  }
  return texts;
}
