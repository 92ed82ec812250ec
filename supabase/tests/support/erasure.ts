/** Requests of deletions with a recent sign-in, and what is left of a person. */
import { randomUUID } from "node:crypto";
import { type AccountDeletion, accountDeletion } from "#contracts/personalData.ts";
import { account, type Person } from "./fixtures.ts";
import { DAY_MS, sweepStep } from "./sweep.ts";
import type { TestDatabase } from "./testDatabase.ts";

/** Later than the end of the week. */
export const AFTER_GRACE = { aheadMs: 7 * DAY_MS + 60_000 } as const;

export function erasureActions(db: TestDatabase) {
  /** Adds a session that began so many minutes ago, by a method of Auth. */
  async function signIn(who: Person, minutesAgo = 0, method: string | null = null): Promise<Person> {
    const session = randomUUID();
    await db.admin`
      insert into auth.sessions (id, user_id, created_at)
      values (${session}, ${who.id}, now() - ${minutesAgo} * interval '1 minute')`;
    if (method !== null)
      await db.admin`
        insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
        values (gen_random_uuid(), ${session}, ${method}, now() - ${minutesAgo} * interval '1 minute', now())`;
    return { ...who, session };
  }
  const request = (who: Person, email = `${who.id}@parley.example`): Promise<AccountDeletion> =>
    db.rpc(who, "request_account_deletion", { p_email: email }, accountDeletion);
  return {
    signIn,
    request,
    state: (who: Person) => db.rpc(who, "account_deletion", {}, accountDeletion),
    cancel: (who: Person) => db.rpc(who, "cancel_account_deletion", {}, accountDeletion),
    /** Creates an account whose deletion is requested. */
    async leaving(mail?: string): Promise<Person> {
      const who = await signIn(await account(db, mail));
      await request(who, mail);
      return who;
    },
    /** Runs the job's steps about deletions after the week. Returns the batches of the accounts' step. */
    async erase(rows = 1_000): Promise<number[]> {
      const sizes = await sweepStep(db, "deleted-accounts", { ...AFTER_GRACE, rows });
      await sweepStep(db, "deleted-workspaces", { ...AFTER_GRACE, rows });
      return sizes;
    },
    async emails(recipient: string): Promise<string[]> {
      const rows = await db.admin<{ template: string }[]>`
        select template from private.outbox_emails where recipient = ${recipient} order by created_at`;
      return rows.map(({ template }) => template);
    },
    /** Returns the tables that name the person anywhere. */
    async tracesOf(id: string): Promise<string[]> {
      const columns = await db.admin<{ place: string; column: string; isList: boolean }[]>`
        select format('%I.%I', table_schema, table_name) as place, column_name as column, udt_name = '_uuid' as "isList"
        from information_schema.columns
        join information_schema.tables using (table_schema, table_name)
        where table_type = 'BASE TABLE' and table_schema in ('public', 'private', 'auth') and udt_name in ('uuid', '_uuid')`;
      const found: string[] = [];
      for (const { place, column, isList } of columns) {
        const condition = isList ? `$1 = any ("${column}")` : `"${column}" = $1`;
        const rows = await db.admin.unsafe(`select from ${place} where ${condition} limit 1`, [id]);
        if (rows.length > 0) found.push(`${place}.${column}`);
      }
      return found;
    },
  };
}
