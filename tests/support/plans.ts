/** Helpers that plan meetings as an account. */
import { randomUUID } from "node:crypto";
import type { Account } from "./accounts.ts";
import type { App } from "./app.ts";
import { withAdminSql } from "./callFixture.ts";
import { callRpc, workspaceIdOf } from "./glossary.ts";

interface PlannedMeeting {
  readonly seriesId: string;
  /** The local time of the first occurrence. */
  readonly start: string;
}

/** Returns a local time some days from now. */
export const localTimeIn = (days: number, time: string): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}`;

/** Plans a weekly meeting through the edge function. */
export async function planMeeting(account: Account, title: string, start: string): Promise<PlannedMeeting> {
  const seriesId = randomUUID();
  const create = {
    ...{ series_id: seriesId, workspace_id: await workspaceIdOf(account), access: "knock", title, language: "en" },
    agenda: ["Seeds", "Tools"],
    times: { start, zone: "Europe/Madrid", length_minutes: 60, rule: { freq: "weekly", count: 4 } },
  };
  const { error } = await account.client.functions.invoke("plan", { body: { create } });
  if (error) throw error;
  return { seriesId, start };
}

/** Invites an address and returns the token of its link, which only the job that sends the email gets. */
export async function inviteByLink(app: App, { client }: Account, seriesId: string, invitee: object): Promise<string> {
  await callRpc(client, "invite_to_series", { p_series_id: seriesId, p_invitees: [invitee] });
  let token = "";
  await withAdminSql(app, async (sql) => {
    const [row] = await sql<{ token: string }[]>`
      select private.new_invitee_token(id) as token from public.series_invitees where series_id = ${seriesId}
    `;
    token = row?.token ?? "";
  });
  return token;
}
