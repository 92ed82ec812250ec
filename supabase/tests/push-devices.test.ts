/** Devices that get reminders by Web Push: who has them, when they go, and quiet hours. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { exportAccount } from "#contracts/personalData.ts";
import { isPushEndpoint, pushState } from "#contracts/push.ts";
import { PUSH } from "#contracts/pushLimits.ts";
import { erasureActions } from "./support/erasure.ts";
import { account, ageRateLimits, type Person } from "./support/fixtures.ts";
import { newEndpoint, pushActions } from "./support/push.ts";
import { type Argument, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { signIn, leaving, erase } = erasureActions(db);
const { add, remove, state } = pushActions(db);

const devices = async ({ id }: Person) =>
  (await db.admin`select endpoint from private.push_subscriptions where user_id = ${id} order by created_at`).map(
    (row) => row.endpoint,
  );

describe("a device", () => {
  test("is added, found and removed", async () => {
    const ana = await account(db);
    const endpoint = newEndpoint();
    expect(await state(ana, endpoint)).toEqual({ here: false, devices: 0, quiet_from: 22, quiet_until: 7 });
    expect(await add(ana, endpoint)).toMatchObject({ here: true, devices: 1 });
    expect(await add(ana, endpoint)).toMatchObject({ here: true, devices: 1 });
    expect(await state(ana)).toMatchObject({ here: false, devices: 1 });
    expect(await remove(ana, endpoint)).toMatchObject({ here: false, devices: 0 });
  });

  test("belongs to the person who added it last", async () => {
    const [ana, ben] = [await account(db), await account(db)];
    const endpoint = newEndpoint();
    await add(ana, endpoint);
    await add(ben, endpoint);
    expect([await devices(ana), await devices(ben)]).toEqual([[], [endpoint]]);
    // Nobody removes the device of somebody else.
    await remove(ana, endpoint);
    expect(await devices(ben)).toEqual([endpoint]);
  });

  test("goes with its session", async () => {
    const ana = await account(db);
    const [desk, phone] = [await signIn(ana), await signIn(ana)];
    const [first, second] = [newEndpoint(), newEndpoint()];
    await add(desk, first);
    await add(phone, second);
    await db.admin`delete from auth.sessions where id = ${desk.session ?? ""}`;
    expect(await devices(ana)).toEqual([second]);
  });

  test("replaces the oldest beyond the limit", async () => {
    const ana = await account(db);
    const endpoints = Array.from({ length: PUSH.devicesPerPerson + 1 }, newEndpoint);
    for (const endpoint of endpoints) await add(ana, endpoint);
    expect(await devices(ana)).toEqual(endpoints.slice(1));
  });

  test("is added so many times in a minute", async () => {
    const ana = await account(db);
    for (let count = 0; count < PUSH.changesPerMinute; count++) await remove(ana, newEndpoint());
    expect(await rejectionCode(add(ana, newEndpoint()))).toBe("request/rate-limited");
    await ageRateLimits(db, ana, 61);
    expect(await add(ana, newEndpoint())).toMatchObject({ here: true });
  });

  test.each<[string, Record<string, Argument>]>([
    ["a short key", { p_p256dh: "BAAA" }],
    ["a key of another format", { p_p256dh: `A${"A".repeat(86)}` }],
    ["a short secret", { p_auth: "AAAA" }],
    ["no address", { p_endpoint: null }],
    ["no key", { p_p256dh: null }],
  ])("is rejected with %s", async (_name, fault) => {
    expect(await rejectionCode(add(await account(db), newEndpoint(), fault))).toBe("request/invalid");
  });
});

/** The rule of the database is that of the edge function. */
test.each([
  ["https://fcm.googleapis.com/fcm/send/a:B-c_d", true],
  ["https://updates.push.services.mozilla.com/wpush/v2/gAAA", true],
  ["https://web.push.apple.com/QGu", true],
  ["https://wns2-by3p.notify.windows.com/w/?token=BQY%2bA%3d", true],
  ["http://fcm.googleapis.com/fcm/send/a", false],
  ["https://fcm.googleapis.com", false],
  ["https://fcm.googleapis.com:8443/a", false],
  ["https://fcm.googleapis.com@127.0.0.1/a", false],
  ["https://fcm.googleapis.com.attacker.example/a", false],
  ["https://attacker.example/https://fcm.googleapis.com/a", false],
  ["https://a.b.push.apple.com/a", false],
  ["https://push.apple.com/a", false],
  [`https://user:${"secret"}@web.push.apple.com/a`, false],
  ["https://web.push.apple.com/a#b", false],
  ["https://web.push.apple.com/a\nhttps://web.push.apple.com/b", false],
  ["https://web.push.apple.com/a\n", false],
  ["https://169.254.169.254/latest", false],
  ["https://localhost/a", false],
  [`https://web.push.apple.com/${"a".repeat(PUSH.endpoint.max)}`, false],
])("the address %j is accepted: %s", async (endpoint, accepted) => {
  expect(isPushEndpoint(endpoint)).toBe(accepted);
  const [row] = await db.admin`select private.is_push_endpoint(${endpoint}) as accepted`;
  expect(row?.accepted).toBe(accepted);
});

