/** How many emails with codes a network and the project get in an hour, for strangers and for accounts. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { SIGN_IN } from "#contracts/signInLimits.ts";
import { SMS } from "#contracts/smsLimits.ts";
import { account, type Person, person } from "./support/fixtures.ts";
import { anon, rejectionCode, service, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
beforeEach(() => db.admin`delete from private.sign_in_counts`);

const NETWORK = "2001:db8:1:2::";
const mailbox = ({ id }: Person) => `${id}@parley.example`;

interface Request {
  readonly user?: string;
  readonly email?: string;
  readonly network?: string | null;
  readonly inDay?: number | null;
}
const ask = ({
  user = randomUUID(),
  email = `${randomUUID()}@elsewhere.example`,
  network = NETWORK,
  inDay = null,
}: Request = {}) =>
  db.rpc(service, "admit_email", { p_user_id: user, p_email: email, p_network: network, p_in_day: inDay }, z.boolean());
const nextHour = () => db.admin`
  update private.sign_in_counts set ends_at = ends_at - interval '1 hour' where limit_name like '%InHour'`;
/** Returns how many of the requests are admitted. */
async function admitted(times: number, request: Request = {}): Promise<number> {
  let count = 0;
  for (let turn = 0; turn < times; turn += 1) if (await ask(request)) count += 1;
  return count;
}
/** Uses up a counter that has a row. */
const useUp = (limit: string, count: number) =>
  db.admin`update private.sign_in_counts set count = ${count} where limit_name = ${limit}`;

describe("an email to a stranger's mailbox", () => {
  test("is limited by the visitor's network", async () => {
    expect(await admitted(SIGN_IN.strangerEmailsOfNetworkInHour + 2)).toBe(SIGN_IN.strangerEmailsOfNetworkInHour);
    // Above the limit nothing is written or locked.
    const limit = "signIn.strangerEmailsOfNetworkInHour";
    expect(await db.admin`select count from private.sign_in_counts where limit_name = ${limit}`).toEqual([
      { count: SIGN_IN.strangerEmailsOfNetworkInHour },
    ]);
    expect(await ask({ network: "2001:db8:1:3::" })).toBe(true);
    expect(await ask({ network: null })).toBe(true);
  });

  test("is limited for all strangers together", async () => {
    await ask();
    await useUp("signIn.strangerEmailsInHour", SIGN_IN.strangerEmailsInHour);
    expect(await ask({ network: "203.0.113.9" })).toBe(false);
  });

  test("counts for a session that names another address", async () => {
    const [ana, guest] = [await account(db), await person(db)];
    await ask();
    await useUp("signIn.strangerEmailsOfNetworkInHour", SIGN_IN.strangerEmailsOfNetworkInHour);
    expect(await ask({ user: ana.id })).toBe(false);
    expect(await ask({ user: guest.id })).toBe(false);
    expect(await ask({ user: ana.id, email: mailbox(await account(db)) })).toBe(false);
  });

  test("fails far above the limit, so Auth stores nobody", async () => {
    await ask();
    await useUp("signIn.strangerRequestsOfNetworkInHour", SIGN_IN.strangerRequestsOfNetworkInHour);
    expect(await rejectionCode(ask())).toBe("request/rate-limited");
    const ana = await account(db);
    expect(await ask({ user: ana.id, email: mailbox(ana) })).toBe(true);
  });

  test("shares that bound with SMS to strangers", async () => {
    await ask();
    await useUp("signIn.strangerRequestsOfNetworkInHour", SIGN_IN.strangerRequestsOfNetworkInHour);
    const sms = { p_user_id: randomUUID(), p_phone: "34600111222", p_address: NETWORK };
    expect(await rejectionCode(db.rpc(service, "admit_sms", sms, z.boolean()))).toBe("request/rate-limited");
  });

  test("has a new limit each hour", async () => {
    await ask();
    await useUp("signIn.strangerEmailsOfNetworkInHour", SIGN_IN.strangerEmailsOfNetworkInHour);
    expect(await ask()).toBe(false);
    await db.admin`update private.sign_in_counts set ends_at = ends_at - interval '1 hour'`;
    expect(await ask()).toBe(true);
    expect(await db.admin`select from private.sign_in_counts where ends_at <= now()`).toHaveLength(0);
  });

  test("counts requests that arrive at once", async () => {
    await ask();
    await useUp("signIn.strangerEmailsOfNetworkInHour", SIGN_IN.strangerEmailsOfNetworkInHour - 3);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
    expect(answers.filter(Boolean)).toHaveLength(3);
  });
});

