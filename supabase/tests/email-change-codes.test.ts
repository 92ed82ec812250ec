/**
 * The two codes of an address change, as supabase/auth stores and clears them (`sendEmailChange`, `emailChangeVerify` and
 * `ConfirmEmailChange` of `internal/api/verify.go`, read at 29fa778). A request with a code challenge adds a prefix to both.
 */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { factorActions } from "./support/factors.ts";
import { account, type Person } from "./support/fixtures.ts";
import { emptyResult, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { signIn } = factorActions(db);

const TOKENS = ["email_change_token_new", "email_change_token_current"] as const;
type Token = (typeof TOKENS)[number];
const HASHES = { email_change_token_new: "a".repeat(56), email_change_token_current: "b".repeat(56) };

/** Begins a change, with a code challenge. */
async function begun(): Promise<{ person: Person; email: string }> {
  const who = await signIn(await account(db));
  const email = `${randomUUID()}@parley.example`;
  await db.rpc(who, "allow_email_change", { p_email: email }, emptyResult);
  await db.admin`
    update auth.users
    set email_change = ${email}, email_change_confirm_status = 0, email_change_sent_at = now(),
      email_change_token_new = ${`pkce_${HASHES.email_change_token_new}`},
      email_change_token_current = ${`pkce_${HASHES.email_change_token_current}`}
    where id = ${who.id}`;
  for (const type of TOKENS)
    await db.admin`
      insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
      values (${randomUUID()}, ${who.id}, ${type}, ${`pkce_${HASHES[type]}`}, ${email})`;
  return { person: who, email };
}

/** Enters a code. Auth accepts a hash with and without the prefix, and clears the one without. */
async function enter({ id }: Person, type: Token): Promise<"half" | "done" | "refused"> {
  const [user] = await db.admin<(Record<Token, string> & { email_change_confirm_status: number })[]>`
    select email_change_token_new, email_change_token_current, email_change_confirm_status
    from auth.users where id = ${id}`;
  const hash = HASHES[type];
  if (user === undefined || !TOKENS.some((each) => [hash, `pkce_${hash}`].includes(user[each]))) return "refused";
  if (user.email_change_confirm_status === 0) {
    const isCleared = (each: Token) => user[each] === hash;
    await db.admin`
      update auth.users set email_change_confirm_status = 1,
        email_change_token_new = ${isCleared("email_change_token_new") ? "" : user.email_change_token_new},
        email_change_token_current = ${isCleared("email_change_token_current") ? "" : user.email_change_token_current}
      where id = ${id}`;
    return "half";
  }
  await db.admin`
    update auth.users set email = email_change, email_change = '', email_change_confirm_status = 0,
      email_change_token_new = '', email_change_token_current = ''
    where id = ${id}`;
  return "done";
}

describe("an address change with a code challenge", () => {
  test.each(TOKENS)("counts the same code once: %s", async (type) => {
    const { person } = await begun();
    expect([await enter(person, type), await enter(person, type)]).toEqual(["half", "refused"]);
  });

  test.each(TOKENS)("completes by both codes, first %s", async (first) => {
    const second = TOKENS.find((type) => type !== first) ?? first;
    const { person, email } = await begun();
    expect([await enter(person, first), await enter(person, second)]).toEqual(["half", "done"]);
    const [user] = await db.admin`select email from auth.users where id = ${person.id}`;
    expect(user?.email).toBe(email);
  });

  test("stores no prefix in either place", async () => {
    const { person } = await begun();
    const rows = await db.admin`select token_hash from auth.one_time_tokens where user_id = ${person.id} order by 1`;
    expect(rows.map(({ token_hash }) => token_hash)).toEqual(["a".repeat(56), "b".repeat(56)]);
  });

  test("does not complete while both codes are open", async () => {
    const { person, email } = await begun();
    const completing = db.admin`update auth.users set email = ${email}, email_change = '' where id = ${person.id}`;
    await expect(completing).rejects.toThrow("codes of both mailboxes");
  });
});

test("keeps the prefix of other codes", async () => {
  const { id } = await account(db);
  await db.admin`
    insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
    values (${randomUUID()}, ${id}, 'recovery_token', ${`pkce_${HASHES.email_change_token_new}`}, 'x')`;
  const [row] = await db.admin`select token_hash from auth.one_time_tokens where user_id = ${id}`;
  expect(row?.token_hash).toMatch(/^pkce_/u);
});
