/**
 * Sign-in by other providers with the unmodified client, attacks first. Each test cites the GoTrue behaviour that it covers:
 * supabase/auth, files of internal/api unless another folder is named, read after the change of `state` to a UUID (2026).
 */
import { describe, expect, test } from "vitest";
import { newAddress } from "./auth.support.ts";
import { CALLBACK, externalTargetForFile, hop, SITE } from "./external.support.ts";
import { isExternal } from "./target.ts";

const scene = externalTargetForFile();
const { browser, follow, begin, enter, enterByCode } = scene.steps;

describe.skipIf(isExternal)("attacks on a flow", () => {
  // `GetExternalProviderRedirectURL` (external.go), `reservedOAuthParams` (custom_oauth_admin.go).
  test("override no parameter that Auth controls, whatever its capitals", async () => {
    const attack = new URLSearchParams({
      ...{ provider: "google", client_id: "eve", Redirect_URI: "https://evil.example", STATE: "fixed" },
      ...{ response_type: "token", code_verifier: "known", Nonce: "known", login_hint: "tom" },
    });
    const page = await hop(`${scene.target.url}/auth/v1/authorize?${attack}`);
    const sent = [...page.searchParams].map(([name, value]) => [name.toLowerCase(), value]);
    expect(page.searchParams.get("client_id")).toBe("parley");
    expect(page.searchParams.get("login_hint")).toBe("tom");
    expect(page.searchParams.get("redirect_uri")).toBe(`${scene.target.url}/auth/v1/callback`);
    expect(page.searchParams.get("state")).toMatch(/^[0-9a-f-]{36}$/u);
    expect(
      sent.filter(([, value]) => ["eve", "https://evil.example", "fixed", "token", "known"].includes(value ?? "")),
    ).toEqual([]);
  });

  // `loadExternalState` (external.go).
  test.for([
    ["none", null, "bad_oauth_callback"],
    ["no UUID", "tampered", "bad_oauth_state"],
    ["an unknown one", crypto.randomUUID(), "bad_oauth_state"],
  ] as const)("end at the site with the state: %s", async ([, state, code]) => {
    const query = new URLSearchParams({ code: "x", ...(state !== null && { state }) });
    const landed = await hop(`${scene.target.url}/auth/v1/callback?${query}`);
    expect(landed.origin).toBe(SITE);
    expect(landed.searchParams.get("error")).toBe("invalid_request");
    expect(landed.searchParams.get("error_code")).toBe(code);
  });

  // `internalExternalProviderCallback` (external.go): `flow_state_already_used`.
  test("use a state once", async () => {
    const client = browser();
    const { callback, landed } = await follow(await begin(client));
    expect(landed.searchParams.get("code")).not.toBeNull();
    expect((await hop(callback)).searchParams.get("error_code")).toBe("flow_state_already_used");
  });

  // `IsExpired` (models/flow_state.go).
  test("fail with an expired state or code", async () => {
    const expire = () =>
      scene.target.embedded.admin`update auth.flow_state set created_at = created_at - interval '6 minutes'`;
    const late = browser();
    const url = await begin(late);
    const page = await hop(url);
    await expire();
    expect((await follow(page.href)).landed.searchParams.get("error_code")).toBe("bad_oauth_state");
    const other = browser();
    const { landed } = await follow(await begin(other));
    await expire();
    const { error } = await other.auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
    expect(error?.code).toBe("flow_state_expired");
  });

  // `VerifyPKCE` (models/flow_state.go): the code of another browser is worth nothing.
  test("sign in nobody with the code of another browser", async () => {
    const { landed } = await follow(await begin(browser()));
    const code = landed.searchParams.get("code") ?? "";
    const victim = browser();
    await begin(victim);
    expect((await victim.auth.exchangeCodeForSession(code)).error?.code).toBe("bad_code_verifier");
    expect((await browser().auth.exchangeCodeForSession(code)).error).not.toBeNull();
  });

  // `PKCE` (token.go): 404 `flow_state_not_found`.
  test("use a code once", async () => {
    const client = browser();
    const { landed } = await follow(await begin(client));
    const code = landed.searchParams.get("code") ?? "";
    const body = JSON.stringify({ auth_code: code, code_verifier: "x".repeat(43) });
    const headers = { apikey: scene.target.publishableKey, "content-type": "application/json" };
    expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull();
    const again = await fetch(`${scene.target.url}/auth/v1/token?grant_type=pkce`, { method: "POST", headers, body });
    expect(again.status).toBe(404);
    expect(await again.json()).toMatchObject({ error_code: "flow_state_not_found" });
  });

  // `IsRedirectURLValid` (internal/utilities/request.go).
  test.for([
    "https://evil.example/auth/callback",
    "//evil.example",
    "javascript:alert(1)",
    "http://localhost@evil.example/",
  ])("redirect to no other site: %s", async (redirectTo) => {
    const { landed } = await follow(await begin(browser(), "google", redirectTo));
    expect(landed.origin).toBe(SITE);
  });

  // `jose` verifies signature, issuer, audience and time. Stricter: the nonce of this flow.
  test.for([
    ["issuer", { iss: "https://evil.example" }],
    ["audience", { aud: "another client" }],
    ["nonce", { nonce: "of another flow" }],
    ["lifetime", { exp: 1 }],
  ] as const)("are rejected with an ID token of another %s", async ([, claims]) => {
    scene.provider.forge = (payload) => void Object.assign(payload, claims);
    expect((await enter()).error).toBe("unexpected_failure");
  });
});

