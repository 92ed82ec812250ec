/** How many rows of Auth requests leave behind, and how large they are. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { account, type Person, person } from "./support/fixtures.ts";
import { sessionActions } from "./support/sessions.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { signInAtAuth, openSessions } = sessionActions(db);

/** Begins a flow as Auth does for a provider, or for an email. */
async function beginFlow(method: "oauth" | "magiclink", referrer: string | null = null): Promise<string> {
  const [flow, client] = [randomUUID(), randomUUID()];
  await db.admin`
    insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
    values (${client}, 'google', 'verifier', now())`;
  await db.admin`
    insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge, provider_type, created_at, updated_at,
      authentication_method, referrer, oauth_client_state_id)
    values (${flow}, ${randomUUID()}, 's256', ${"c".repeat(43)}, 'google', now(), now(), ${method}, ${referrer}, ${client})`;
  return flow;
}
const age = (minutes: number) =>
  db.admin.begin(async (sql) => {
    await sql`update auth.flow_state set created_at = now() - make_interval(mins => ${minutes})`;
    await sql`update auth.oauth_client_states set created_at = now() - make_interval(mins => ${minutes})`;
  });
async function countFlows() {
  const [row] = await db.admin<{ flows: number; clients: number }[]>`
    select (select count(*)::int from auth.flow_state) as flows, (select count(*)::int from auth.oauth_client_states) as clients`;
  return row;
}

describe.each(["oauth", "magiclink"] as const)("flows of %s", (method) => {
  test("go after twenty minutes, with later ones", async () => {
    await db.admin`delete from auth.flow_state`;
    await db.admin`delete from auth.oauth_client_states`;
    for (let turn = 0; turn < 30; turn += 1) await beginFlow(method);
    await age(19);
    await beginFlow(method);
    expect(await countFlows()).toEqual({ flows: 31, clients: 31 });
    await age(21);
    await beginFlow(method);
    expect(await countFlows()).toEqual({ flows: 12, clients: 12 });
    await beginFlow(method);
    expect(await countFlows()).toEqual({ flows: 2, clients: 2 });
  });

  test("are not stored with long addresses", async () => {
    expect(await rejectionCode(beginFlow(method, `https://parley.example/${"é".repeat(1_500)}`))).toBe(
      "request/invalid",
    );
    await beginFlow(method, `https://parley.example/${"e".repeat(1_500)}`);
  });
});

test("challenges of a second factor go after ten minutes, with later ones", async () => {
  const ana = await account(db);
  const factor = randomUUID();
  await db.admin.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (${factor}, ${ana.id}, 'totp', 'unverified', now(), now())`;
    await sql`
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
      select gen_random_uuid(), ${factor}, now() - make_interval(mins => 8 + number % 4), '192.0.2.1'
      from generate_series(1, 40) as number`;
  });
  await db.admin`
    insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
    values (${randomUUID()}, ${factor}, now(), '192.0.2.1')`;
  const left = await db.admin<{ minutes: number }[]>`
    select distinct extract(minute from now() - created_at)::int as minutes from auth.mfa_challenges
    where factor_id = ${factor} order by 1`;
  expect(left.map(({ minutes }) => minutes)).toEqual([0, 8, 9]);
});

describe("a session", () => {
  test("stores 400 characters of its client's name", async () => {
    const { session } = await signInAtAuth(await account(db), "é".repeat(8_000));
    const length = async () =>
      await db.admin`select length(user_agent) as length from auth.sessions where id = ${session}`;
    expect(await length()).toEqual([{ length: 400 }]);
    await db.admin`update auth.sessions set user_agent = ${"x".repeat(8_000)} where id = ${session}`;
    expect(await length()).toEqual([{ length: 400 }]);
  });

  test("replaces the oldest of two hundred", async () => {
    const [ana, ben] = [await account(db), await account(db)];
    const other = await signInAtAuth(ben);
    const begun: string[] = [];
    for (let turn = 0; turn < 205; turn += 1) begun.push((await signInAtAuth(ana)).session);
    expect(new Set(await openSessions(ana))).toEqual(new Set(begun.slice(5)));
    expect(await openSessions(ben)).toContain(other.session);
  });
});

describe("used refresh tokens", () => {
  /** Exchanges the token of a session so many times, as Auth does. Returns the numbers of those that are left. */
  async function refresh(who: Person, session: string, times: number): Promise<number[]> {
    for (let turn = 0; turn < times; turn += 1) {
      await db.admin`update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = ${session} and not revoked`;
      await db.admin`
        insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, session_id)
        values (${randomUUID()}, ${who.id}, false, now(), now(), ${session})`;
    }
    const rows = await db.admin<
      { id: string }[]
    >`select id from auth.refresh_tokens where session_id = ${session} order by id`;
    const first = Number(rows[0]?.id);
    return rows.map(({ id }) => Number(id) - first);
  }

  test("stay, but for those in the middle", async () => {
    const guest = await person(db);
    const { session } = await signInAtAuth(guest);
    const left = await refresh(guest, session, 100);
    const all = Array.from({ length: 100 }, (_, index) => index);
    expect(left).toEqual([...all.slice(0, 40), ...all.slice(79)]);
  });

  test("go after a day", async () => {
    const guest = await person(db);
    const { session } = await signInAtAuth(guest);
    await refresh(guest, session, 30);
    await db.admin`update auth.refresh_tokens set updated_at = now() - interval '25 hours' where session_id = ${session} and revoked`;
    expect(await refresh(guest, session, 1)).toHaveLength(2);
  });
});
