/** Creates the keys of Web Push: `npm run push:keys`. Devices have to be switched on again after a change. */
import { webcrypto } from "node:crypto";

const { subtle } = webcrypto;
const ECDSA = { name: "ECDSA", namedCurve: "P-256" } as const;

const pair = await subtle.generateKey(ECDSA, true, ["sign", "verify"]);
const raw = await subtle.exportKey("raw", pair.publicKey);
const { d } = await subtle.exportKey("jwk", pair.privateKey);
console.log(`VAPID_PUBLIC_KEY=${Buffer.from(raw).toString("base64url")}
VAPID_PRIVATE_KEY=${d}

The Worker gets the public key, the edge functions get both.`);