describe("an email to the mailbox of an account", () => {
  test("arrives when strangers used up theirs", async () => {
    const ana = await account(db);
    await ask();
    await useUp("signIn.strangerEmailsOfNetworkInHour", SIGN_IN.strangerEmailsOfNetworkInHour);
    await useUp("signIn.strangerEmailsInHour", SIGN_IN.strangerEmailsInHour);
    expect(await ask()).toBe(false);
    expect(await ask({ user: ana.id, email: mailbox(ana) })).toBe(true);
    expect(await ask({ user: ana.id, email: mailbox(ana).toUpperCase() })).toBe(true);
  });

  test("has a larger limit by network, and for all", async () => {
    const ana = await account(db);
    const own = { user: ana.id, email: mailbox(ana) };
    await ask(own);
    await useUp("signIn.accountEmailsOfNetworkInHour", SIGN_IN.accountEmailsOfNetworkInHour);
    expect(await ask(own)).toBe(false);
    expect(await ask({ ...own, network: "203.0.113.9" })).toBe(true);
    await useUp("signIn.accountEmailsInHour", SIGN_IN.accountEmailsInHour);
    expect(await ask({ ...own, network: null })).toBe(false);
  });

  test("is that of an address which somebody has proven", async () => {
    const id = randomUUID();
    const email = `${id}@parley.example`;
    await db.admin`
      insert into auth.users (id, aud, role, email, is_anonymous)
      values (${id}, 'authenticated', 'authenticated', ${email}, false)`;
    expect(await ask({ user: id, email })).toBe(true);
    const rows = await db.admin`select limit_name from private.sign_in_counts where limit_name ~ 'account'`;
    expect(rows).toHaveLength(0);
  });
});

describe("a mailbox", () => {
  test("gets ten emails an hour and thirty a day", async () => {
    const ana = await account(db);
    const own = { user: ana.id, email: mailbox(ana) };
    expect(await admitted(SIGN_IN.emailsOfMailboxInHour, own)).toBe(SIGN_IN.emailsOfMailboxInHour);
    expect(await ask({ ...own, email: mailbox(ana).toUpperCase(), network: "203.0.113.9" })).toBe(false);
    expect(await ask({ email: mailbox(ana).replace("@", "+1@"), network: "203.0.113.9" })).toBe(false);
    const ben = await account(db);
    expect(await ask({ user: ben.id, email: mailbox(ben) })).toBe(true);
    for (let hour = 0; hour < 2; hour += 1) {
      await nextHour();
      expect(await admitted(SIGN_IN.emailsOfMailboxInHour, own)).toBe(SIGN_IN.emailsOfMailboxInHour);
    }
    await nextHour();
    expect(await ask(own)).toBe(false);
    expect(await ask({ email: "new@elsewhere.example" })).toBe(true);
  });

  test("uses up nothing of the project above its limit", async () => {
    const email = "ana@elsewhere.example";
    await admitted(SIGN_IN.emailsOfMailboxInHour + 5, { email });
    expect(
      await db.admin`select count from private.sign_in_counts where limit_name = 'signIn.strangerEmailsInHour'`,
    ).toEqual([{ count: SIGN_IN.emailsOfMailboxInHour }]);
  });

  test("is not used up by a network above its limit", async () => {
    await ask();
    await useUp("signIn.strangerEmailsOfNetworkInHour", SIGN_IN.strangerEmailsOfNetworkInHour);
    const email = "ana@elsewhere.example";
    expect(await admitted(20, { email })).toBe(0);
    expect(await ask({ email, network: "203.0.113.9" })).toBe(true);
  });
});

