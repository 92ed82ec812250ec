import { randomUUID } from "node:crypto";
import type postgres from "postgres";

/** Creates an account with its workspace, directly in the database. */
export async function createOwner(admin: postgres.Sql): Promise<{ owner: string; workspace: string }> {
  const owner = randomUUID();
  await admin`
    insert into auth.users (id, aud, role, email, email_confirmed_at, is_anonymous)
    values (${owner}, 'authenticated', 'authenticated', 'owner@parley.example', now(), false)`;
  const [member] = await admin<{ workspace: string }[]>`
    select workspace_id as workspace from public.workspace_members where user_id = ${owner}`;
  return { owner, workspace: member?.workspace ?? "" };
}
