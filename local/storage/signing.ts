/** Signed URLs: each gives access to one object until it expires. The secret is in the data folder. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errors, jwtVerify, SignJWT } from "jose";
import * as z from "zod";
import { invalidSignature, invalidToken } from "./errors.ts";
import type { ObjectPath } from "./names.ts";

export interface Signer {
  sign(path: ObjectPath, lifetimeSeconds: number): Promise<string>;
  /** Returns the expiry of a token for this object. Throws `InvalidJWT` or `InvalidSignature`. */
  verify(token: string, path: ObjectPath): Promise<Date>;
}

const payloadShape = z.object({
  /** `<bucket>/<name>` */
  url: z.string(),
  /** Seconds since the epoch. */
  exp: z.int(),
});

const urlOf = ({ bucket, name }: ObjectPath) => `${bucket}/${name}`;

/** Reads the secret of a data folder, or creates it, readable by its owner only. */
export async function loadSigner(folder: string): Promise<Signer> {
  const file = join(folder, "signing-secret");
  const stored = await readFile(file).catch(() => null);
  const secret = stored ?? randomBytes(32);
  if (stored === null) {
    await mkdir(folder, { recursive: true });
    await writeFile(file, secret, { mode: 0o600 });
  }
  return {
    sign: (path, lifetimeSeconds) =>
      new SignJWT({ url: urlOf(path) })
        .setProtectedHeader({ alg: "HS256" })
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + lifetimeSeconds)
        .sign(secret),
    verify: async (token, path) => {
      const { payload } = await jwtVerify(token, secret, { algorithms: ["HS256"] }).catch((error: unknown) => {
        throw error instanceof errors.JOSEError ? invalidToken(error.message) : error;
      });
      const parsed = payloadShape.safeParse(payload);
      if (!parsed.success || parsed.data.url !== urlOf(path)) throw invalidSignature();
      return new Date(parsed.data.exp * 1000);
    },
  };
}
