/** Codes by SMS that their reader redeems as codes by email, at Auth itself and with Parley's triggers. */
import { createHash, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { authTargetForFile } from "./contract/auth.support.ts";
import { isExternal } from "./contract/target.ts";
import { newPhone } from "./support/phones.ts";

const auth = authTargetForFile({ parley: true });
const admin = () => auth.target().embedded.admin;

/** Gives a person a proven number. Returns the hash of a code by SMS, as Auth stores it. */
async function requestSms({ id }: { id: string }): Promise<string> {
  const phone = newPhone();
  const hash = createHash("sha224").update(`${phone}12345678`).digest("hex");
  await admin().begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update auth.users set phone = ${phone}, phone_confirmed_at = now() where id = ${id}`;
    await sql`
      insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
      values (${randomUUID()}, ${id}, 'confirmation_token', ${hash}, ${phone}, now() at time zone 'UTC', now() at time zone 'UTC')`;
  });
  return hash;
}

const stateOf = async (id: string) =>
  await admin()`
    select email_confirmed_at, (select count(*)::int from auth.sessions where user_id = users.id) as sessions
    from auth.users where id = ${id}`;

describe.skipIf(isExternal)("the hash of a code by SMS", () => {
  test.each(["email", "signup"] as const)("confirms no address as %s", async (type) => {
    const ana = await auth.person();
    const token_hash = await requestSms(ana);
    const before = await stateOf(ana.id);
    expect((await auth.client().auth.verifyOtp({ token_hash, type })).error).not.toBeNull();
    expect(await stateOf(ana.id)).toEqual(before);
  });

  test("gives an account by number no proven address", async () => {
    const ana = await auth.person();
    const token_hash = await requestSms(ana);
    await admin().begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update auth.users set email = null, email_confirmed_at = null where id = ${ana.id}`;
    });
    const before = await stateOf(ana.id);
    expect((await auth.client().auth.verifyOtp({ token_hash, type: "email" })).error).not.toBeNull();
    expect(await stateOf(ana.id)).toEqual(before);
  });
});
