import { expect, test } from "vitest";
import { time } from "#contracts/time.ts";

test.each(["2026-11-22T10:33:17Z", "2026-11-22T10:33:17.123456+00:00", "2026-02-28T23:59:59.1-08:00"])(
  "accepts %s",
  (text) => {
    expect(time.safeParse(text).success).toBe(true);
  },
);

test.each([
  "",
  "2026-11-22",
  "2026-11-22 10:33:17+00",
  "2026-13-01T00:00:00Z",
  "2026-11-22T25:00:00Z",
  "today",
  0,
  null,
])("rejects %j", (value) => {
  expect(time.safeParse(value).success).toBe(false);
});
