import { expect, test } from "vitest";
import { pushFinding } from "./optionalParts.ts";

test.each([
  [true, true, "ok", "are configured"],
  [true, null, "ok", "are configured"],
  [true, false, "fault", "VAPID_PUBLIC_KEY is missing in wrangler.toml"],
  [false, true, "fault", "VAPID_PRIVATE_KEY or APP_URL is missing"],
  [false, false, "unknown", "are not configured"],
  [undefined, true, "unknown", "do not show"],
] as const)("names the missing key of Web Push (%s, %s)", (sends, hasKey, state, text) => {
  const finding = pushFinding(sends, hasKey);
  expect(finding.state).toBe(state);
  expect(finding.text).toContain(text);
});
