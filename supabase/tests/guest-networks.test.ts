/** How many guests an IPv6 network gets in an hour. Auth counts each address of it as a visitor. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { SIGN_IN } from "#contracts/signInLimits.ts";
import { account, type Person, person } from "./support/fixtures.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
beforeEach(() => db.admin`delete from private.sign_in_counts`);

/** Begins a session as Auth does. */
const signIn = async ({ id }: Person, ip: string | null) => {
  await db.admin`
    insert into auth.sessions (id, user_id, created_at, updated_at, aal, ip)
    values (${randomUUID()}, ${id}, now(), now(), 'aal1', ${ip})`;
};
const guestAt = async (ip: string | null) => await signIn(await person(db), ip);
/** Returns how many guests at addresses of a network are admitted. */
async function admitted(times: number, addressOf: (turn: number) => string | null): Promise<number> {
  let count = 0;
  for (let turn = 0; turn < times; turn += 1)
    if ((await rejectionCode(guestAt(addressOf(turn)))).startsWith("no refusal")) count += 1;
  return count;
}
const LIMIT = SIGN_IN.guestsOfNetworkInHour;

describe("guests of an IPv6 network", () => {
  test("count together", async () => {
    expect(await admitted(LIMIT + 2, (turn) => `2001:db8:1:2:${turn.toString(16)}::1`)).toBe(LIMIT);
    await guestAt("2001:db8:1:3::1");
    expect(await rejectionCode(guestAt("2001:db8:1:2::1"))).toBe("request/rate-limited");
    const [row] = await db.admin<{ key: string }[]>`select key from private.sign_in_counts order by count desc limit 1`;
    expect(row?.key).toMatch(/^[0-9a-f]{6}$/u);
  });

  test("leave accounts alone", async () => {
    await admitted(LIMIT, (turn) => `2001:db8:1:4:${turn.toString(16)}::1`);
    const ana = await account(db);
    await signIn(ana, "2001:db8:1:4::1");
  });
});

test.each(["203.0.113.7", "::ffff:203.0.113.7", "127.0.0.1", "::1", null])(
  "guests at %s are left to Auth",
  async (ip) => {
    await guestAt(ip);
    expect(await db.admin`select from private.sign_in_counts`).toHaveLength(0);
  },
);
