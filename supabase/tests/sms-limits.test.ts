/** How many SMS a number, an address, a country and the project get in a day, at anybody's request. */
import { randomInt, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { SMS } from "#contracts/smsLimits.ts";
import { account, person } from "./support/fixtures.ts";
import { phoneAccount } from "./support/phones.ts";
import { rejectionCode, service, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
beforeEach(() => db.admin`delete from private.sign_in_counts`);

interface Request {
  readonly user?: string;
  readonly phone?: string;
  readonly address?: string | null;
}
const spanish = () => `346${randomInt(1e7, 1e8)}`;
const ask = ({ user = randomUUID(), phone = spanish(), address = randomUUID() }: Request = {}) =>
  db.rpc(service, "admit_sms", { p_user_id: user, p_phone: phone, p_address: address }, z.boolean());
/** Returns how many of the requests are admitted. */
async function admitted(times: number, request: () => Request): Promise<number> {
  let count = 0;
  for (let turn = 0; turn < times; turn += 1) if (await ask(request())) count += 1;
  return count;
}
/** Uses up a counter. */
const fill = (limit: string, key: string, count: number) => db.admin`
  insert into private.sign_in_counts (ends_at, limit_name, key, count)
  values (date_trunc('day', now(), 'utc') + interval '24 hours', ${limit}, ${key}, ${count})`;

describe("an SMS", () => {
  test("is sent a few times a day to a number", async () => {
    const phone = spanish();
    expect(await admitted(SMS.numberInDay + 2, () => ({ phone }))).toBe(SMS.numberInDay);
    expect(await ask()).toBe(true);
  });

  test("counts a number with and without its plus", async () => {
    const phone = spanish();
    await admitted(SMS.numberInDay, () => ({ phone: `+${phone}` }));
    expect(await ask({ phone })).toBe(false);
  });

  test("is limited by the visitor's address", async () => {
    const address = "203.0.113.7";
    expect(await admitted(SMS.addressInDay + 2, () => ({ address }))).toBe(SMS.addressInDay);
    expect(await ask({ address: null })).toBe(true);
  });

  test("reaches accounts behind an address of many strangers", async () => {
    const address = "203.0.113.9";
    const ana = await phoneAccount(db, spanish());
    await admitted(SMS.addressInDay, () => ({ address }));
    expect(await ask({ address })).toBe(false);
    expect(await ask({ user: ana.id, phone: ana.phone, address })).toBe(true);
    await db.admin`
      update private.sign_in_counts set count = ${SMS.accountsOfAddressInDay} where limit_name = 'sms.accountsOfAddressInDay'`;
    expect(await ask({ user: ana.id, phone: ana.phone, address })).toBe(false);
    expect(await ask({ user: ana.id, phone: ana.phone, address: "203.0.113.10" })).toBe(true);
  });

  test("leaves strangers theirs behind an address of many accounts", async () => {
    const address = "203.0.113.11";
    for (let turn = 0; turn < SMS.addressInDay; turn += 1) {
      const ana = await phoneAccount(db, spanish());
      expect(await ask({ user: ana.id, phone: ana.phone, address })).toBe(true);
    }
    expect(await ask({ address })).toBe(true);
  });

  test("uses up no number above the limit of an address", async () => {
    const [phone, address] = [spanish(), "203.0.113.8"];
    await admitted(SMS.addressInDay, () => ({ address }));
    expect(await admitted(3, () => ({ phone, address }))).toBe(0);
    expect(await admitted(SMS.numberInDay + 1, () => ({ phone }))).toBe(SMS.numberInDay);
  });

  test("is limited by country for strangers", async () => {
    await fill("sms.prefixInDay", "34", SMS.prefixInDay);
    expect(await ask()).toBe(false);
    expect(await ask({ phone: "4915112345678" })).toBe(true);
  });

  test("is limited for all strangers together", async () => {
    await fill("sms.strangersInDay", "", SMS.strangersInDay);
    expect(await ask()).toBe(false);
  });

  test("reaches an account when strangers used up theirs", async () => {
    const ana = await phoneAccount(db, spanish());
    await fill("sms.prefixInDay", "34", SMS.prefixInDay);
    await fill("sms.strangersInDay", "", SMS.strangersInDay);
    expect(await ask({ user: ana.id, phone: ana.phone })).toBe(true);
    await fill("sms.accountsInDay", "", SMS.accountsInDay).catch(() => {});
    await db.admin`update private.sign_in_counts set count = ${SMS.accountsInDay} where limit_name = 'sms.accountsInDay'`;
    expect(await ask({ user: ana.id, phone: ana.phone })).toBe(false);
  });

  test("does not reach a number that a session names", async () => {
    const [ana, guest] = [await account(db), await person(db)];
    expect(await ask({ user: ana.id })).toBe(false);
    expect(await ask({ user: guest.id })).toBe(false);
    expect(await db.admin`select from private.sign_in_counts`).toHaveLength(0);
  });

  test("has a new count each day", async () => {
    const phone = spanish();
    await admitted(SMS.numberInDay, () => ({ phone }));
    await db.admin`update private.sign_in_counts set ends_at = ends_at - interval '24 hours'`;
    expect(await ask({ phone })).toBe(true);
    expect(await db.admin`select from private.sign_in_counts where ends_at <= now()`).toHaveLength(0);
  });

  test("counts requests that arrive at once", async () => {
    const phone = spanish();
    const answers = await Promise.all(Array.from({ length: SMS.numberInDay + 5 }, () => ask({ phone })));
    expect(answers.filter(Boolean)).toHaveLength(SMS.numberInDay);
  });

  test("takes numbers only", async () => {
    for (const phone of ["", "+", "0600111222", "34 600", "a".repeat(200), "1".repeat(16)])
      expect(await rejectionCode(ask({ phone }))).toBe("request/invalid");
    expect(await rejectionCode(ask({ address: "x".repeat(101) }))).toBe("request/invalid");
  });
});

test("counts store neither number nor address", async () => {
  const request = { phone: "34600111222", address: "203.0.113.7" };
  await ask(request);
  const rows = await db.admin<
    { limit: string; key: string }[]
  >`select limit_name as "limit", key from private.sign_in_counts`;
  expect(JSON.stringify(rows)).not.toMatch(/600111222|203\.0\.113/u);
  for (const { limit, key } of rows.filter((row) => /number|address|Network/iu.test(row.limit)))
    expect({ limit, key }).toEqual({ limit, key: expect.stringMatching(/^[0-9a-f]{6}$/u) });
});

test.each([
  ["34600111222", "34"],
  ["15550100123", "1555"],
  ["18765550100", "1876"],
  ["79001234567", "7"],
  ["4915112345678", "49"],
  ["380501234567", "380"],
  ["8801712345678", "880"],
])("the prefix of %s is %s", async (phone, prefix) => {
  const [row] = await db.admin<{ prefix: string }[]>`select private.phone_prefix(${phone}) as prefix`;
  expect(row?.prefix).toBe(prefix);
});
