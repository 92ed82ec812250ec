/**
 * Requests to Auth itself from many addresses of one IPv6 network, which Auth counts one by one. The secret key forwards the
 * addresses, as the Worker does.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SIGN_IN } from "#contracts/signInLimits.ts";
import type { Email } from "../../local/inbox/email.ts";
import { type FunctionStack, startFunctionStack } from "./support/functionStack.ts";

let stack: FunctionStack;
beforeAll(async () => {
  stack = await startFunctionStack(
    (_, response) => response.end(),
    () => ({}),
  );
});
afterAll(() => stack.close());
beforeEach(() => stack.admin`delete from private.sign_in_counts`);

const post = (path: string, address: string, body: object) =>
  fetch(`${stack.url}/auth/v1/${path}`, {
    method: "POST",
    headers: { apikey: stack.secretKey, "content-type": "application/json", "sb-forwarded-for": address },
    body: JSON.stringify(body),
  });
const newAddress = () => `networks-${crypto.randomUUID()}@parley.example`;
const inbox = async (to: string): Promise<Email[]> =>
  await (await fetch(`${stack.url}/inbox/api?${new URLSearchParams({ to })}`)).json();
/** Requests a code. Returns the status and how many emails arrived. */
async function requestCode(address: string, email = newAddress()) {
  const { status } = await post("otp", address, { email });
  return { status, emails: (await inbox(email)).length };
}
const SENT = { status: 200, emails: 1 };
const NOT_SENT = { status: 200, emails: 0 };
const useUp = (limit: string, count: number) =>
  stack.admin`update private.sign_in_counts set count = ${count} where limit_name = ${limit}`;

describe("emails from many addresses of a network", () => {
  test("stop for strangers, and reach others and accounts", async () => {
    const email = newAddress();
    expect(await requestCode("2001:db8:1:2::1", email)).toEqual(SENT);
    await stack.admin`update auth.users set email_confirmed_at = now(), confirmation_sent_at = null where email = ${email}`;
    await useUp("signIn.strangerEmailsOfNetworkInHour", SIGN_IN.strangerEmailsOfNetworkInHour - 1);
    expect(await requestCode("2001:db8:1:2::2")).toEqual(SENT);
    expect(await requestCode("2001:db8:1:2::3")).toEqual(NOT_SENT);
    expect(await requestCode("2001:db8:1:3::1")).toEqual(SENT);
    expect(await requestCode("2001:db8:1:2::4", email)).toEqual({ status: 200, emails: 2 });
  });

  test("store no user far above the limit", async () => {
    await requestCode("2001:db8:1:4::1");
    await useUp("signIn.strangerRequestsOfNetworkInHour", SIGN_IN.strangerRequestsOfNetworkInHour);
    const email = newAddress();
    expect(await requestCode("2001:db8:1:4::2", email)).toEqual({ status: 500, emails: 0 });
    expect(await stack.admin`select from auth.users where email = ${email}`).toHaveLength(0);
  });
});

describe("guests at many addresses of a network", () => {
  test("count together", async () => {
    expect((await post("signup", "2001:db8:1:2::1", {})).status).toBe(200);
    await useUp("signIn.guestsOfNetworkInHour", SIGN_IN.guestsOfNetworkInHour);
    const before = await stack.admin`select from auth.users`;
    const refused = await post("signup", "2001:db8:1:2::2", {});
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ msg: "request/rate-limited" });
    expect(await stack.admin`select from auth.users`).toHaveLength(before.length);
    expect((await post("signup", "2001:db8:1:3::1", {})).status).toBe(200);
  });

  test("are stored with their address", async () => {
    expect((await post("signup", "2001:db8:1:5::7", {})).status).toBe(200);
    expect(await stack.admin`select from auth.sessions where ip = '2001:db8:1:5::7'`).toHaveLength(1);
  });
});
