/** The JSON of passkeys: options of Auth for the page, and credentials of the page for Auth. */
import * as z from "zod/mini";
import type { PasskeyCreation, PasskeyRequest } from "~/lib/passkeys.ts";

/** Auth's lifetime of a challenge, if it names none. */
const TIMEOUT_MS = 300_000;

const verification = z._default(z.enum(["required", "preferred", "discouraged"]), "preferred");
const timeout = z._default(z.number(), TIMEOUT_MS);

const requestOptions = z.object({ challenge: z.string(), rpId: z.string(), timeout, userVerification: verification });

const creationOptions = z.object({
  challenge: z.string(),
  timeout,
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number() })),
  excludeCredentials: z._default(z.array(z.object({ id: z.string() })), []),
  authenticatorSelection: z._default(z.object({ userVerification: verification }), { userVerification: "preferred" }),
});

/** Throws for a response that is none of Auth's. */
export const passkeyRequest = (challengeId: string, options: unknown): PasskeyRequest => ({
  challengeId,
  ...requestOptions.parse(options),
});

export function passkeyCreation(challengeId: string, options: unknown): PasskeyCreation {
  const { pubKeyCredParams, excludeCredentials, authenticatorSelection, ...rest } = creationOptions.parse(options);
  return {
    ...{ challengeId, ...rest },
    userVerification: authenticatorSelection.userVerification,
    algorithms: pubKeyCredParams.map(({ alg }) => alg),
    exclude: excludeCredentials.map(({ id }) => id),
  };
}

/** Characters. An attestation of a security key is the longest. */
const text = z.string().check(z.maxLength(16_384));
const credential = { id: text, rawId: text, type: z.literal("public-key") };

const assertion = z.object({
  ...credential,
  response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text, userHandle: text }),
});
const TRANSPORTS = ["ble", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
/** New ones are left out. */
const transports = z.pipe(
  z._default(z.array(text), []),
  z.transform((all) => TRANSPORTS.filter((known) => all.includes(known))),
);
const attestation = z.object({
  ...credential,
  response: z.object({ clientDataJSON: text, attestationObject: text, transports }),
});

function parseJson<T>(shape: z.ZodMiniType<T>, json: string): T | null {
  try {
    return shape.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

/** Extensions are not used. */
const withoutExtensions = <T extends object>(parsed: T | null) => parsed && { ...parsed, clientExtensionResults: {} };

/** Returns the credential of a sign-in, or null. */
export const parseAssertion = (json: string) => withoutExtensions(parseJson(assertion, json));

/** Returns a new credential, or null. */
export const parseAttestation = (json: string) => withoutExtensions(parseJson(attestation, json));
