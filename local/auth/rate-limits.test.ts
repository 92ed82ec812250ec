import { expect, test } from "vitest";
import { createLimiter } from "./rate-limits.ts";

const LIMITS = { anonymous_users: 2, token_refresh: 300, sign_in_sign_ups: 0, token_verifications: 1 };
const MINUTE = 60_000;

function clocked(limits = {}) {
  let now = 0;
  const limiter = createLimiter({ ...LIMITS, ...limits }, () => now);
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
    /** How many pass before the first that does not. */
    passing(endpoint: string, limit: "anonymous_users" | "token_refresh" | "sign_in_sign_ups", address = "a") {
      let count = 0;
      while (count < 1_000 && passes(() => limiter.take(endpoint, limit, address))) count++;
      return count;
    },
    mail: () => passes(() => limiter.takeMail()),
    limiter,
  };
}

test("a bucket fills evenly and never over its brim", () => {
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

test("each endpoint and each address has a bucket of its own", () => {
  const { passing } = clocked();
  expect(passing("/otp", "sign_in_sign_ups")).toBe(30);
  expect(passing("/user", "sign_in_sign_ups")).toBe(30);
  expect(passing("/otp", "sign_in_sign_ups", "b")).toBe(30);
  expect(passing("/otp", "sign_in_sign_ups")).toBe(0);
});

test("many addresses do not make the busy one forgotten", () => {
  const { passing, limiter } = clocked();
  expect(passing("/otp", "sign_in_sign_ups", "busy")).toBe(30);
  for (let turn = 0; turn < 20_000; turn++) {
    limiter.take("/otp", "sign_in_sign_ups", `other ${turn}`);
    if (turn % 5_000 === 0) expect(passing("/otp", "sign_in_sign_ups", "busy")).toBe(0);
  }
  expect(passing("/otp", "sign_in_sign_ups", "busy")).toBe(0);
});

test("mails are counted by the hour; none is when nothing is said", () => {
  const { mail, wait } = clocked({ email_sent: 2 });
  expect([mail(), mail(), mail()]).toEqual([true, true, false]);
  wait(60 * MINUTE);
  expect(mail()).toBe(true);
  const free = clocked();
  expect(Array.from({ length: 100 }, () => free.mail()).every(Boolean)).toBe(true);
});
