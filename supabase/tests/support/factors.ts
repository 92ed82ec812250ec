/** Second factors and the levels of sessions, as Auth stores them. */
import { randomUUID } from "node:crypto";
import type { Person } from "./fixtures.ts";
import type { SignedIn } from "./sessions.ts";
import type { TestDatabase } from "./testDatabase.ts";

export type FactorMethod = "totp" | "mfa/recovery_code";

export function factorActions(db: TestDatabase) {
  /** Starts a session `minutes` ago. */
  const signIn = async ({ id }: Person, minutes = 0): Promise<SignedIn> => {
    const session = randomUUID();
    await db.admin`
      insert into auth.sessions (id, user_id, created_at, updated_at, aal)
      values (${session}, ${id}, now() - ${minutes} * interval '1 minute', now(), 'aal1')`;
    return { role: "authenticated", id, session, level: "aal1" };
  };
  /** `minutes`: its age. */
  const addFactor = async (
    { id }: Person,
    status: "verified" | "unverified" = "verified",
    minutes = 0,
  ): Promise<string> => {
    const factor = randomUUID();
    await db.admin`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
      values (${factor}, ${id}, ${factor}, 'totp', ${status}, now() - ${minutes} * interval '1 minute', now(), 'JBSWY3DPEHPK3PXP')`;
    return factor;
  };
  /** Confirms a session by a factor, `minutes` ago. The result has the new token. */
  const confirm = async (
    who: SignedIn,
    minutes = 0,
    method: FactorMethod = "totp",
    factor: string | null = null,
  ): Promise<SignedIn> => {
    const at = db.admin`now() - ${minutes} * interval '1 minute'`;
    await db.admin`
      update auth.sessions set aal = 'aal2', factor_id = coalesce(
        ${factor}, (select id from auth.mfa_factors where user_id = ${who.id} and status = 'verified' limit 1)
      )
      where id = ${who.session}`;
    await db.admin`
      insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      values (${randomUUID()}, ${who.session}, ${at}, ${at}, ${method})
      on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`;
    const steps = (who.steps ?? []).filter((step) => step.method !== method);
    const timestamp = Math.floor(Date.now() / 1000) - minutes * 60;
    return { ...who, level: "aal2", steps: [{ method, timestamp }, ...steps] };
  };
  return {
    signIn,
    addFactor,
    confirm,
    async removeFactor(id: string): Promise<void> {
      await db.admin`
        select private.permit_change(user_id, 'factor-removal', ${id}) from auth.mfa_factors where id = ${id}`;
      await db.admin`delete from auth.mfa_factors where id = ${id}`;
    },
    /** Lowers a session, as Auth does when its factor is removed. */
    lower: ({ session }: SignedIn) => db.admin`update auth.sessions set aal = 'aal1' where id = ${session}`,
    /** Adds a factor to a person and signs them in with it. */
    async withFactor(who: Person): Promise<SignedIn> {
      await addFactor(who);
      return await confirm(await signIn(who));
    },
  };
}
