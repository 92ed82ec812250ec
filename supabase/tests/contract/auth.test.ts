/** Sessions with the unmodified client, attacks first. Each test cites the GoTrue behaviour that it covers. */
import { describe, expect, test } from "vitest";
import { authTargetForFile, newAddress, newPassword, requiresClockControl } from "./auth.support.ts";
import { embeddedOnly, isExternal } from "./target.ts";

// On a loaded machine three requests may take longer than the default of ten seconds.
const auth = authTargetForFile({ files: { "config.toml": "[auth]\nrefresh_token_reuse_interval = 60\n" } });
const { target, refresh, advanceClock } = auth;

/** GoTrue returns the first for older refresh tokens, and the second once the session's row is deleted. */
const GONE = /^refresh_token_(?:already_used|not_found)$/u;

describe("refresh tokens", () => {
  // GoTrue, internal/tokens `RefreshTokenGrant`: reuse of a token that is not the parent, outside of
  // `refresh_token_reuse_interval`, ends the session (`LogoutSession`).
  test("end the session when an older ancestor is reused", async (context) => {
    requiresClockControl(context);
    const { client, accessToken, refreshToken: first } = await target().guest();
    const { token: second } = await refresh(first);
    const { token: third } = await refresh(second);
    await advanceClock(61);
    expect(await refresh(first)).toEqual({ token: "", error: "refresh_token_already_used" });
    for (const token of [third, second, first]) expect((await refresh(token)).error).toMatch(GONE);
    expect((await client.auth.getUser(accessToken)).error?.name).toBe("AuthSessionMissingError");
  });

  // The same: only the session is ended.
  test("do not end other sessions of the user", async (context) => {
    requiresClockControl(context);
    const { email, refreshToken: first } = await auth.person();
    await advanceClock(61);
    const other = await auth.person(email);
    await refresh((await refresh(first)).token);
    await advanceClock(61);
    expect((await refresh(first)).error).toBe("refresh_token_already_used");
    expect((await other.client.auth.getUser()).error).toBeNull();
    expect((await refresh(other.refreshToken)).error).toBeUndefined();
  });

  // GoTrue: "likely not saved by client": the parent returns the active token again, at any time.
  test("return the active one for its parent, even much later", async (context) => {
    requiresClockControl(context);
    const { refreshToken: first } = await target().guest();
    const { token: second } = await refresh(first);
    await advanceClock(3600);
    expect(await refresh(first)).toEqual({ token: second, error: undefined });
    expect((await refresh(second)).error).toBeUndefined();
  });

  // GoTrue: "likely concurrent refreshes", within `refresh_token_reuse_interval`.
  test("return the same one for concurrent requests", async () => {
    const { refreshToken } = await target().guest();
    const results = await Promise.all([refresh(refreshToken), refresh(refreshToken), refresh(refreshToken)]);
    expect(results.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
    expect(new Set(results.map(({ token }) => token)).size).toBe(1);
  });

  // The same interval, for tabs that slept: an older token is accepted shortly after its exchange.
  test("accept an older one within the interval", async () => {
    const { refreshToken: first } = await target().guest();
    const { token: second } = await refresh(first);
    const { token: third } = await refresh(second);
    expect((await refresh(first)).error).toBeUndefined();
    expect((await refresh(third)).error).toBeUndefined();
  });

  // GoTrue, "Error codes": `refresh_token_not_found`.
  test("are rejected when invalid or of an ended session", async () => {
    expect((await refresh("rubbish")).error).toMatch(
      isExternal ? /^refresh_token_not_found$|^validation_failed$/u : GONE,
    );
    const { client, refreshToken } = await target().guest();
    await client.auth.signOut();
    expect((await refresh(refreshToken)).error).toBe("refresh_token_not_found");
  });
});

describe("signing out", () => {
  async function threeSessions() {
    const email = newAddress();
    const user = await auth.person(email);
    await advanceClock(61);
    const second = await auth.person(email);
    await advanceClock(61);
    return { first: user, second, third: await auth.person(email) };
  }
  const alive = async ({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }) => {
    const user = (await target().client().auth.getUser(accessToken)).error === null;
    const renewed = (await refresh(refreshToken)).error === undefined;
    return user === renewed ? user : "half";
  };

  // GoTrue, `Logout`: scopes; "Signing out": the access token stays valid until it expires, its session does not.
  test("locally ends this session", async (context) => {
    requiresClockControl(context);
    const { first, second, third } = await threeSessions();
    await first.client.auth.signOut({ scope: "local" });
    expect([await alive(first), await alive(second), await alive(third)]).toEqual([false, true, true]);
  });

  test("elsewhere ends all sessions but this one", async (context) => {
    requiresClockControl(context);
    const { first, second, third } = await threeSessions();
    await second.client.auth.signOut({ scope: "others" });
    expect([await alive(first), await alive(second), await alive(third)]).toEqual([false, true, false]);
  });

  test.for(["global", undefined] as const)(
    "globally ends all sessions of the user; scope: %s",
    async (scope, context) => {
      requiresClockControl(context);
      const stranger = await target().guest();
      const { first, second, third } = await threeSessions();
      // The client always sends a scope.
      if (scope === undefined) expect((await logout(third.accessToken, "")).status).toBe(204);
      else await third.client.auth.signOut({ scope });
      expect([await alive(first), await alive(second), await alive(third)]).toEqual([false, false, false]);
      expect(await alive(stranger)).toBe(true);
    },
  );

  test("with an unknown scope ends no session", async () => {
    const guest = await target().guest();
    expect((await logout(guest.accessToken, "?scope=everybody")).status).toBe(400);
    expect(await alive(guest)).toBe(true);
  });

  const logout = (accessToken: string, query: string) =>
    fetch(`${target().url}/auth/v1/logout${query}`, {
      method: "POST",
      headers: { apikey: target().publishableKey, authorization: `Bearer ${accessToken}` },
    });
});

describe("the project's triggers on auth.users", () => {
  // Supabase, "User Management": triggers run as `supabase_auth_admin`.
  test("run as the role of Auth, as hosted", async () => {
    const { data } = await target()
      .client()
      .auth.signInAnonymously({ options: { data: { name: "Ana" } } });
    const rows = await target().owner`select name from public.contract_people where id = ${data.user?.id ?? ""}`;
    expect([...rows]).toEqual([{ name: "Ana" }]);
  });

  // GoTrue, `SignupAnonymously`: "Database error creating anonymous user".
  test("reject the user on failure, without details", async () => {
    const { error } = await target()
      .client()
      .auth.signInAnonymously({ options: { data: { name: "rejected" } } });
    expect(error).toMatchObject({ status: 500, message: "Database error creating anonymous user" });
  });
});

describe("unsupported requests", () => {
  test("with phones are rejected", async (context) => {
    embeddedOnly(context, "an external project may support them");
    const [phone, password] = ["+34600000000", newPassword()];
    const client = target().client();
    expect((await client.auth.signInWithOtp({ phone })).error?.code).toBe("phone_provider_disabled");
    expect((await client.auth.signUp({ phone, password })).error?.code).toBe("phone_provider_disabled");
    expect((await client.auth.signInWithPassword({ phone, password })).error?.code).toBe("phone_provider_disabled");
    expect((await client.auth.resend({ type: "sms", phone })).error?.code).toBe("phone_provider_disabled");
  });

  // `requireManualLinkingEnabled` (internal/api/middleware.go): off unless config.toml says otherwise.
  test("for identities need the setting", async (context) => {
    embeddedOnly(context, "an external project may allow them");
    const { client } = await target().guest();
    const identity = { id: "", user_id: "", identity_id: crypto.randomUUID(), provider: "github" };
    const { error: linked } = await client.auth.linkIdentity({
      provider: "github",
      options: { skipBrowserRedirect: true },
    });
    const { error: unlinked } = await client.auth.unlinkIdentity(identity);
    for (const error of [linked, unlinked]) {
      expect(error).toMatchObject({ status: 404, code: "manual_linking_disabled" });
    }
  });

  // GoTrue has these behind settings. Here they name themselves until Parley has them.
  test("for web3 and id tokens return 501", async (context) => {
    embeddedOnly(context, "an external project may support them");
    const { error } = await target().client().auth.signInWithIdToken({ provider: "google", token: "a.b.c" });
    expect(error).toMatchObject({ status: 501, message: expect.stringContaining("not supported") });
    const { url, publishableKey } = target();
    const web3 = await fetch(`${url}/auth/v1/token?grant_type=web3`, {
      method: "POST",
      headers: { apikey: publishableKey },
      body: '{"chain":"ethereum","message":"x","signature":"y"}',
    });
    expect(web3.status).toBe(501);
  });

  // GoTrue, `internal/api/api.go`: calls of admins and of its OAuth server.
  test.for([
    ["GET", "/admin/users"],
    ["GET", "/admin/users/0d1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c22/factors"],
    ["POST", "/admin/generate_link"],
    ["POST", "/invite"],
    ["GET", "/oauth/authorize"],
    ["GET", "/user/oauth/grants"],
    ["GET", "/.well-known/openid-configuration"],
  ] as const)("for what is not imitated return 501: %s %s", async ([method, path], context) => {
    embeddedOnly(context, "an external project has them");
    const { url, secretKey } = target();
    const response = await fetch(`${url}/auth/v1${path}`, { method, headers: { apikey: secretKey } });
    expect([response.status, await response.json()]).toMatchObject([
      501,
      { error_code: "not_implemented", msg: expect.stringContaining("not supported by the embedded Auth") },
    ]);
  });

  // GoTrue, `Provider`: a browser follows this address without a key. Kong leaves it open.
  test("to a disabled provider need no API key", async (context) => {
    embeddedOnly(context, "an external project may support it");
    const response = await fetch(`${target().url}/auth/v1/authorize?provider=github`, { redirect: "manual" });
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 400, error_code: "validation_failed", msg: "Unsupported provider: provider is not enabled" },
    ]);
  });

  test("with invalid bodies are rejected and not logged", async (context) => {
    embeddedOnly(context, "reads the log");
    const { embedded, url, publishableKey } = target();
    const post = (path: string, body: string) =>
      fetch(`${url}/auth/v1${path}`, { method: "POST", headers: { apikey: publishableKey }, body });
    for (const body of ["{", "null", "[]", '"x"', '{"data":[]}', '{"email":1}']) {
      expect((await post("/signup", body)).status, body).toBe(400);
    }
    const both = '{"type":"email","token":"1","token_hash":"x","email":"a@example.com"}';
    for (const body of [
      '{"type":"constructor","token_hash":"x"}',
      both,
      '{"type":"email"}',
      '{"type":"email","token":"1"}',
    ]) {
      expect((await post("/verify", body)).status, body).toBe(400);
    }
    expect((await post("/nowhere", "{}")).status).toBe(404);
    const old = await post("/otp", "{}");
    expect(await old.json()).toEqual({ code: 400, error_code: "validation_failed", msg: expect.any(String) });
    expect(embedded.lines.join("\n")).not.toMatch(/@example\.com|eyJ/u);
  });
});
