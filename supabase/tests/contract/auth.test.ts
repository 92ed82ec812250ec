/**
 * Sessions through the unmodified client, attackers first. What GoTrue does is pinned by the Supabase documentation:
 * - "User sessions": a refresh token works once; again within ten seconds and as the parent of the active one it is
 *   forgiven; any other reuse ends the session's tokens. Newest GoTrue may forgive once more here; this is stricter;
 * - "JWT fields": what an access token holds; "JWT signing keys": ES256 and the JWKS;
 * - "Anonymous sign-ins", "Signing out", "Error codes".
 */
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestStack } from "../../../tests/support/stack.ts";
import { type AuthHouse, newAddress, openAuthHouse, otherCode } from "./auth.support.ts";

let stack: AuthHouse;
beforeAll(async () => {
  stack = await openAuthHouse();
});
afterAll(() => stack.close());

async function refresh(token: string) {
  const { data, error } = await stack.client().auth.refreshSession({ refresh_token: token });
  return { token: data.session?.refresh_token ?? "", error: error?.code };
}

describe("refresh tokens", () => {
  test("an older ancestor ends the family, at once and for good", async () => {
    const { refreshToken: first } = await stack.guest();
    const { token: second } = await refresh(first);
    await stack.later(11);
    const { token: third } = await refresh(second);
    expect(await refresh(first)).toEqual({ token: "", error: "refresh_token_already_used" });
    for (const token of [third, second, first]) expect((await refresh(token)).error).toBe("refresh_token_already_used");
  });

  test("the parent of the active one gets the active one again, also much later: the answer may have been lost", async () => {
    const { refreshToken: first } = await stack.guest();
    const { token: second } = await refresh(first);
    await stack.later(3600);
    expect(await refresh(first)).toEqual({ token: second, error: undefined });
    expect((await refresh(second)).error).toBeUndefined();
  });

  test("the same one twice within ten seconds is forgiven, also at the same moment", async () => {
    const { refreshToken } = await stack.guest();
    const answers = await Promise.all([refresh(refreshToken), refresh(refreshToken), refresh(refreshToken)]);
    expect(answers.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
    expect(new Set(answers.map(({ token }) => token)).size).toBe(1);
  });

  test("a made-up one, and one of an ended session", async () => {
    expect((await refresh("rubbish")).error).toBe("refresh_token_not_found");
    const { client, refreshToken } = await stack.guest();
    await client.auth.signOut();
    expect((await refresh(refreshToken)).error).toBe("refresh_token_not_found");
  });
});

describe("anonymous users", () => {
  test("have a token with every claim that GoTrue writes, signed by the published key", async () => {
    const { client, id } = await stack.guest();
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    expect(data?.header).toMatchObject({ alg: "ES256", typ: "JWT" });
    expect(data?.claims).toEqual({
      iss: `${stack.url}/auth/v1`,
      sub: id,
      aud: "authenticated",
      exp: (data?.claims.iat ?? 0) + 3600,
      iat: expect.any(Number),
      email: "",
      phone: "",
      app_metadata: {},
      user_metadata: {},
      role: "authenticated",
      aal: "aal1",
      amr: [{ method: "anonymous", timestamp: expect.any(Number) }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
      is_anonymous: true,
    });
  });

  test("become permanent by confirming an address, and keep their id", async () => {
    const email = newAddress();
    const { client, id } = await stack.guest();
    const asked = await client.auth.updateUser({ email });
    expect(asked.data.user).toMatchObject({ id, is_anonymous: true, new_email: email, email: "" });
    const { code } = await stack.newestMail(email);
    const wrong = await client.auth.verifyOtp({ email, token: otherCode(code), type: "email_change" });
    expect(wrong.error?.code).toBe("otp_expired");
    const { data } = await client.auth.verifyOtp({ email, token: code, type: "email_change" });
    expect(data.user).toMatchObject({ id, email, is_anonymous: false, app_metadata: { provider: "email" } });
    expect(data.user?.identities).toMatchObject([{ provider: "email", email }]);
    expect((await client.auth.getClaims()).data?.claims).toMatchObject({ sub: id, email, is_anonymous: false });
  });

  test("cannot take an address that is somebody's, even if it became so meanwhile", async () => {
    const email = newAddress();
    const { client } = await stack.guest();
    await client.auth.updateUser({ email });
    const { code } = await stack.newestMail(email);
    await stack.later(2);
    await stack.verify(email, (await stack.askCode(email)).code);
    expect((await client.auth.verifyOtp({ email, token: code, type: "email_change" })).error?.code).toBe(
      "email_exists",
    );
    expect((await (await stack.guest()).client.auth.updateUser({ email })).error).toMatchObject({
      status: 422,
      code: "email_exists",
    });
  });

  test("keep what they say about themselves", async () => {
    const client = stack.client();
    await client.auth.signInAnonymously({ options: { data: { name: "Ana", old: 1 } } });
    const { data } = await client.auth.updateUser({ data: { name: "Eva", old: null } });
    expect(data.user?.user_metadata).toEqual({ name: "Eva" });
    expect((await client.auth.getUser()).data.user?.user_metadata).toEqual({ name: "Eva" });
  });
});

describe("signing out", () => {
  test("ends the session at once for Auth, and by scope", async () => {
    const email = newAddress();
    const sessions: SupabaseClient[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const client = stack.client();
      await stack.verify(email, (await stack.askCode(email)).code, client);
      await stack.later(2);
      sessions.push(client);
    }
    const [one, two, three] = sessions;
    if (!one || !two || !three) throw new Error("Three sessions were expected.");
    const token = (await one.auth.getSession()).data.session?.access_token ?? "";
    await one.auth.signOut({ scope: "local" });
    expect((await stack.client().auth.getUser(token)).error?.message).toContain("session");
    expect((await two.auth.getUser()).error).toBeNull();
    await two.auth.signOut({ scope: "others" });
    expect((await three.auth.getUser()).error).not.toBeNull();
    expect((await two.auth.getUser()).error).toBeNull();
    await two.auth.signOut();
    expect(
      (
        await stack.admin`select count(*)::int from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`
      )[0]?.count,
    ).toBe(0);
  });
});

describe("the project's triggers on auth.users", () => {
  test("run as they do hosted: as the role of Auth, so that they need security definer", async () => {
    const client = stack.client();
    const { data } = await client.auth.signInAnonymously({ options: { data: { name: "Ana" } } });
    const rows = await stack.admin`select name from public.profiles where id = ${data.user?.id ?? ""}`;
    expect([...rows]).toEqual([{ name: "Ana" }]);
  });

  test("that fail refuse the user, and say no more", async () => {
    const { error } = await stack.client().auth.signInAnonymously({ options: { data: { name: "refused" } } });
    expect(error).toMatchObject({ status: 500, message: "Database error creating anonymous user" });
  });
});

describe("what is not imitated says so", () => {
  test("passwords and phones", async () => {
    const email = newAddress();
    const client = stack.client();
    expect((await client.auth.signUp({ email, password: "x".repeat(12) })).error?.code).toBe("email_provider_disabled");
    expect((await client.auth.signInWithPassword({ email, password: "x" })).error?.status).toBe(400);
    expect((await client.auth.signInWithOtp({ phone: "+34600000000" })).error?.code).toBe("phone_provider_disabled");
  });

  test("rubbish", async () => {
    const post = (path: string, body: string) =>
      fetch(`${stack.url}/auth/v1${path}`, { method: "POST", headers: { apikey: stack.publishableKey }, body });
    for (const body of ["{", "null", "[]", '"x"', '{"data":[]}', '{"email":1}']) {
      expect((await post("/signup", body)).status, body).toBe(400);
    }
    expect((await post("/verify", '{"type":"constructor","token_hash":"x"}')).status).toBe(400);
    expect((await post("/nowhere", "{}")).status).toBe(404);
    const old = await post("/otp", "{}");
    expect(await old.json()).toEqual({ code: 400, error_code: "validation_failed", msg: expect.any(String) });
    expect(stack.lines.join("\n")).not.toMatch(/@example\.com|eyJ/u);
  });
});

test("what config.toml says holds", async () => {
  const own = await startTestStack({
    files: {
      "config.toml": `[auth]\nenable_anonymous_sign_ins = false\n[auth.email]\nmax_frequency = "5m"\notp_length = 8\n`,
    },
  });
  try {
    expect((await own.client().auth.signInAnonymously()).error).toMatchObject({
      status: 422,
      code: "anonymous_provider_disabled",
    });
    const email = newAddress();
    await own.client().auth.signInWithOtp({ email });
    expect((await own.mails(email))[0]?.code).toMatch(/^\d{8}$/u);
    await own.admin`update auth.users set confirmation_sent_at = confirmation_sent_at - interval '4 minutes'`;
    expect((await own.client().auth.signInWithOtp({ email })).error?.code).toBe("over_email_send_rate_limit");
  } finally {
    await own.close();
  }
});
