/**
 * Linked identities and custom providers with the unmodified client, as in `auth-external.test.ts`: the GoTrue behaviour of
 * `internal/api/identity.go` and `external.go`, and `internal/models/user.go`, read in 2026 after `state` became a UUID.
 */
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { newAddress } from "./auth.support.ts";
import { CALLBACK, externalTargetForFile } from "./external.support.ts";
import { isExternal } from "./target.ts";

const scene = externalTargetForFile();
const { browser, enter, follow, enterByCode } = scene.steps;

describe.skipIf(isExternal)("linking", () => {
  const link = async (client: SupabaseClient) => {
    const { data, error } = await client.auth.linkIdentity({
      provider: "google",
      options: { redirectTo: CALLBACK, skipBrowserRedirect: true },
    });
    if (error) throw error;
    return (await follow(data.url ?? "")).landed;
  };

  test("adds an identity, which can be removed again", async () => {
    const { client, user } = await enterByCode(newAddress());
    await link(client);
    const linked = (await client.auth.getUser()).data.user;
    expect(linked?.id).toBe(user?.id);
    const google = linked?.identities?.find((each) => each.provider === "google");
    if (google === undefined) throw new Error("Not linked.");
    expect((await client.auth.unlinkIdentity(google)).error).toBeNull();
    const [only] = (await client.auth.getUserIdentities()).data?.identities ?? [];
    if (only === undefined) throw new Error("No identity left.");
    expect((await client.auth.unlinkIdentity(only)).error?.code).toBe("single_identity_not_deletable");
  });

  // `LinkIdentity`: `skip_http_redirect`, else a redirect. `requireAuthentication` comes first.
  test("leads to the provider with the address of Auth's callback", async () => {
    const { client } = await enterByCode(newAddress());
    const token = (await client.auth.getSession()).data.session?.access_token;
    const query = new URLSearchParams({ provider: "google", redirect_to: CALLBACK });
    const request = async (headers: Record<string, string>) =>
      await fetch(`${scene.target.url}/auth/v1/user/identities/authorize?${query}`, {
        headers: { apikey: scene.target.publishableKey, ...headers },
        redirect: "manual",
      });
    expect((await request({})).status).toBe(401);
    const response = await request({ authorization: `Bearer ${token}` });
    expect(response.status).toBe(302);
    const page = new URL(response.headers.get("location") ?? "");
    expect(page.searchParams.get("redirect_uri")).toBe(`${scene.target.url}/auth/v1/callback`);
  });

  // `linkIdentityToUser`: the callback creates the identity, whichever browser follows it. Parley's triggers wait for the code.
  test("needs no browser of the user who began", async () => {
    const { client, user } = await enterByCode(newAddress(), browser());
    const landed = await link(client);
    expect(landed.searchParams.get("code")).not.toBeNull();
    const linked = (await client.auth.getUser()).data.user;
    expect(linked?.identities?.map((each) => each.provider)).toEqual(["email", "google"]);
    expect(linked?.id).toBe(user?.id);
  });

  // `PKCE` (token.go): the code of a link starts a session, and then the flow is deleted.
  test("returns a session for its code, and deletes the flow", async () => {
    const { client, user } = await enterByCode(newAddress(), browser());
    const landed = await link(client);
    const { data } = await client.auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
    expect(data.user?.id).toBe(user?.id);
    const { admin } = scene.target.embedded;
    expect(await admin`select id from auth.flow_state where linking_target_id = ${user?.id ?? ""}`).toHaveLength(0);
    expect(await admin`select id from auth.sessions where user_id = ${user?.id ?? ""}`).toHaveLength(2);
  });

  test("is rejected for an identity that the user has", async () => {
    const { client } = await enterByCode(newAddress());
    await link(client);
    const landed = await link(client);
    expect(landed.searchParams.get("error_code")).toBe("identity_already_exists");
    expect(landed.searchParams.get("error_description")).toBe("Identity is already linked");
  });

  test("turns a guest into an account", async () => {
    const client = browser();
    const { data: guest } = await client.auth.signInAnonymously();
    const landed = await link(client);
    const { data } = await client.auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
    expect(data.user).toMatchObject({ id: guest.user?.id, is_anonymous: false, email: scene.provider.person.email });
  });
});