describe("quiet hours", () => {
  const setQuiet = (who: Person, from: number | null, until: number | null) =>
    db.rpc(who, "set_quiet_hours", { p_from: from, p_until: until }, pushState);

  test("are stored", async () => {
    const ana = await account(db);
    await setQuiet(ana, 21, 6);
    await setQuiet(ana, 20, 20);
    expect(await state(ana)).toMatchObject({ quiet_from: 20, quiet_until: 20 });
  });

  test.each([
    [24, 7],
    [-1, 7],
    [22, null],
  ])("from %s to %s are rejected", async (from, until) => {
    expect(await rejectionCode(setQuiet(await account(db), from, until))).toBe("request/invalid");
  });

  test.each([
    // From, until, hour, quiet.
    [22, 7, 21, false],
    [22, 7, 22, true],
    [22, 7, 3, true],
    [22, 7, 7, false],
    [1, 5, 0, false],
    [1, 5, 4, true],
    [1, 5, 5, false],
    [9, 9, 9, false],
  ])("from %i to %i at %i: %s", async (from, until, hour, quiet) => {
    const ana = await account(db);
    await setQuiet(ana, from, until);
    // A zone in which it is this hour now.
    const [row] = await db.admin`
      with zones as (
        select name from pg_timezone_names where name like 'Etc/GMT%'
          and extract(hour from now() at time zone name) = ${hour} limit 1
      )
      select private.is_quiet(${ana.id}, (select name from zones)) as quiet, (select count(*)::int from zones) as zones`;
    expect(row).toEqual({ quiet, zones: 1 });
  });

  test("count in UTC for a zone that nobody knows", async () => {
    const [row] = await db.admin`
      select private.local_hour(now(), 'Mars/Olympus') = extract(hour from now() at time zone 'UTC') as same`;
    expect(row?.same).toBe(true);
  });
});

describe("personal data", () => {
  test("contains devices and quiet hours, without addresses and keys", async () => {
    const ana = await account(db);
    await add(ana, newEndpoint());
    await db.rpc(ana, "set_quiet_hours", { p_from: 21, p_until: 6 }, pushState);
    const exported = await db.rpc(ana, "export_account", {}, exportAccount);
    expect(exported.push_devices).toEqual([{ service: "fcm.googleapis.com", added_at: expect.any(String) }]);
    expect(exported.quiet_hours).toEqual({ from: 21, until: 6 });
    expect(JSON.stringify(exported)).not.toContain("fcm/send");
    const other = await db.rpc(await account(db), "export_account", {}, exportAccount);
    expect([other.push_devices, other.quiet_hours]).toEqual([[], null]);
  });

  test("is erased with the account", async () => {
    const ana = await leaving(`${randomUUID()}@parley.example`);
    await add(ana, newEndpoint());
    await db.rpc(ana, "set_quiet_hours", { p_from: 21, p_until: 6 }, pushState);
    await erase();
    expect(await devices(ana)).toEqual([]);
    expect(await db.admin`select from private.push_quiet_hours where user_id = ${ana.id}`).toHaveLength(0);
  });
});