describe("with the operator's hundred emails a day", () => {
  const inDay = 100;
  const network = (number: number) => `2001:db8:2:${number.toString(16)}::`;

  test("a network of strangers gets five", async () => {
    expect(await admitted(7, { inDay })).toBe(5);
    await nextHour();
    expect(await ask({ inDay })).toBe(false);
    expect(await ask({ inDay, network: network(1) })).toBe(true);
    const ana = await account(db);
    expect(await ask({ inDay, user: ana.id, email: mailbox(ana) })).toBe(true);
  });

  test("strangers get half, and accounts get half", async () => {
    let count = 0;
    for (let number = 0; number < 12; number += 1) count += await admitted(5, { inDay, network: network(number) });
    expect(count).toBe(50);
    expect(await ask({ inDay, network: null })).toBe(false);
    count = 0;
    for (let number = 0; number < 6; number += 1)
      for (let turn = 0; turn < 2; turn += 1) {
        const ana = await account(db);
        count += await admitted(5, { inDay, network: network(number), user: ana.id, email: mailbox(ana) });
      }
    expect(count).toBe(50);
  });

  test("a network of accounts gets ten", async () => {
    const [ana, ben] = [await account(db), await account(db)];
    const all = { inDay, user: ana.id, email: mailbox(ana) };
    expect(await admitted(10, all)).toBe(10);
    const other = { inDay, user: ben.id, email: mailbox(ben) };
    expect(await ask(other)).toBe(false);
    expect(await ask({ ...other, network: network(1) })).toBe(true);
  });
});

test("no number, or 0, limits no day", async () => {
  for (const inDay of [null, 0]) expect(await admitted(10, { inDay })).toBe(10);
  const rows = await db.admin<{ limit: string }[]>`
    select limit_name as "limit" from private.sign_in_counts where limit_name like '%InDay'`;
  expect(new Set(rows.map(({ limit }) => limit))).toEqual(new Set(["signIn.emailsOfMailboxInDay"]));
  expect(await ask({ inDay: 1 })).toBe(true);
  expect(await ask({ inDay: 1 })).toBe(false);
  expect(await rejectionCode(ask({ inDay: -1 }))).toBe("request/invalid");
});

test("a limit of emails takes mailboxes only", async () => {
  for (const email of ["", "x".repeat(321)]) expect(await rejectionCode(ask({ email }))).toBe("request/invalid");
  expect(await rejectionCode(ask({ network: "x".repeat(101) }))).toBe("request/invalid");
});

test("counts of emails store neither mailbox nor network", async () => {
  await ask({ email: "ana@elsewhere.example" });
  const rows = await db.admin<{ limit: string; key: string }[]>`
    select limit_name as "limit", key from private.sign_in_counts`;
  expect(JSON.stringify(rows)).not.toMatch(/2001:db8|ana@/u);
  for (const { limit, key } of rows) expect(key).toMatch(/Network|Mailbox/u.test(limit) ? /^[0-9a-f]{6}$/u : /^$/u);
});

test("nobody can compute whose counter a network shares", async () => {
  await ask();
  const [other] = await db.admin<{ key: string }[]>`
    select left(encode(sha256(convert_to(extract(epoch from ends_at) || ${NETWORK}, 'utf8')), 'hex'), 6) as key
    from private.sign_in_counts where limit_name = 'signIn.strangerEmailsOfNetworkInHour'`;
  const keys = await db.admin<{ key: string }[]>`select key from private.sign_in_counts`;
  expect(other?.key).toMatch(/^[0-9a-f]{6}$/u);
  expect(keys.map(({ key }) => key)).not.toContain(other?.key);
  for (const who of [anon, await account(db), service])
    expect(await rejectionCode(db.as(who, (sql) => sql`select * from private.sign_in_salt`))).toMatch(
      /permission denied/u,
    );
});

test("a network reaches its SMS before its requests fail", () => {
  expect(SMS.addressInDay).toBeLessThan(SIGN_IN.strangerRequestsOfNetworkInHour);
  expect(SIGN_IN.strangerEmailsOfNetworkInHour).toBeLessThan(SIGN_IN.strangerRequestsOfNetworkInHour);
});
