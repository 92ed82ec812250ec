/** Sessions through the unmodified client, attackers first. Each test names what of GoTrue it pins. */
import { describe, expect, test } from "vitest";
import { authTargetForFile, newAddress, requiresClockControl } from "./auth.support.ts";
import { isForeign, onlyHere } from "./target.ts";

// A loaded machine may take longer for three requests than the ten seconds that are usual.
const house = authTargetForFile({ files: { "config.toml": "[auth]\nrefresh_token_reuse_interval = 60\n" } });
const { target, refresh, later } = house;

/** GoTrue says the one of its older refresh tokens, the other once the session's row is gone. */
const GONE = /^refresh_token_(?:already_used|not_found)$/u;

describe("refresh tokens", () => {
  // GoTrue, internal/tokens `RefreshTokenGrant`: reuse that is neither of the parent nor within
  // `refresh_token_reuse_interval` ends the session (`LogoutSession`).
  test("an older ancestor ends the session, at once and for good", async (context) => {
    requiresClockControl(context);
    const { client, accessToken, refreshToken: first } = await target().guest();
    const { token: second } = await refresh(first);
    const { token: third } = await refresh(second);
    await later(61);
    expect(await refresh(first)).toEqual({ token: "", error: "refresh_token_already_used" });
    for (const token of [third, second, first]) expect((await refresh(token)).error).toMatch(GONE);
    expect((await client.auth.getUser(accessToken)).error?.name).toBe("AuthSessionMissingError");
  });

  // The same: the session, not the user.
  test("and no other session of the same person", async (context) => {
    requiresClockControl(context);
    const { email, refreshToken: first } = await house.person();
    await later(61);
    const other = await house.person(email);
    await refresh((await refresh(first)).token);
    await later(61);
    expect((await refresh(first)).error).toBe("refresh_token_already_used");
    expect((await other.client.auth.getUser()).error).toBeNull();
    expect((await refresh(other.refreshToken)).error).toBeUndefined();
  });

  // GoTrue: "likely not saved by client": the parent gets the active token again, whenever it comes.
  test("the parent of the active one gets the active one again, also much later", async (context) => {
    requiresClockControl(context);
    const { refreshToken: first } = await target().guest();
    const { token: second } = await refresh(first);
    await later(3600);
    expect(await refresh(first)).toEqual({ token: second, error: undefined });
    expect((await refresh(second)).error).toBeUndefined();
  });

  // GoTrue: "likely concurrent refreshes", within `refresh_token_reuse_interval`.
  test("the same one at the same moment is forgiven, and all get the same", async () => {
    const { refreshToken } = await target().guest();
    const answers = await Promise.all([refresh(refreshToken), refresh(refreshToken), refresh(refreshToken)]);
    expect(answers.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
    expect(new Set(answers.map(({ token }) => token)).size).toBe(1);
  });

  // The same interval, of tabs that slept: an older one is forgiven as long as it was traded a moment ago.
  test("an older one is forgiven within the interval", async () => {
    const { refreshToken: first } = await target().guest();
    const { token: second } = await refresh(first);
    const { token: third } = await refresh(second);
    expect((await refresh(first)).error).toBeUndefined();
    expect((await refresh(third)).error).toBeUndefined();
  });

  // GoTrue, "Error codes": `refresh_token_not_found`.
  test("a made-up one, and one of an ended session", async () => {
    expect((await refresh("rubbish")).error).toMatch(
      isForeign ? /^refresh_token_not_found$|^validation_failed$/u : GONE,
    );
    const { client, refreshToken } = await target().guest();
    await client.auth.signOut();
    expect((await refresh(refreshToken)).error).toBe("refresh_token_not_found");
  });
});

describe("signing out", () => {
  async function threeSessions() {
    const email = newAddress();
    const one = await house.person(email);
    await later(61);
    const two = await house.person(email);
    await later(61);
    return { one, two, three: await house.person(email) };
  }
  const alive = async ({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }) => {
    const user = (await target().client().auth.getUser(accessToken)).error === null;
    const renewed = (await refresh(refreshToken)).error === undefined;
    return user === renewed ? user : "half";
  };

  // GoTrue, `Logout`: scopes; "Signing out": the access token lives on until it expires, its session does not.
  test("local ends this session", async (context) => {
    requiresClockControl(context);
    const { one, two, three } = await threeSessions();
    await one.client.auth.signOut({ scope: "local" });
    expect([await alive(one), await alive(two), await alive(three)]).toEqual([false, true, true]);
  });

  test("others ends all but this one", async (context) => {
    requiresClockControl(context);
    const { one, two, three } = await threeSessions();
    await two.client.auth.signOut({ scope: "others" });
    expect([await alive(one), await alive(two), await alive(three)]).toEqual([false, true, false]);
  });

  test.for(["global", undefined] as const)("global ends all, and nobody else's; said: %s", async (scope, context) => {
    requiresClockControl(context);
    const stranger = await target().guest();
    const { one, two, three } = await threeSessions();
    // The client always says one.
    if (scope === undefined) expect((await logout(three.accessToken, "")).status).toBe(204);
    else await three.client.auth.signOut({ scope });
    expect([await alive(one), await alive(two), await alive(three)]).toEqual([false, false, false]);
    expect(await alive(stranger)).toBe(true);
  });

  test("an unknown scope ends nothing", async () => {
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
  test("run as they do hosted: as the role of Auth, so that they need security definer", async () => {
    const { data } = await target()
      .client()
      .auth.signInAnonymously({ options: { data: { name: "Ana" } } });
    const rows = await target().owner`select name from public.contract_people where id = ${data.user?.id ?? ""}`;
    expect([...rows]).toEqual([{ name: "Ana" }]);
  });

  // GoTrue, `SignupAnonymously`: "Database error creating anonymous user".
  test("that fail refuse the user, and say no more", async () => {
    const { error } = await target()
      .client()
      .auth.signInAnonymously({ options: { data: { name: "refused" } } });
    expect(error).toMatchObject({ status: 500, message: "Database error creating anonymous user" });
  });
});

describe("what is not imitated says so", () => {
  test("passwords and phones", async (context) => {
    onlyHere(context, "a real project may have them");
    const email = newAddress();
    const client = target().client();
    expect((await client.auth.signUp({ email, password: "x".repeat(12) })).error?.code).toBe("email_provider_disabled");
    expect((await client.auth.signInWithPassword({ email, password: "x" })).error?.status).toBe(400);
    expect((await client.auth.signInWithOtp({ phone: "+34600000000" })).error?.code).toBe("phone_provider_disabled");
  });

  test("rubbish, and nothing of it in the log", async (context) => {
    onlyHere(context, "reads the log");
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
