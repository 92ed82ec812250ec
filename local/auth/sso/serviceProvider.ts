/** Auth as a service provider of SAML 2.0, for one identity provider (saml.go). A library checks signatures and times. */
import { type Profile, SAML, type SamlConfig, ValidateInResponseTo } from "@node-saml/node-saml";
import * as z from "zod";
import { AuthError, invalid } from "../errors.ts";
import { parseMetadata } from "./metadata.ts";
import type { SsoProvider } from "./providerRows.ts";

const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
const EMAIL_ADDRESS = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
/** Clocks of two machines differ. Milliseconds; upstream's library allows 3 minutes. */
const MAX_CLOCK_SKEW_MS = 3 * 60_000;
/** As long as upstream's library accepts an assertion. */
const MAX_ASSERTION_AGE_MS = 90_000 + MAX_CLOCK_SKEW_MS;

export const acsUrlOf = (issuerUrl: string): string => `${issuerUrl}/sso/saml/acs`;
/** Also the name under which identity providers know Auth. */
const metadataUrlOf = (issuerUrl: string): string => `${issuerUrl}/sso/saml/metadata`;

interface Exchange {
  readonly provider: SsoProvider;
  /** `<gateway>/auth/v1` */
  readonly issuerUrl: string;
  /** The id of the request, which the response must name. */
  readonly requestId: string;
}

function serviceProvider({ provider, issuerUrl, requestId }: Exchange): SAML {
  const { signInUrl, certificates } = parseMetadata(provider.metadataXml);
  const config: SamlConfig = {
    entryPoint: signInUrl,
    idpCert: [...certificates],
    issuer: metadataUrlOf(issuerUrl),
    audience: metadataUrlOf(issuerUrl),
    callbackUrl: acsUrlOf(issuerUrl),
    identifierFormat: provider.nameIdFormat ?? PERSISTENT,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    // As upstream: either signature is enough, because that of the assertion covers everything that is used.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: MAX_CLOCK_SKEW_MS,
    maxAssertionAgeMs: MAX_ASSERTION_AGE_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => requestId,
    // The database keeps requests. The library sees only this one.
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (id === requestId ? new Date().toISOString() : null),
      removeAsync: async () => null,
    },
  };
  return new SAML(config);
}

/** Returns the address of the identity provider's page, with a request. */
export const requestUrl = async (exchange: Exchange, relayState: string): Promise<string> =>
  await serviceProvider(exchange).getAuthorizeUrlAsync(relayState, undefined, {});

const texts = z.union([z.string(), z.array(z.string())]);
const confirmation = z.object({ $: z.object({ InResponseTo: z.string(), Recipient: z.string() }) });
const assertionShape = z.object({
  Assertion: z.object({
    Subject: z.tuple([
      z.object({
        SubjectConfirmation: z.array(z.object({ SubjectConfirmationData: z.tuple([confirmation]) })).min(1),
      }),
    ]),
  }),
});

/** The statements of a valid assertion about a person. */
export interface SamlPerson {
  /** Does not change at the provider. */
  readonly subject: string;
  readonly email: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Returns the person of a response. Throws for one that the provider has not made for this request and for Auth. */
export async function personOf(exchange: Exchange, samlResponse: string): Promise<SamlPerson> {
  const { provider, issuerUrl, requestId } = exchange;
  let profile: Profile | null;
  try {
    ({ profile } = await serviceProvider(exchange).validatePostResponseAsync({ SAMLResponse: samlResponse }));
  } catch {
    throw invalid("SAML Assertion is not valid");
  }
  const parsed = assertionShape.safeParse(profile?.getAssertion?.());
  // The library compares only what the response names outside of the signature, and what an assertion may leave out.
  const isForThisRequest =
    parsed.success &&
    parsed.data.Assertion.Subject[0].SubjectConfirmation.every(
      ({ SubjectConfirmationData: [{ $: data }] }) =>
        data.InResponseTo === requestId && data.Recipient === acsUrlOf(issuerUrl),
    );
  if (profile === null || !isForThisRequest || profile.issuer !== provider.entityId) {
    throw invalid("SAML Assertion is not valid");
  }
  return toPerson(profile, provider);
}

const EMAIL_ATTRIBUTES = [
  "urn:oid:0.9.2342.19200300.100.1.3",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
  "http://schemas.xmlsoap.org/claims/EmailAddress",
  "mail",
  "Mail",
  "email",
];

function toPerson(profile: Profile, { attributeMapping }: SsoProvider): SamlPerson {
  const attributes = z.record(z.string(), z.unknown()).parse(profile.attributes ?? {});
  const attribute = (name: string): string | null => {
    const parsed = texts.safeParse(attributes[name]);
    return parsed.success ? ([parsed.data].flat().find((value) => value !== "") ?? null) : null;
  };
  const firstOf = (names: readonly string[]) => names.map(attribute).find((value) => value !== null) ?? null;
  const { nameID = "", nameIDFormat = "" } = profile;
  const isEmailId = nameIDFormat === EMAIL_ADDRESS;
  const id = nameIDFormat.endsWith(":transient") ? "" : nameID;
  const subject =
    attribute("urn:oasis:names:tc:SAML:attribute:subject-id") ?? (isEmailId ? id.trim().toLowerCase() : id);
  if (subject === "") {
    const message =
      "SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user";
    throw new AuthError(400, "saml_assertion_no_user_id", message);
  }
  const mapped = Object.entries(attributeMapping.keys ?? {}).map(
    ([key, { name, names = [], default: fallback }]) =>
      [key, firstOf(name === undefined ? names : [name, ...names]) ?? fallback] as const,
  );
  const claims = Object.fromEntries(mapped.filter(([, value]) => value !== undefined));
  const mappedEmail = typeof claims.email === "string" ? claims.email : "";
  const email = mappedEmail || (firstOf(EMAIL_ATTRIBUTES) ?? (isEmailId ? nameID : ""));
  if (email === "") {
    throw new AuthError(400, "saml_assertion_no_email", "SAML Assertion does not contain an email address");
  }
  return { subject, email: email.toLowerCase(), claims };
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** Returns what an identity provider needs to know about Auth. */
export const metadataXmlOf = (issuerUrl: string): string =>
  `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escaped(metadataUrlOf(issuerUrl))}">` +
  `<SPSSODescriptor WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">` +
  `<NameIDFormat>${EMAIL_ADDRESS}</NameIDFormat><NameIDFormat>${PERSISTENT}</NameIDFormat>` +
  `<AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" ` +
  `Location="${escaped(acsUrlOf(issuerUrl))}" index="1"/></SPSSODescriptor></EntityDescriptor>`;
