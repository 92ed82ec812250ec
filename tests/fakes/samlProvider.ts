/** An identity provider of SAML 2.0 on 127.0.0.1. It signs assertions with a key of its own, and forges what a test asks for. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { inflateRawSync } from "node:zlib";
import { SignedXml } from "xml-crypto";
import { createSigningKey, type SigningKey } from "./certificate.ts";

/** A person at the provider. */
export interface SamlPerson {
  /** Does not change. */
  readonly id: string;
  readonly email: string;
}

/** A request that a browser carried here. */
export interface SamlRequest {
  readonly id: string;
  readonly acsUrl: string;
  /** The name of the service provider. */
  readonly issuer: string;
  readonly relayState: string;
}

export interface Claims {
  readonly person: SamlPerson;
  readonly inResponseTo: string;
  readonly audience: string;
  readonly recipient: string;
  readonly issuer: string;
  /** Milliseconds after now. */
  readonly issuedIn: number;
  readonly expiresIn: number;
  readonly nameIdFormat: string;
  readonly status: "Success" | "Responder";
}

export interface SamlIdentityProvider {
  readonly url: string;
  readonly entityId: string;
  readonly metadataXml: string;
  /** Signs in whoever comes next. */
  person: SamlPerson;
  /** Denies the next request, as if the administrator had not assigned the person. */
  refuses: boolean;
  readonly key: SigningKey;
  /** Returns a response without a signature. */
  write(request: SamlRequest, changes?: Partial<Claims>): string;
  /** Returns a response with a signed assertion. */
  respond(request: SamlRequest, changes?: Partial<Claims>, key?: SigningKey): string;
  close(): Promise<void>;
}

const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
const TRANSFORMS = ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", "http://www.w3.org/2001/10/xml-exc-c14n#"];

/** Returns the request of an address that Auth has returned. */
export function readRequest(url: string): SamlRequest {
  const { searchParams } = new URL(url);
  const xml = inflateRawSync(Buffer.from(searchParams.get("SAMLRequest") ?? "", "base64")).toString();
  const find = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? "";
  return {
    id: find(/ ID="([^"]+)"/u),
    acsUrl: find(/ AssertionConsumerServiceURL="([^"]+)"/u),
    issuer: find(/<saml:Issuer[^>]*>([^<]+)</u),
    relayState: searchParams.get("RelayState") ?? "",
  };
}

/** Signs the assertion of a response. */
export function signAssertion(xml: string, key: SigningKey): string {
  const signer = new SignedXml({
    privateKey: key.privateKeyPem,
    canonicalizationAlgorithm: "http://www.w3.org/2001/10/xml-exc-c14n#",
    signatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  });
  signer.addReference({
    xpath: "//*[local-name(.)='Assertion']",
    digestAlgorithm: "http://www.w3.org/2001/04/xmlenc#sha256",
    transforms: TRANSFORMS,
  });
  signer.computeSignature(xml, {
    location: { reference: "//*[local-name(.)='Assertion']/*[local-name(.)='Issuer']", action: "after" },
  });
  return signer.getSignedXml();
}

function write(claims: Claims): string {
  const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
  const issued = at(claims.issuedIn);
  const ended = at(claims.expiresIn);
  const { person, inResponseTo, audience, recipient, issuer } = claims;
  const assertion =
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="a${randomUUID()}" IssueInstant="${issued}" Version="2.0">` +
    `<saml:Issuer>${issuer}</saml:Issuer><saml:Subject>` +
    `<saml:NameID Format="${claims.nameIdFormat}">${person.id}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData ` +
    `InResponseTo="${inResponseTo}" NotOnOrAfter="${ended}" Recipient="${recipient}"/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${issued}" NotOnOrAfter="${ended}"><saml:AudienceRestriction>` +
    `<saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${issued}"/><saml:AttributeStatement>` +
    `<saml:Attribute Name="email"><saml:AttributeValue>${person.email}</saml:AttributeValue></saml:Attribute>` +
    `</saml:AttributeStatement></saml:Assertion>`;
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="r${randomUUID()}" IssueInstant="${issued}" ` +
    `Version="2.0" Destination="${recipient}" InResponseTo="${inResponseTo}">` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</saml:Issuer><samlp:Status>` +
    `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${claims.status}"/></samlp:Status>` +
    `${claims.status === "Success" ? assertion : ""}</samlp:Response>`
  );
}

/** Posts itself to Auth. Browsers without scripts have a button. */
const page = (acsUrl: string, response: string, relayState: string) =>
  `<!doctype html><title>Test provider</title><form method="post" action="${acsUrl}">` +
  `<input type="hidden" name="SAMLResponse" value="${Buffer.from(response).toString("base64")}">` +
  `<input type="hidden" name="RelayState" value="${relayState}"><button>Continue</button></form>` +
  `<script>document.forms[0].submit()</script>`;

export async function startSamlProvider(): Promise<SamlIdentityProvider> {
  const key = createSigningKey();
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? "/", provider.url);
    if (url.pathname === "/metadata") {
      res.writeHead(200, { "content-type": "application/xml" }).end(provider.metadataXml);
      return;
    }
    if (url.pathname !== "/sso") {
      res.writeHead(404).end();
      return;
    }
    const request = readRequest(url.href);
    const response = provider.respond(request, provider.refuses ? { status: "Responder" } : {});
    res.writeHead(200, { "content-type": "text/html" }).end(page(request.acsUrl, response, request.relayState));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  const entityId = `${url}/metadata`;
  const provider: SamlIdentityProvider = {
    ...{ url, entityId, key, refuses: false },
    metadataXml:
      `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">` +
      `<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing">` +
      `<KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${key.certificate}</X509Certificate>` +
      `</X509Data></KeyInfo></KeyDescriptor><SingleSignOnService ` +
      `Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${url}/sso"/></IDPSSODescriptor></EntityDescriptor>`,
    person: { id: "1", email: "tom@acme.example" },
    write: ({ id, acsUrl, issuer }, changes = {}) =>
      write({
        ...{ person: provider.person, inResponseTo: id, audience: issuer, recipient: acsUrl, issuer: entityId },
        ...{ issuedIn: 0, expiresIn: 60_000, nameIdFormat: PERSISTENT, status: "Success" },
        ...changes,
      }),
    respond(request, changes = {}, signedWith = key) {
      const xml = provider.write(request, changes);
      return changes.status === "Responder" ? xml : signAssertion(xml, signedWith);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}
