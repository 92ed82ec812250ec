/**
 * `POST /sso` and `/admin/sso/providers` as GoTrue has them (`internal/api/sso.go` and `ssoadmin.go`), read in 2026 (043fe88).
 */
import { beforeAll, describe, expect, test } from "vitest";
import { readRequest, startSamlProvider } from "../../../tests/fakes/samlProvider.ts";
import { CALLBACK, ssoTargetForFile } from "./sso.support.ts";
import { configured, isExternal } from "./target.ts";

const scene = ssoTargetForFile();
const { browser, admin, addProvider, post, enter } = scene.steps;
const DOMAIN = "acme.example";
let providerId = "";
beforeAll(async () => {
  if (!isExternal) providerId = await addProvider([DOMAIN, "acme.test"]);
});

describe.skipIf(isExternal)("POST /sso", () => {
  const request = async (body: object, headers: Record<string, string> = {}) =>
    await fetch(`${scene.target.url}/auth/v1/sso`, {
      method: "POST",
      redirect: "manual",
      headers: { apikey: scene.target.publishableKey, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });

  test("finds the provider by its id or case-insensitive domain", async () => {
    for (const body of [{ domain: "ACME.Example" }, { provider_id: providerId }]) {
      const response = await request(body);
      expect(response.status).toBe(303);
      expect(response.headers.get("location")).toMatch(`${scene.provider.url}/sso?`);
    }
    const answer: unknown = await (await request({ domain: DOMAIN, skip_http_redirect: true })).json();
    expect(answer).toEqual({ url: expect.stringContaining(`${scene.provider.url}/sso?`) });
  });

  test.for([
    [{}, 400, "validation_failed"],
    [{ domain: DOMAIN, provider_id: "7f1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c11" }, 400, "validation_failed"],
    [{ domain: DOMAIN, code_challenge: "x".repeat(43) }, 400, "validation_failed"],
    [{ domain: "sub.acme.example" }, 404, "sso_provider_not_found"],
    [{ domain: "' or true --" }, 404, "sso_provider_not_found"],
  ] as const)("answers %j with %i %s", async ([body, status, code]) => {
    const response = await request(body, { "x-supabase-api-version": "2024-01-01" });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  test("returns a session in the fragment without PKCE", async () => {
    const { data } = await scene.target
      .client()
      .auth.signInWithSSO({ domain: DOMAIN, options: { redirectTo: CALLBACK } });
    const carried = readRequest(data?.url ?? "");
    const { url } = await post(scene.provider.respond(carried), carried.relayState);
    expect(new URLSearchParams(url.hash.slice(1)).get("access_token")).toMatch(/^ey/u);
  });

  test(
    "is off without the key of a hosted project",
    configured("", { saml: false }, async (target) => {
      const { error } = await target.client().auth.signInWithSSO({ domain: DOMAIN });
      expect(error).toMatchObject({ status: 404, code: "saml_provider_disabled" });
      const settings = await fetch(`${target.url}/auth/v1/settings`, { headers: { apikey: target.publishableKey } });
      expect(await settings.json()).toMatchObject({ saml_enabled: false });
    }),
  );

  // `GOTRUE_RATE_LIMIT_SSO`: 30 in five minutes.
  test(
    "is limited by address",
    configured("", {}, async (target) => {
      const client = target.client();
      for (let count = 0; count < 30; count += 1) await client.auth.signInWithSSO({ domain: DOMAIN });
      const { error } = await client.auth.signInWithSSO({ domain: DOMAIN });
      expect(error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
    }),
  );
});

describe.skipIf(isExternal)("the admin API", () => {
  test("needs the secret key", async () => {
    for (const [method, path] of [
      ["GET", ""],
      ["POST", ""],
      ["GET", `/${providerId}`],
      ["PUT", `/${providerId}`],
      ["DELETE", `/${providerId}`],
    ] as const) {
      const response = await fetch(`${scene.target.url}/auth/v1/admin/sso/providers${path}`, {
        method,
        headers: { apikey: scene.target.publishableKey, "content-type": "application/json" },
        ...(method !== "GET" && { body: "{}" }),
      });
      expect(response.status).toBe(401);
    }
  });

  test("adds a provider from an address, once", async () => {
    const idp = await startSamlProvider();
    try {
      const body = { type: "saml", metadata_url: `${idp.url}/metadata`, domains: ["url.example"] };
      const created = await admin("POST", "", body);
      expect(created).toMatchObject({
        status: 201,
        body: {
          saml: { entity_id: idp.entityId, metadata_url: body.metadata_url },
          domains: [{ domain: "url.example" }],
        },
      });
      expect(await admin("POST", "", body)).toMatchObject({ status: 422, body: { code: "saml_idp_already_exists" } });
      const listed = (await admin("GET")).body.items?.find(({ id }) => id === created.body.id);
      expect(listed?.saml).not.toHaveProperty("metadata_xml");
    } finally {
      await idp.close();
    }
  });

  test("gives a domain to one provider only", async () => {
    const idp = await startSamlProvider();
    try {
      const create = async (domains: string[]) =>
        await admin("POST", "", { type: "saml", metadata_xml: idp.metadataXml, domains });
      expect(await create(["ACME.example"])).toMatchObject({
        status: 400,
        body: { code: "sso_domain_already_exists" },
      });
      const { body } = await create(["own.example"]);
      const taken = await admin("PUT", `/${body.id}`, { domains: ["own.example", DOMAIN] });
      expect(taken).toMatchObject({ status: 400, body: { code: "sso_domain_already_exists" } });
      expect((await admin("GET", `/${body.id}`)).body.domains).toEqual([{ domain: "own.example" }]);
    } finally {
      await idp.close();
    }
  });

  test.for([
    [{ type: "oidc", metadata_xml: "<a/>" }, "validation_failed"],
    [{ type: "saml" }, "validation_failed"],
    [{ type: "saml", metadata_xml: "<a/>" }, "validation_failed"],
    [{ type: "saml", metadata_xml: "no xml" }, "validation_failed"],
    [{ type: "saml", metadata_xml: "<a/>", metadata_url: "https://idp.example" }, "validation_failed"],
    [{ type: "saml", metadata_url: "http://idp.example" }, "validation_failed"],
    [{ type: "saml", metadata_url: "http://127.0.0.1:1/" }, "saml_metadata_fetch_failed"],
    [{ type: "saml", metadata_xml: "<a/>", name_id_format: "other" }, "validation_failed"],
  ] as const)("rejects %j", async ([body, code]) => {
    expect(await admin("POST", "", body)).toMatchObject({ status: 400, body: { code } });
  });

  test("keeps the name of a provider", async () => {
    const idp = await startSamlProvider();
    try {
      expect(await admin("PUT", `/${providerId}`, { metadata_xml: idp.metadataXml })).toMatchObject({
        ...{ status: 400, body: { code: "saml_entity_id_mismatch" } },
      });
      expect((await admin("GET", "/no-uuid")).status).toBe(404);
    } finally {
      await idp.close();
    }
  });

  test("maps attributes", async () => {
    const idp = await startSamlProvider();
    try {
      const attribute_mapping = { keys: { team: { names: ["none", "email"] }, role: { default: "member" } } };
      await admin("POST", "", {
        type: "saml",
        metadata_xml: idp.metadataXml,
        domains: ["map.example"],
        attribute_mapping,
      });
      const { user } = await enter("map.example", { person: scene.provider.person }, browser(), idp);
      expect(user?.identities?.[0]?.identity_data).toMatchObject({ team: scene.provider.person.email, role: "member" });
    } finally {
      await idp.close();
    }
  });

  test("describes Auth to providers", async () => {
    const response = await fetch(`${scene.target.url}/auth/v1/sso/saml/metadata`);
    expect(response.headers.get("content-type")).toBe("application/xml");
    expect(await response.text()).toContain(`Location="${scene.target.url}/auth/v1/sso/saml/acs"`);
  });
});
