/** Addresses that open one object to whoever has them, until they expire: signed by a secret of the data folder. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errors, jwtVerify, SignJWT } from "jose";
import * as z from "zod";
import { invalidSignature, invalidToken } from "./errors.ts";
import type { Place } from "./names.ts";

export interface Signer {
  /** @param life seconds */
  sign(place: Place, life: number): Promise<string>;
  /** Until when a token opens this object. Throws a refusal when it does not. */
  verify(token: string, place: Place): Promise<Date>;
}

const payloadShape = z.object({
  /** `<bucket>/<name>` */
  url: z.string(),
  /** Seconds since the epoch. */
  exp: z.int(),
});

const urlOf = ({ bucket, name }: Place) => `${bucket}/${name}`;

/** Reads the secret of a data folder, or makes it. Readable by its owner only. */
export async function loadSigner(folder: string): Promise<Signer> {
  const file = join(folder, "signing-secret");
  const stored = await readFile(file).catch(() => null);
  const secret = stored ?? randomBytes(32);
  if (stored === null) {
    await mkdir(folder, { recursive: true });
    await writeFile(file, secret, { mode: 0o600 });
  }
  return {
    sign: (place, life) =>
      new SignJWT({ url: urlOf(place) })
        .setProtectedHeader({ alg: "HS256" })
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + life)
        .sign(secret),
    verify: async (token, place) => {
      const { payload } = await jwtVerify(token, secret, { algorithms: ["HS256"] }).catch((error: unknown) => {
        throw error instanceof errors.JOSEError ? invalidToken(error.message) : error;
      });
      const parsed = payloadShape.safeParse(payload);
      if (!parsed.success || parsed.data.url !== urlOf(place)) throw invalidSignature();
      return new Date(parsed.data.exp * 1000);
    },
  };
}
