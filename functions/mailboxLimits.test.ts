import { expect, test, vi } from "vitest";
import { createMailboxLimits } from "./mailboxLimits.ts";

const env = {
  public: { supabaseUrl: "https://abc.supabase.co", publishableKey: "sb_publishable_x", iceServers: [] },
  secretKey: "sb_secret_x",
};
const MORNING = Date.parse("2026-11-27T08:00:00Z");
const DAY_MS = 86_400_000;

function scene({ success = true, secretKey = env.secretKey, now = MORNING } = {}) {
  const keys: string[] = [];
  const limiter = (name: string) => ({
    limit: vi.fn(async ({ key }: { key: string }) => {
      keys.push(`${name} ${key}`);
      return { success };
    }),
  });
  const bindings = { LIMIT_MAILBOX_SEND: limiter("send"), LIMIT_MAILBOX_TRY: limiter("try") };
  return { keys, count: createMailboxLimits({ ...env, secretKey, jobsSecret: null }, bindings, () => now) };
}
const keyOf = async (email: string, options: Parameters<typeof scene>[0] = {}) => {
  const { keys, count } = scene(options);
  await count("mailboxTry", email);
  return keys[0];
};

test("counts spellings of a mailbox together", async () => {
  expect(await keyOf(" Tom@Example.ORG ")).toBe(await keyOf("tom@example.org"));
  expect(await keyOf("tom+1+2@example.org")).toBe(await keyOf("tom@example.org"));
  expect(await keyOf("tim@example.org")).not.toBe(await keyOf("tom@example.org"));
});

test("stores a hash that changes with day and key", async () => {
  const key = await keyOf("tom@example.org");
  expect(key).toMatch(/^try [\w+/]{43}=$/u);
  expect(await keyOf("tom@example.org", { now: MORNING + DAY_MS / 2 })).toBe(key);
  expect(await keyOf("tom@example.org", { now: MORNING + DAY_MS })).not.toBe(key);
  expect(await keyOf("tom@example.org", { secretKey: "sb_secret_y" })).not.toBe(key);
});

test("counts sending and trying apart", async () => {
  const { keys, count } = scene({ success: false });
  expect(await count("mailboxSend", "tom@example.org")).toBe(false);
  expect(await count("mailboxTry", "tom@example.org")).toBe(false);
  expect(keys.map((key) => key.split(" ")[0])).toEqual(["send", "try"]);
});
