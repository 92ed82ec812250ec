/** A meeting whose host has no page: newcomers knock, and the test admits or denies them. */
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { type Account, openAccount } from "./accounts.ts";
import type { App } from "./app.ts";
import { createTestClient } from "./client.ts";

export interface WaitingRoomFixture {
  readonly host: Account;
  readonly link: string;
  readonly id: string;
  /** Calls an rpc function as the host. */
  call<T>(rpc: string, args?: object): Promise<T>;
  /** Returns the names of the waiting visitors. */
  waiting(): Promise<string[]>;
  /** Admits or denies the only waiting visitor and returns their id. */
  decide(decision: "admit" | "deny"): Promise<string>;
}

export async function openWaitingRoom(
  app: App,
  options: { access?: string; title?: string; keep?: string } = {},
): Promise<WaitingRoomFixture> {
  const host = await openAccount(app, "ines");
  async function call<T>(rpc: string, args: object = {}): Promise<T> {
    const { data, error } = await host.client.rpc(rpc, args);
    if (error) throw error;
    return data;
  }
  const meeting = await call<{ meeting_id: string; code: string }>("create_meeting", {
    p_meeting_id: randomUUID(),
    p_access: options.access ?? "knock",
    p_title: options.title,
    p_keep: options.keep,
  });
  const meeting_id = meeting.meeting_id;
  const visitors = async () =>
    (
      await call<{ waiting: { user_id: string; display_name: string }[] }>("waiting_participants", {
        p_meeting_id: meeting_id,
      })
    ).waiting;
  return {
    host,
    id: meeting_id,
    link: `${app.url}/m/${meeting.code.replace(/(.{4})(?=.)/gu, "$1-")}`,
    call,
    waiting: async () => (await visitors()).map(({ display_name }) => display_name),
    async decide(decision) {
      const [visitor] = await visitors();
      if (visitor === undefined) throw new Error("nobody waits");
      await call(decision, { p_meeting_id: meeting_id, p_user_id: visitor.user_id });
      return visitor.user_id;
    },
  };
}

/** Knocks as a guest without a page, and returns the guest's client. */
export async function knockWithoutPage({ stack }: App, link: string, name: string): Promise<SupabaseClient> {
  const client = createTestClient(stack);
  await client.auth.signInAnonymously();
  const args = { p_code: link.split("/").at(-1), p_display_name: name, p_speaks: "en", p_reads: "en" };
  const { error } = await client.rpc("knock", args);
  if (error) throw error;
  return client;
}
