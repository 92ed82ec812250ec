import { expect, test } from "vitest";
import { authFetch } from "./auth-fetch.ts";

const env = {
  public: { supabaseUrl: "https://abc.supabase.co", publishableKey: "publishable", iceServers: [] },
  secretKey: "secret",
  jobsSecret: null,
};

async function sent(
  url: string,
  headers: Record<string, string>,
  { visitor = "203.0.113.7" as string | null, session = null as string | null } = {},
) {
  let seen = new Headers();
  const fetch = authFetch(env, { visitor, session: async () => session }, async (input, init) => {
    seen = new Request(input, init).headers;
    return new Response();
  });
  await fetch(url, { headers });
  return { key: seen.get("apikey"), bearer: seen.get("authorization"), from: seen.get("Sb-Forwarded-For") };
}
const asVisitor = { apikey: "publishable", authorization: "Bearer publishable" };
const asUser = { apikey: "publishable", authorization: "Bearer token-of-a-user" };

test("sends secret and address with sign-in requests only", async () => {
  expect(await sent("https://abc.supabase.co/auth/v1/signup", asVisitor)).toEqual({
    key: "secret",
    bearer: null,
    from: "203.0.113.7",
  });
});

test("forwards the /64 of an IPv6 address", async () => {
  const url = "https://abc.supabase.co/auth/v1/otp";
  expect(await sent(url, asVisitor, { visitor: "2001:db8:1:2:aaaa::1" })).toMatchObject({ from: "2001:db8:1:2::" });
});

test("sends renewals from the address of their session", async () => {
  const session = "fd00:1::2";
  const renewal = "https://abc.supabase.co/auth/v1/token?grant_type=refresh_token";
  expect(await sent(renewal, asVisitor, { session })).toMatchObject({ key: "secret", from: session });
  expect(await sent(renewal, asVisitor)).toMatchObject({ from: "203.0.113.7" });
  for (const path of ["token?grant_type=password", "verify", "otp"])
    expect((await sent(`https://abc.supabase.co/auth/v1/${path}`, asVisitor, { session })).from).toBe("203.0.113.7");
});

test("keeps a user's token", async () => {
  expect(await sent("https://abc.supabase.co/auth/v1/user", asUser)).toMatchObject({
    bearer: "Bearer token-of-a-user",
  });
});

test.each([
  "https://abc.supabase.co/rest/v1/lines",
  "https://abc.supabase.co/functions/v1/translate",
  "https://abc.supabase.co.evil.example/auth/v1/signup",
  "https://evil.example/?https://abc.supabase.co/auth/v1/",
])("sends no secret to %s", async (url) => {
  expect(await sent(url, asUser)).toEqual({ key: "publishable", bearer: "Bearer token-of-a-user", from: null });
});
