import { describe, expect, test } from "vitest";
import { EnvError, readEnv } from "./env.ts";

const complete = {
  SUPABASE_URL: "https://abc.supabase.co/",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x",
  SUPABASE_SECRET_KEY: "sb_secret_x",
  ICE_SERVERS: '[{"urls":"stun:stun.example:3478"}]',
};

/** A legacy key, without a signature. */
const legacyKey = (role: string) =>
  ["{}", JSON.stringify({ iss: "supabase", role, ref: "abc" }), "?"]
    .map((part) => Buffer.from(part).toString("base64url"))
    .join(".");

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
  expect(() => readEnv({})).toThrow(
    "SUPABASE_URL is missing; SUPABASE_PUBLISHABLE_KEY is missing; SUPABASE_SECRET_KEY is missing",
  );
});

test("trims the URL and parses ICE servers", () => {
  expect(readEnv(complete).public).toEqual({
    supabaseUrl: "https://abc.supabase.co",
    publishableKey: "sb_publishable_x",
    iceServers: [{ urls: "stun:stun.example:3478" }],
  });
  const several = '[{"urls":["stun:a.example","stuns:b.example:5349"]}]';
  expect(readEnv({ ...complete, ICE_SERVERS: several }).public.iceServers[0]?.urls).toHaveLength(2);
});

test("accepts legacy keys of the right role", () => {
  const keys = { SUPABASE_PUBLISHABLE_KEY: legacyKey("anon"), SUPABASE_SECRET_KEY: legacyKey("service_role") };
  expect(readEnv({ ...complete, ...keys }).public.publishableKey).toBe(keys.SUPABASE_PUBLISHABLE_KEY);
});

test("parses the prices of translation engines", () => {
  const prices = '{"currency":"EUR","perMillion":{"deepl":20,"workers-ai":0.5},"speechHour":0.36}';
  expect(readEnv({ ...complete, TRANSLATION_PRICES: prices }).translationPrices).toEqual({
    currency: "EUR",
    perMillion: { deepl: 20, "workers-ai": 0.5 },
    speechHour: 0.36,
  });
  expect(readEnv({ ...complete }).translationPrices).toBeUndefined();
});

