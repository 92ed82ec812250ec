import { expect, test } from "vitest";
import { ERROR_CODES } from "#contracts/errors.ts";
import { recoveriesOf } from "./recovery.ts";

test.each(ERROR_CODES)("%s offers actions without duplicates", (code) => {
  const ways = recoveriesOf(code);
  expect(ways.length).toBeGreaterThan(0);
  expect(new Set(ways).size).toBe(ways.length);
});

test.each([
  ["meeting/not-found", "start"],
  ["request/not-allowed", "start"],
  ["meeting/full", "retry"],
  ["translate/unavailable", "retry"],
  ["network/offline", "retry"],
  ["bug/unexpected", "retry"],
  ["account/needed", "sign-in"],
  ["meeting/members-only", "sign-in"],
  ["meeting/locked", "retry"],
  ["meeting/removed", "start"],
] as const)("%s offers %s first", (code, first) => {
  expect(recoveriesOf(code)[0]).toBe(first);
});

test("offers sign-in only if it helps", () => {
  const sends = ERROR_CODES.filter((code) => recoveriesOf(code).includes("sign-in"));
  expect(sends).toEqual(["account/link-refused", "request/sign-in-needed", "account/needed", "meeting/members-only"]);
});
