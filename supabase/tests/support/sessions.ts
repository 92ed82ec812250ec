/** Sign-ins, as Auth and the Worker do them, and calls of the functions for sessions. */
import { createHash, randomUUID } from "node:crypto";
import type postgres from "postgres";
import { accountSessions } from "#contracts/sessions.ts";
import type { Person } from "./fixtures.ts";
import { type DatabaseCaller, emptyResult, service, type TestDatabase } from "./testDatabase.ts";

export interface SignedIn extends Person {
  readonly session: string;
}

/** The name of a device, as the Worker states it. */
export const deviceHash = (device: string): string => createHash("sha256").update(device).digest("hex");

export function sessionActions(db: TestDatabase) {
  const record = (session: string, device: string, country: string | null = "ES", by: DatabaseCaller = service) =>
    db.rpc(
      by,
      "record_sign_in",
      { p_session_id: session, p_country: country, p_device: deviceHash(device), p_user_agent: "Chrome" },
      emptyResult,
    );
  /** Starts a session at Auth itself, without the Worker. */
  const signInAtAuth = async ({ id }: Person, agent = "Firefox"): Promise<SignedIn> => {
    const session = randomUUID();
    await db.admin`
      insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent)
      values (${session}, ${id}, now(), now(), 'aal1', ${agent})`;
    await db.admin`
      insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      values (${randomUUID()}, ${session}, now(), now(), 'otp')`;
    return { role: "authenticated", id, session };
  };
  return {
    record,
    signInAtAuth,
    /** Signs in by the Worker. */
    async signIn(who: Person, device = "desk"): Promise<SignedIn> {
      const signedIn = await signInAtAuth(who);
      await record(signedIn.session, `${device} of ${who.id}`);
      return signedIn;
    },
    list: (who: DatabaseCaller) => db.rpc(who, "my_sessions", {}, accountSessions),
    end: (who: DatabaseCaller, session: string) => db.rpc(who, "end_session", { p_session_id: session }, emptyResult),
    endOthers: (who: DatabaseCaller, distrust = false) =>
      db.rpc(who, "end_other_sessions", { p_distrust: distrust }, emptyResult),
    /** Makes a session an hour older. */
    async age({ session }: SignedIn): Promise<void> {
      await db.admin`update auth.sessions set created_at = created_at - interval '1 hour' where id = ${session}`;
      await db.admin`update auth.mfa_amr_claims set updated_at = updated_at - interval '1 hour' where session_id = ${session}`;
    },
    async openSessions({ id }: Person): Promise<string[]> {
      const rows = await db.admin<{ id: string }[]>`
        select id from auth.sessions where user_id = ${id} order by created_at, id`;
      return rows.map((row) => row.id);
    },
    /** Calls the check that PostgREST calls before each request. */
    admit: (who: DatabaseCaller, path = "/rpc/home") =>
      db.as(who, async (sql: postgres.TransactionSql) => {
        await sql`select set_config('request.path', ${path}, true)`;
        await sql`select private.admit_request()`;
      }),
  };
}