describe("rejects", () => {
  const secret = "s3cret";
  test.each([
    ["a secret key for every page", { SUPABASE_PUBLISHABLE_KEY: `sb_secret_${secret}` }, "SUPABASE_PUBLISHABLE_KEY"],
    [
      "a service role for every page",
      { SUPABASE_PUBLISHABLE_KEY: legacyKey("service_role") },
      "SUPABASE_PUBLISHABLE_KEY",
    ],
    ["a user's token as key", { SUPABASE_PUBLISHABLE_KEY: legacyKey("authenticated") }, "SUPABASE_PUBLISHABLE_KEY"],
    ["text as key", { SUPABASE_PUBLISHABLE_KEY: secret }, "SUPABASE_PUBLISHABLE_KEY"],
    ["a broken JWT", { SUPABASE_PUBLISHABLE_KEY: `a.${secret}.b` }, "SUPABASE_PUBLISHABLE_KEY"],
    ["a public key as secret", { SUPABASE_SECRET_KEY: `sb_publishable_${secret}` }, "SUPABASE_SECRET_KEY"],
    ["the anon role as secret", { SUPABASE_SECRET_KEY: legacyKey("anon") }, "SUPABASE_SECRET_KEY"],
    ["http to another machine", { SUPABASE_URL: `http://${secret}.example` }, "SUPABASE_URL"],
    ["http to a name like loopback", { SUPABASE_URL: "http://localhost.example" }, "SUPABASE_URL"],
    ["a password in the URL", { SUPABASE_URL: `https://u:${secret}@abc.supabase.co` }, "SUPABASE_URL"],
    ["a user in a loopback URL", { SUPABASE_URL: `http://${secret}@127.0.0.1:1` }, "SUPABASE_URL"],
    ["no web address", { SUPABASE_URL: `ftp://${secret}.example` }, "SUPABASE_URL"],
    ["a credential for every page", { ICE_SERVERS: `[{"urls":"stun:a","credential":"${secret}"}]` }, "ICE_SERVERS"],
    ["a user name for every page", { ICE_SERVERS: `[{"urls":"stun:a","username":"${secret}"}]` }, "ICE_SERVERS"],
    ["a relay", { ICE_SERVERS: `[{"urls":["stun:a","turn:${secret}"]}]` }, "ICE_SERVERS"],
    ["a password in a STUN address", { ICE_SERVERS: `[{"urls":"stun:u:${secret}@a"}]` }, "ICE_SERVERS"],
    ["prices without a currency", { TRANSLATION_PRICES: '{"perMillion":{"deepl":20}}' }, "TRANSLATION_PRICES"],
    [
      "a price that is a text",
      { TRANSLATION_PRICES: `{"currency":"EUR","perMillion":{"deepl":"${secret}"}}` },
      "TRANSLATION_PRICES",
    ],
    ["a switch of passwords that is none", { PASSWORD_SIGN_IN: "false" }, "PASSWORD_SIGN_IN"],
    ["an unknown provider", { SIGN_IN_PROVIDERS: "google, nobody" }, "SIGN_IN_PROVIDERS"],
    ["a custom provider without a name", { SIGN_IN_PROVIDERS: "custom:acme" }, "SIGN_IN_PROVIDERS"],
    ["a provider twice", { SIGN_IN_PROVIDERS: "google,google" }, "SIGN_IN_PROVIDERS"],
    ["a switch of phone numbers that is none", { PHONE_SIGN_IN: "false" }, "PHONE_SIGN_IN"],
    ["a switch of passkeys that is none", { PASSKEY_SIGN_IN: "false" }, "PASSKEY_SIGN_IN"],
    ["a negative price", { TRANSLATION_PRICES: '{"currency":"EUR","perMillion":{"deepl":-1}}' }, "TRANSLATION_PRICES"],
    ["prices that are no JSON", { TRANSLATION_PRICES: secret }, "TRANSLATION_PRICES"],
    [
      "a text as Turnstile's key",
      { TURNSTILE_SITE_KEY: secret, TURNSTILE_SECRET_KEY: "0x4AAAAAAAsite12" },
      "TURNSTILE_SITE_KEY",
    ],
    ["half of Turnstile", { TURNSTILE_SITE_KEY: "0x4AAAAAAAsite12" }, "TURNSTILE_SECRET_KEY"],
    [
      "Turnstile's keys swapped",
      { TURNSTILE_SITE_KEY: `0x4AAAAAAA${"x".repeat(25)}`, TURNSTILE_SECRET_KEY: "0x4AAAAAAAsite12" },
      "TURNSTILE_SITE_KEY",
    ],
    ["no list", { ICE_SERVERS: `{"urls":"${secret}"}` }, "ICE_SERVERS"],
  ])("with %s", (_name, wrong, variable) => {
    const start = () => readEnv({ ...complete, ...wrong });
    expect(start).toThrow(EnvError);
    expect(start).toThrow(new RegExp(`: ${variable}[. ][^;]*$`, "u"));
    expect(start).not.toThrow(new RegExp(secret, "u"));
  });
});

test("accepts a long schedule's secret that is no API key", () => {
  const long = "0123456789abcdef0123456789abcdef";
  expect(readEnv({ ...complete }).jobsSecret).toBeNull();
  expect(readEnv({ ...complete, JOBS_SECRET: long }).jobsSecret).toBe(long);
  expect(() => readEnv({ ...complete, JOBS_SECRET: "short" })).toThrow(/JOBS_SECRET is too short/u);
  expect(() => readEnv({ ...complete, JOBS_SECRET: `sb_secret_${long}` })).toThrow(/JOBS_SECRET is an API key/u);
});

test("accepts a public key of Web Push, and no private one", () => {
  const key = `B${"A".repeat(86)}`;
  expect(readEnv({ ...complete, VAPID_PUBLIC_KEY: key }).pushKey).toBe(key);
  expect(readEnv({ ...complete, VAPID_PUBLIC_KEY: "" }).pushKey).toBeUndefined();
  expect(() => readEnv({ ...complete, VAPID_PUBLIC_KEY: "A".repeat(43) })).toThrow(
    /VAPID_PUBLIC_KEY is no public key/u,
  );
});
