import { describe, expect, test } from "vitest";
import { createRateLimiter } from "./rateLimiter.ts";

const LIMITS = { anonymous_users: 2, token_refresh: 300, sign_in_sign_ups: 0, token_verifications: 1, sms_sent: 3 };
const MINUTE = 60_000;

function clocked(limits = {}) {
  let now = 0;
  const limiter = createRateLimiter({ ...LIMITS, ...limits }, () => now);
  const passes = (work: () => void) => {
    try {
      work();
      return true;
    } catch {
      return false;
    }
  };
  return {
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
    /** Counts requests that pass before the first rejected one. */
    passing(endpoint: string, limit: "anonymous_users" | "token_refresh" | "sign_in_sign_ups", address = "a") {
      let count = 0;
      while (count < 1_000 && passes(() => limiter.consume(endpoint, limit, address))) count++;
      return count;
    },
    email: () => passes(() => limiter.consumeEmail()),
    sms: () => passes(() => limiter.consumeSms()),
    limiter,
  };
}

describe("the rate limiter", () => {
  test("refills a bucket evenly up to its capacity", () => {
    const { passing, wait } = clocked();
    expect(passing("/signup", "anonymous_users")).toBe(2);
    wait(29 * MINUTE);
    expect(passing("/signup", "anonymous_users")).toBe(0);
    wait(MINUTE);
    expect(passing("/signup", "anonymous_users")).toBe(1);
    wait(24 * 60 * MINUTE);
    expect(passing("/signup", "anonymous_users")).toBe(2);
    expect(passing("/token", "token_refresh")).toBe(30);
    wait(5_000);
    expect(passing("/token", "token_refresh")).toBe(5);
  });

  test("keeps one bucket per endpoint and address", () => {
    const { passing } = clocked();
    expect(passing("/otp", "sign_in_sign_ups")).toBe(30);
    expect(passing("/user", "sign_in_sign_ups")).toBe(30);
    expect(passing("/otp", "sign_in_sign_ups", "b")).toBe(30);
    expect(passing("/otp", "sign_in_sign_ups")).toBe(0);
  });

  test("keeps the bucket of a busy address among many others", () => {
    const { passing, limiter } = clocked();
    expect(passing("/otp", "sign_in_sign_ups", "busy")).toBe(30);
    for (let turn = 0; turn < 20_000; turn++) {
      limiter.consume("/otp", "sign_in_sign_ups", `other ${turn}`);
      if (turn % 5_000 === 0) expect(passing("/otp", "sign_in_sign_ups", "busy")).toBe(0);
    }
    expect(passing("/otp", "sign_in_sign_ups", "busy")).toBe(0);
  });

  test("limits emails per hour only when configured", () => {
    const { email, wait } = clocked({ email_sent: 2 });
    expect([email(), email(), email()]).toEqual([true, true, false]);
    wait(60 * MINUTE);
    expect(email()).toBe(true);
    const free = clocked();
    expect(Array.from({ length: 100 }, () => free.email()).every(Boolean)).toBe(true);
  });

  test("limits SMS per hour apart from emails", () => {
    const { email, sms, wait } = clocked({ email_sent: 1 });
    expect([sms(), sms(), email(), sms(), sms(), email()]).toEqual([true, true, true, true, false, false]);
    wait(60 * MINUTE);
    expect(sms()).toBe(true);
  });
});
