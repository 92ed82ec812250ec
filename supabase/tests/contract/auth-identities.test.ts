/** Linked identities and custom providers with the unmodified client, as in `auth-external.test.ts`. */
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { newAddress } from "./auth.support.ts";
import { CALLBACK, externalTargetForFile } from "./external.support.ts";
import { isExternal } from "./target.ts";

const scene = externalTargetForFile();
const { browser, follow, enterByCode } = scene.steps;

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

  test("turns a guest into an account", async () => {
    const client = browser();
    const { data: guest } = await client.auth.signInAnonymously();
    const landed = await link(client);
    const { data } = await client.auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
    expect(data.user).toMatchObject({ id: guest.user?.id, is_anonymous: false, email: scene.provider.person.email });
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
  ] as const)("are refused with %s", async ([, change]) => {
    const { error } = await admin().createProvider({ ...fields(), identifier: "custom:other", ...change() });
    expect(error).toMatchObject({ status: 400, code: "validation_failed" });
  });
});
