/** Metadata of identity providers, which an operator gives to Auth (`parseSAMLMetadata` in ssoadmin.go). */
import { DOMParser } from "@xmldom/xmldom";
import { AuthError, invalid } from "../errors.ts";

const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";
const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const TIMEOUT_MS = 10_000;

export interface IdpMetadata {
  readonly entityId: string;
  /** The page to which a browser carries a request. */
  readonly signInUrl: string;
  /** Certificates in base64. One of them has signed each response. */
  readonly certificates: readonly string[];
}

/** Throws 400 for text that does not describe one identity provider. */
export function parseMetadata(xml: string): IdpMetadata {
  const root = rootOf(xml);
  const entityId = root?.getAttribute("entityID") ?? "";
  if (root === null || root.localName !== "EntityDescriptor" || entityId === "") {
    throw invalid("SAML Metadata does not contain an EntityID");
  }
  const [idp, ...others] = elements(root, METADATA, "IDPSSODescriptor");
  if (idp === undefined) throw invalid("SAML Metadata does not contain any IDPSSODescriptor");
  if (others.length > 0) throw invalid("SAML Metadata contains multiple IDPSSODescriptors");
  const services = elements(idp, METADATA, "SingleSignOnService");
  const service = services.find((each) => each.getAttribute("Binding") === REDIRECT);
  const signInUrl = service?.getAttribute("Location") ?? "";
  if (!isHttpUrl(signInUrl)) throw invalid("SAML Metadata does not contain a redirect binding");
  const certificates = elements(idp, METADATA, "KeyDescriptor")
    .filter((key) => key.getAttribute("use") !== "encryption")
    .flatMap((key) => elements(key, SIGNATURE, "X509Certificate"))
    .map((certificate) => (certificate.textContent ?? "").replaceAll(/\s/gu, ""));
  if (certificates.length === 0) throw invalid("SAML Metadata does not contain a certificate");
  return { entityId, signInUrl, certificates };
}

/** Fetches metadata. GoTrue allows https only; here http to this machine too, where a stand-in runs. */
export async function fetchMetadata(url: string): Promise<string> {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null) throw invalid("metadata_url is not a valid URL");
  if (parsed.protocol !== "https:" && !(parsed.protocol === "http:" && LOOPBACK.has(parsed.hostname))) {
    throw invalid("metadata_url is not a HTTPS URL");
  }
  try {
    const response = await fetch(parsed, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return await response.text();
  } catch {
    // The same failure.
  }
  throw new AuthError(400, "saml_metadata_fetch_failed", "Error fetching SAML Metadata");
}

/** Returns the root of a document without a DTD, or null. */
function rootOf(xml: string): Element | null {
  if (/<!DOCTYPE/iu.test(xml)) return null;
  let isBroken = false;
  const broken = () => {
    isBroken = true;
  };
  const parser = new DOMParser({ errorHandler: { warning: broken, error: broken, fatalError: broken } });
  const document = parser.parseFromString(xml, "text/xml");
  return isBroken ? null : (document?.documentElement ?? null);
}

const elements = (parent: Element, namespace: string, name: string): Element[] =>
  Array.from(parent.getElementsByTagNameNS(namespace, name));

const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol);