describe.skipIf(isExternal)("unlinking", () => {
  /** Returns a user with these identities, the first of which created them. */
  async function userWith(...people: readonly { email: string; email_verified: boolean }[]) {
    const client = browser();
    const subjects = people.map(() => crypto.randomUUID());
    for (const [index, person] of people.entries()) {
      scene.provider.person = { sub: subjects[index] ?? "", ...person };
      if (index === 0) await enter(client);
      else {
        const { data } = await client.auth.linkIdentity({
          provider: "google",
          options: { redirectTo: CALLBACK, skipBrowserRedirect: true },
        });
        await follow(data.url ?? "");
      }
    }
    const identities = (await client.auth.getUserIdentities()).data?.identities ?? [];
    const unlink = async (index: number) => {
      const identity = identities.find(({ id }) => id === subjects[index]);
      if (identity === undefined) throw new Error("No identity.");
      return (await client.auth.unlinkIdentity(identity)).error?.code ?? null;
    };
    return { client, unlink };
  }
  const verified = (email = newAddress()) => ({ email, email_verified: true });
  const unverified = (email = newAddress()) => ({ email, email_verified: false });
  const emailOf = async (client: SupabaseClient) => (await client.auth.getUser()).data.user?.email;

  // `DeleteIdentity`: 404 for no UUID, 422 for an identity of nobody.
  test.for([
    ["no-uuid", 404, "validation_failed"],
    [crypto.randomUUID(), 422, "identity_not_found"],
  ] as const)("rejects %s", async ([id, status, code]) => {
    const { client } = await userWith(verified(), verified());
    const identity = { id: "", user_id: "", identity_id: id, provider: "google" };
    expect((await client.auth.unlinkIdentity(identity)).error).toMatchObject({ status, code });
  });

  // `UpdateUserEmailFromIdentities`.
  test("keeps an address that another identity has", async () => {
    const email = newAddress();
    const { client, unlink } = await userWith(verified(email), verified(email));
    expect(await unlink(0)).toBeNull();
    expect(await emailOf(client)).toBe(email);
  });

  test("takes the oldest verified address before others", async () => {
    const [old, young, own] = [newAddress(), newAddress(), newAddress()];
    const { client, unlink } = await userWith(verified(own), unverified(), verified(old), verified(young));
    expect(await unlink(0)).toBeNull();
    expect(await emailOf(client)).toBe(old);
    expect((await client.auth.getUser()).data.user?.email_confirmed_at).toBeTruthy();
  });

  test("leaves an address unconfirmed that nobody has verified", async () => {
    const email = newAddress();
    const { client, unlink } = await userWith(verified(), unverified(email));
    expect(await unlink(0)).toBeNull();
    expect((await client.auth.getUser()).data.user).toMatchObject({ email });
    expect((await client.auth.getUser()).data.user?.email_confirmed_at).toBeFalsy();
  });

  test("is rejected if the address belongs to another user", async () => {
    const taken = newAddress();
    await enterByCode(taken);
    const { client, unlink } = await userWith(verified(), unverified(taken));
    const before = await emailOf(client);
    expect(await unlink(0)).toBe("email_conflict_identity_not_deletable");
    expect(await emailOf(client)).toBe(before);
  });
});

describe.skipIf(isExternal)("custom providers", () => {
  const admin = () =>
    createClient(scene.target.url, scene.target.secretKey, { auth: { persistSession: false, autoRefreshToken: false } })
      .auth.admin.customProviders;
  const fields = () => ({
    ...{ provider_type: "oidc" as const, name: "Acme", client_id: "parley", client_secret: "of the client" },
    ...{ issuer: scene.provider.url, scopes: ["openid", "email"] },
  });

  test("are managed by the secret key, which responses lack", async () => {
    const created = await admin().createProvider({ ...fields(), identifier: "custom:acme" });
    expect(created.error).toBeNull();
    expect(created.data).toMatchObject({ identifier: "custom:acme", enabled: true, pkce_enabled: true });
    expect(JSON.stringify(created.data)).not.toContain("of the client");
    const { data } = await browser().auth.signInWithOAuth({
      provider: "custom:acme",
      options: { redirectTo: CALLBACK, skipBrowserRedirect: true },
    });
    expect((await follow(data.url ?? "")).landed.searchParams.get("code")).toBeTruthy();
    expect((await admin().updateProvider("custom:acme", { enabled: false })).error).toBeNull();
    expect((await fetch(data.url ?? "", { redirect: "manual" })).status).toBe(400);
    expect((await admin().listProviders()).data.providers).toHaveLength(1);
    expect((await admin().deleteProvider("custom:acme")).error).toBeNull();
    expect((await admin().getProvider("custom:acme")).error?.code).toBe("custom_provider_not_found");
  });

  test("need the secret key", async () => {
    const headers = { apikey: scene.target.publishableKey };
    expect((await fetch(`${scene.target.url}/auth/v1/admin/custom-providers`, { headers })).status).toBe(401);
  });

  // `fetchAndValidateDiscovery`, `validateAuthorizationParams`, `validateAttributeMapping` (custom_oauth_admin.go).
  test.for([
    [
      "another issuer",
      () => ({
        issuer: `${scene.provider.url}/other`,
        discovery_url: `${scene.provider.url}/.well-known/openid-configuration`,
      }),
    ],
    ["no prefix", () => ({ identifier: "acme" })],
    ["a reserved parameter", () => ({ authorization_params: { state: "fixed" } })],
    ["a protected field", () => ({ attribute_mapping: { email_verified: "true" } })],
    ["an address in clear", () => ({ issuer: "http://idp.example" })],
  ] as const)("are rejected with %s", async ([, change]) => {
    const { error } = await admin().createProvider({ ...fields(), identifier: "custom:other", ...change() });
    expect(error).toMatchObject({ status: 400, code: "validation_failed" });
  });
});
