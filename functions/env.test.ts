import { expect, test } from "vitest";
import { readEnv } from "./env.ts";

const complete = {
  SUPABASE_URL: "https://abc.supabase.co/",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x",
  SUPABASE_SECRET_KEY: "sb_secret_x",
  ICE_SERVERS: '[{"urls":"stun:stun.example:3478"}]',
};

test("rejects embedded keys for a remote address", () => {
  const keys = { SUPABASE_PUBLISHABLE_KEY: "sb_publishable_local_x", SUPABASE_SECRET_KEY: "sb_secret_local_x" };
  expect(() => readEnv({ ...complete, ...keys })).toThrow("for this machine only");
  expect(() => readEnv({ ...complete, ...keys, SUPABASE_URL: "http://127.0.0.1.evil.example" })).toThrow();
  expect(readEnv({ ...complete, ...keys, SUPABASE_URL: "http://127.0.0.1:54321" }).secretKey).toBe("sb_secret_local_x");
});

test("names missing variables without their values", () => {
  const wrong = { ...complete, SUPABASE_URL: "not an address with s3cret", ICE_SERVERS: "{" };
  expect(() => readEnv(wrong)).toThrow(/SUPABASE_URL.*ICE_SERVERS/u);
  expect(() => readEnv(wrong)).not.toThrow(/s3cret/u);
});

test("trims the URL and parses ICE servers", () => {
  expect(readEnv(complete).public).toEqual({
    supabaseUrl: "https://abc.supabase.co",
    publishableKey: "sb_publishable_x",
    iceServers: [{ urls: "stun:stun.example:3478" }],
  });
});
