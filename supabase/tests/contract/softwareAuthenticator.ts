/** An authenticator in software: passkeys with ES256 keys and no attestation. Tests can make it lie. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import * as z from "zod/mini";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;

const publicJwk = z.object({ x: z.string(), y: z.string() });

/** Statements of an authenticator beyond its answer. */
export interface Statement {
  /** The page that asked. */
  readonly origin: string;
  /** The site that the key belongs to. */
  readonly rpId: string;
  /** Base64url. */
  readonly userHandle: string;
  readonly counter: number;
  readonly type: string;
}

interface CreationOptions {
  readonly challenge: string;
  readonly user: { readonly id: string };
}

export interface SoftwareAuthenticatorOptions {
  readonly origin: string;
  readonly rpId: string;
  /** Whether it counts its signatures. Synchronized passkeys do not, and can be backed up. */
  readonly counts?: boolean;
  /** UUID of the model. */
  readonly aaguid?: string;
}

const sha256 = (bytes: string | Buffer): Buffer => createHash("sha256").update(bytes).digest();
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

/** Returns an authenticator with one passkey, which `create` makes. */
export function softwareAuthenticator(options: SoftwareAuthenticatorOptions) {
  const { origin, rpId, counts = false, aaguid = "00000000-0000-0000-0000-000000000000" } = options;
  const id = randomBytes(32);
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  let userHandle = "";
  let signatures = 0;
  const flags = USER_PRESENT | USER_VERIFIED | (counts ? 0 : BACKUP_ELIGIBLE | BACKED_UP);

  const clientData = (type: string, challenge: string, from: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const authenticatorData = (site: string, extraFlags: number, counter: number, rest = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(site), Buffer.from([flags | extraFlags]), count, rest]);
  };
  const credential = <T extends object>(response: T) => ({
    ...{ id: base64url(id), rawId: base64url(id), type: "public-key" as const, response },
    clientExtensionResults: {},
  });

  return {
    /** Makes the passkey. */
    create({ challenge, user }: CreationOptions, lie: Partial<Statement> = {}) {
      userHandle = user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([
        Buffer.from(aaguid.replaceAll("-", ""), "hex"),
        length,
        id,
        Buffer.from(isoCBOR.encode(coseKey(publicKey))),
      ]);
      const authData = authenticatorData(lie.rpId ?? rpId, HAS_CREDENTIAL, counts ? signatures : 0, attested);
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ["fmt", "none"],
        ["attStmt", new Map<string, string>()],
        ["authData", new Uint8Array(authData)],
      ]);
      return credential({
        clientDataJSON: base64url(clientData(lie.type ?? "webauthn.create", challenge, lie.origin ?? origin)),
        attestationObject: base64url(isoCBOR.encode(attestation)),
        transports: ["internal" as const],
      });
    },

    /** Signs a challenge with the passkey. */
    get({ challenge }: { readonly challenge: string }, lie: Partial<Statement> = {}) {
      if (counts) signatures += 1;
      const authData = authenticatorData(lie.rpId ?? rpId, 0, lie.counter ?? (counts ? signatures : 0));
      const client = clientData(lie.type ?? "webauthn.get", challenge, lie.origin ?? origin);
      return credential({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authData),
        signature: base64url(sign("sha256", Buffer.concat([authData, sha256(client)]), privateKey)),
        userHandle: lie.userHandle ?? userHandle,
      });
    },
  };
}

/** Returns the public key as an ES256 key of COSE. */
function coseKey(key: KeyObject): Map<number, number | Uint8Array> {
  const { x, y } = publicJwk.parse(key.export({ format: "jwk" }));
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
  return new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ]);
}
