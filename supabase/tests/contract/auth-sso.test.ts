/**
 * Single sign-on with the unmodified client, attacks first. The GoTrue behaviour of `internal/api/sso.go`, `samlacs.go`,
 * `samlassertion.go`, `ssoadmin.go` and `internal/models/linking.go`, read in 2026 (043fe88).
 */
import { beforeAll, describe, expect, test } from "vitest";
import { createSigningKey } from "../../../tests/fakes/certificate.ts";
import {
  type SamlIdentityProvider,
  type SamlRequest,
  signAssertion,
  startSamlProvider,
} from "../../../tests/fakes/samlProvider.ts";
import { newAddress } from "./auth.support.ts";
import { CALLBACK, SITE, ssoTargetForFile } from "./sso.support.ts";
import { isExternal } from "./target.ts";

const scene = ssoTargetForFile();
const { browser, admin, addProvider, begin, post, enter, enterByCode } = scene.steps;
const DOMAIN = "acme.example";
let providerId = "";
beforeAll(async () => {
  if (!isExternal) providerId = await addProvider([DOMAIN, "acme.test"]);
});

/** Returns the error of a response that a test forges. */
async function refusal(forge: (request: SamlRequest) => string): Promise<string | null> {
  const request = await begin(browser(), DOMAIN);
  return (await post(forge(request), request.relayState)).error;
}
const assertionOf = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/u.exec(xml)?.[0] ?? "";

