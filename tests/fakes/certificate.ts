/** A key and its self-signed certificate, so that no test needs a stored key. */
import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";

export interface SigningKey {
  readonly privateKeyPem: string;
  /** DER in base64, as metadata contains it. */
  readonly certificate: string;
}

const SEQUENCE = 0x30;
const SET = 0x31;
/** SHA-256 with RSA. */
const ALGORITHM = Buffer.from("300d06092a864886f70d01010b0500", "hex");
const COMMON_NAME = Buffer.from("0603550403", "hex");

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const size = body.length < 0x80 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

/** Returns the certificate of a new key, valid from 2020 to 2049. */
export function createSigningKey(name = "Test"): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const subject = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(name)))));
  const time = (text: string) => der(0x17, Buffer.from(text));
  const content = der(
    SEQUENCE,
    ...[der(0x02, Buffer.from([1])), ALGORITHM, subject],
    der(SEQUENCE, time("200101000000Z"), time("491231235959Z")),
    ...[subject, publicKey],
  );
  const signature = sign("sha256", content, createPrivateKey(privateKey));
  const certificate = der(SEQUENCE, content, ALGORITHM, der(0x03, Buffer.from([0]), signature));
  return { privateKeyPem: privateKey, certificate: certificate.toString("base64") };
}