describe.skipIf(isExternal)("attacks on an account", () => {
  // `DetermineAccountLinking` (models/linking.go): without a verified address the user gets none that is taken.
  test("take nothing over by an unverified address", async () => {
    const email = newAddress();
    const owner = await enterByCode(email);
    scene.provider.person = { sub: crypto.randomUUID(), email, email_verified: false };
    const eve = await enter();
    expect(eve.error).toBe("provider_email_needs_verification");
    expect(eve.landed.searchParams.get("error")).toBe("access_denied");
    const rows = await scene.target.embedded
      .admin`select user_id from auth.identities where provider = 'google' and email = ${email}`;
    expect(rows.map(({ user_id }) => user_id)).not.toContain(owner.user?.id);
  });

  // `RemoveUnconfirmedIdentities` (models/user.go).
  test("leave no password behind for the owner of an address", async () => {
    const email = newAddress();
    await scene.target.client().auth.signUp({ email, password: "Aa1!of the attacker" });
    scene.provider.person = { sub: crypto.randomUUID(), email, email_verified: true };
    const { user } = await enter();
    expect(user?.identities?.map((each) => each.provider)).toEqual(["google"]);
    const tried = await scene.target.client().auth.signInWithPassword({ email, password: "Aa1!of the attacker" });
    expect(tried.error?.code).toBe("invalid_credentials");
  });

  // `linkIdentityToUser` (identity.go).
  test("link no identity of somebody else", async () => {
    const victim = await enter();
    const eve = await enterByCode(newAddress());
    const { data } = await eve.client.auth.linkIdentity({
      provider: "google",
      options: { redirectTo: CALLBACK, skipBrowserRedirect: true },
    });
    const { landed } = await follow(data?.url ?? "");
    expect(landed.searchParams.get("error_code")).toBe("identity_already_exists");
    expect((await victim.client.auth.getUser()).data.user?.identities).toHaveLength(1);
  });

  // `DeleteIdentity` (identity.go): an identity of another user does not exist.
  test("unlink no identity of somebody else", async () => {
    const victim = await enter();
    const [identity] = victim.user?.identities ?? [];
    const email = newAddress();
    const eve = await enterByCode(email);
    scene.provider.person = { sub: crypto.randomUUID(), email, email_verified: true };
    await enter();
    if (identity === undefined) throw new Error("No identity.");
    expect((await eve.client.auth.unlinkIdentity(identity)).error?.code).toBe("identity_not_found");
  });

  test("raise no role by claims", async () => {
    scene.provider.person = {
      ...scene.provider.person,
      role: "service_role",
      app_metadata: { role: "admin" },
      is_super_admin: true,
    };
    const { client, user } = await enter();
    expect(user).toMatchObject({ role: "authenticated", app_metadata: { provider: "google", providers: ["google"] } });
    expect(JSON.stringify(user?.app_metadata)).not.toContain("admin");
    expect((await client.auth.getClaims()).data?.claims.role).toBe("authenticated");
  });
});

describe.skipIf(isExternal)("a sign-in by a provider", () => {
  test.for(["google", "github"] as const)("creates a confirmed user: %s", async (name) => {
    if (name === "github")
      scene.provider.person = { ...scene.provider.person, sub: String(Math.floor(Math.random() * 1e9)) };
    const { user, client } = await enter(browser(), name);
    expect(user).toMatchObject({
      email: scene.provider.person.email,
      is_anonymous: false,
      app_metadata: { provider: name, providers: [name] },
      user_metadata: { name: "Tom", email_verified: true },
      identities: [
        { provider: name, id: scene.provider.person.sub, identity_data: { email: scene.provider.person.email } },
      ],
    });
    expect(user?.email_confirmed_at).toBeTruthy();
    expect((await client.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: "oauth" }]);
  });

  test("finds the same user again, also under another address", async () => {
    const first = await enter();
    scene.provider.person = { ...scene.provider.person, email: newAddress() };
    const second = await enter();
    expect(second.user?.id).toBe(first.user?.id);
    expect(second.user?.email).toBe(first.user?.email);
  });

  test("links an identity whose verified address a user has", async () => {
    const email = newAddress();
    const { user: owner } = await enterByCode(email);
    scene.provider.person = { sub: crypto.randomUUID(), email: email.toUpperCase(), email_verified: true };
    const { user } = await enter();
    expect(user?.id).toBe(owner?.id);
    expect(user?.app_metadata.providers).toEqual(["email", "google"]);
  });

  test("returns the provider's tokens once", async () => {
    const client = browser();
    const { landed } = await follow(await begin(client));
    const { data } = await client.auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
    expect(data.session?.provider_token).toBeTruthy();
  });

  test("puts tokens into the fragment without PKCE", async () => {
    const { landed } = await follow(await begin(scene.target.client()));
    const fragment = new URLSearchParams(landed.hash.slice(1));
    expect(fragment.get("access_token")).toBeTruthy();
    expect(landed.search).toBe("");
  });

  // `oAuthCallback` (external_oauth.go), `redirectErrors` (external.go).
  test("reports a denial in query and fragment", async () => {
    scene.provider.refuses = true;
    const { landed } = await enter();
    const error = { error: "access_denied", error_description: "The person said no" };
    expect(Object.fromEntries(landed.searchParams)).toMatchObject(error);
    expect(Object.fromEntries(new URLSearchParams(landed.hash.slice(1)))).toEqual({ ...error, sb: "" });
  });

  test("fails without an address", async () => {
    scene.provider.person = { sub: crypto.randomUUID() };
    expect((await enter()).error).toBe("unexpected_failure");
  });

  test("names enabled providers in the settings", async () => {
    const response = await fetch(`${scene.target.url}/auth/v1/settings`, {
      headers: { apikey: scene.target.publishableKey },
    });
    expect(await response.json()).toMatchObject({ external: { google: true, github: true, apple: false } });
  });
});