describe.skipIf(isExternal)("a response", () => {
  const write: SamlIdentityProvider["write"] = (...given) => scene.provider.write(...given);
  const respond: SamlIdentityProvider["respond"] = (...given) => scene.provider.respond(...given);

  test.for([
    ["unsigned", (request) => write(request)],
    ["signed by somebody else", (request) => respond(request, {}, createSigningKey())],
    [
      "changed after its signature",
      (request) => respond(request).replaceAll(scene.provider.person.email, "boss@acme.example"),
    ],
    ["for another audience", (request) => respond(request, { audience: "https://other.example" })],
    ["for another receiver", (request) => respond(request, { recipient: "https://other.example/acs" })],
    ["of another issuer", (request) => respond(request, { issuer: "https://other.example" })],
    ["to another request", (request) => respond(request, { inResponseTo: "id-of-somebody-else" })],
    ["to no request", (request) => signAssertion(write(request, { inResponseTo: "" }), scene.provider.key)],
    ["expired", (request) => respond(request, { issuedIn: -600_000, expiresIn: -300_000 })],
    ["made long ago", (request) => respond(request, { issuedIn: -600_000, expiresIn: 600_000 })],
    ["not valid yet", (request) => respond(request, { issuedIn: 600_000, expiresIn: 700_000 })],
    ["that is a refusal", (request) => respond(request, { status: "Responder" })],
    ["without an assertion", (request) => write(request).replace(assertionOf(write(request)), "")],
    ["that is no XML", () => "<Response"],
    ["with a DTD", (request) => `<!DOCTYPE r [<!ENTITY e "x">]>${respond(request)}`.replace("@acme", "&e;@acme")],
  ] satisfies [string, (request: SamlRequest) => string][])("%s signs in nobody", async ([, forge]) => {
    expect(await refusal(forge)).toBe("validation_failed");
  });

  // Signature wrapping: the signed assertion stays in the document, and another stands where a naive reader looks.
  test.for([
    ["beside a forged one", (signed, forged) => signed.replace("</samlp:Status>", `</samlp:Status>${forged}`)],
    ["after a forged one", (signed, forged) => signed.replace("</samlp:Response>", `${forged}</samlp:Response>`)],
    [
      "within a forged one",
      (signed, forged) =>
        signed.replace(assertionOf(signed), forged.replace("</saml:Subject>", `</saml:Subject>${assertionOf(signed)}`)),
    ],
    [
      "within the signature's object of a forged one",
      (signed, forged) => {
        const own = assertionOf(signed);
        const signature = /<Signature[\s\S]*<\/Signature>/u.exec(own)?.[0] ?? "";
        const holder = signature.replace("</Signature>", `<Object>${own.replace(signature, "")}</Object></Signature>`);
        return signed.replace(own, forged.replace("</saml:Issuer>", `</saml:Issuer>${holder}`));
      },
    ],
    [
      "within an extension",
      (signed, forged) =>
        signed.replace(assertionOf(signed), `<samlp:Extensions>${assertionOf(signed)}</samlp:Extensions>${forged}`),
    ],
  ] satisfies [string, (signed: string, forged: string) => string][])(
    "with the signed assertion %s signs in nobody",
    async ([, wrap]) => {
      const victim = { id: crypto.randomUUID(), email: "boss@acme.example" };
      const error = await refusal((request) => {
        const wrapped = wrap(respond(request), assertionOf(write(request, { person: victim })));
        expect(wrapped).toContain(victim.email);
        return wrapped;
      });
      expect(error).toBe("validation_failed");
      expect(await scene.target.embedded.admin`select from auth.users where email = ${victim.email}`).toHaveLength(0);
    },
  );

  // Canonical XML has no comments, so a reader that stops at one would see another address.
  test("is read whole despite a comment in the address", async () => {
    const { id, email } = scene.provider.person;
    const { user } = await enter(DOMAIN, { person: { id, email: email.replace("@acme", "@acme<!-- -->") } });
    expect(user?.email).toBe(email);
  });

  test("signs in once", async () => {
    const request = await begin(browser(), DOMAIN);
    const response = respond(request);
    expect((await post(response, request.relayState)).code).not.toBeNull();
    expect((await post(response, request.relayState)).error).toBe("saml_relay_state_not_found");
    const other = await begin(browser(), DOMAIN);
    expect((await post(response, other.relayState)).error).toBe("validation_failed");
  });

  test("signs in once when copies arrive concurrently", async () => {
    const request = await begin(browser(), DOMAIN);
    const response = respond(request);
    const landed = await Promise.all([1, 2, 3].map(() => post(response, request.relayState)));
    expect(landed.filter(({ code }) => code !== null)).toHaveLength(1);
  });

  // `SAMLRelayState.CreatedAt`: two minutes.
  test("that is late signs in nobody", async () => {
    const request = await begin(browser(), DOMAIN);
    await scene.target.embedded.admin`
      update auth.saml_relay_states set created_at = now() - interval '121 seconds' where id = ${request.relayState}`;
    expect((await post(respond(request), request.relayState)).error).toBe("saml_relay_state_expired");
  });

  test.for(["", "https://evil.example/", "https://localhost:8787/home"])(
    "that nobody requested is not supported: %s",
    async (relayState) => {
      const request = await begin(browser(), DOMAIN);
      const landed = await post(respond(request), relayState);
      expect(landed).toMatchObject({ error: "not_implemented", code: null });
      expect(landed.url.origin).toBe(SITE);
    },
  );

  test.for(["no-uuid", "'; drop table auth.users; --", "\u0000"])(
    "with the relay state %j is rejected",
    async (relayState) => {
      const request = await begin(browser(), DOMAIN);
      expect((await post(respond(request), relayState)).error).toBe("validation_failed");
    },
  );

  // `IsRedirectURLValid`: an address that is not allowed leads to the site.
  test.for(["https://evil.example/x", "//evil.example", "javascript:alert(1)"])(
    "never leads to %s",
    async (redirectTo) => {
      const request = await begin(browser(), DOMAIN, redirectTo);
      const { url } = await post(respond(request), request.relayState);
      expect(url.origin).toBe(SITE);
    },
  );

  test("from another provider signs in nobody", async () => {
    const other = await startSamlProvider();
    try {
      await addProvider(["evil.example"], other);
      const request = await begin(browser(), DOMAIN);
      expect((await post(other.respond(request), request.relayState)).error).toBe("validation_failed");
      const disguised = other.respond(request, { issuer: scene.provider.entityId });
      expect((await post(disguised, (await begin(browser(), DOMAIN)).relayState)).error).toBe("validation_failed");
    } finally {
      await other.close();
    }
  });

  test.for([
    ["saml_assertion_no_user_id", { nameIdFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" }],
    ["saml_assertion_no_email", { person: { id: "7", email: "" } }],
  ] as const)("ends with %s", async ([code, changes]) => {
    expect((await enter(DOMAIN, changes)).error).toBe(code);
  });
});

describe.skipIf(isExternal)("a user", () => {
  // `GetAccountLinkingDomain`: `sso:<id>`.
  test("is never one with the same address", async () => {
    const { user: owner } = await enterByCode(scene.provider.person.email);
    const { user } = await enter(DOMAIN);
    expect(user?.email).toBe(owner?.email);
    expect(user?.id).not.toBe(owner?.id);
    expect(user?.app_metadata).toMatchObject({ provider: `sso:${providerId}`, providers: [`sso:${providerId}`] });
  });

  test("stays the same when the address changes at the provider", async () => {
    const { user } = await enter(DOMAIN);
    const renamed = { ...scene.provider.person, email: `${crypto.randomUUID()}@acme.example` };
    const { user: again } = await enter(DOMAIN, { person: renamed });
    expect(again?.id).toBe(user?.id);
    expect(again?.email).toBe(user?.email);
  });

  // `similarIdentities` of the same linking domain. Parley's triggers reject it.
  test("gets the identity of another name with its address", async () => {
    const { user } = await enter(DOMAIN);
    const { user: again } = await enter(DOMAIN, { person: { ...scene.provider.person, id: crypto.randomUUID() } });
    expect(again?.id).toBe(user?.id);
  });

  test("has no password, other address, passkey or code", async () => {
    const { client, user } = await enter(DOMAIN);
    for (const change of [{ password: "a long new password" }, { email: newAddress() }]) {
      expect((await client.auth.updateUser(change)).error).toMatchObject({ status: 422, code: "user_sso_managed" });
    }
    const { user: byCode } = await enterByCode(user?.email ?? "");
    expect(byCode?.id).not.toBe(user?.id);
  });

  // `IssueRefreshToken` comes before the redirect with the code: the response alone begins a session, too.
  test("has two sessions after a sign-in", async () => {
    const { user, session } = await enter(DOMAIN);
    const methods = await scene.target.embedded.admin`
      select authentication_method as method from auth.sessions join auth.mfa_amr_claims c on c.session_id = sessions.id
      where user_id = ${user?.id ?? ""}`;
    expect(methods.map(({ method }) => method)).toEqual(["sso/saml", "sso/saml"]);
    const claims = JSON.parse(Buffer.from(session?.access_token.split(".")[1] ?? "", "base64url").toString());
    expect(claims).toMatchObject({ aal: "aal1", amr: [{ method: "sso/saml" }] });
  });

  test("is rejected while the provider is disabled or gone", async () => {
    const idp = await startSamlProvider();
    try {
      const id = await addProvider(["gone.example"], idp);
      const codeOf = async () =>
        (await browser().auth.signInWithSSO({ domain: "gone.example", options: { redirectTo: CALLBACK } })).error?.code;
      const request = await begin(browser(), "gone.example");
      expect((await admin("PUT", `/${id}`, { disabled: true })).body).toMatchObject({ disabled: true });
      expect(await codeOf()).toBe("sso_provider_disabled");
      expect((await post(idp.respond(request), request.relayState)).error).toBe("sso_provider_disabled");
      expect((await admin("DELETE", `/${id}`)).status).toBe(200);
      expect(await codeOf()).toBe("sso_provider_not_found");
    } finally {
      await idp.close();
    }
  });
});
