/** Rows of `auth.webauthn_credentials`, which hold the passkeys. */
import * as z from "zod";
import type { Db } from "./users.ts";

const bytes = z.instanceof(Uint8Array).transform((value) => new Uint8Array(value));

const passkeyRow = z.object({
  id: z.guid(),
  user_id: z.guid(),
  credential_id: bytes,
  public_key: bytes,
  /** Postgres sends a bigint as text. */
  sign_count: z.coerce.number(),
  transports: z.array(z.string()),
  backup_eligible: z.boolean(),
  friendly_name: z.string(),
  created_at: z.date(),
  last_used_at: z.date().nullable(),
});
export type PasskeyRow = z.infer<typeof passkeyRow>;

/** Returns the passkeys of a user, the oldest first. */
export async function passkeysOf(db: Db, userId: string): Promise<PasskeyRow[]> {
  const rows = await db`
    select id, user_id, credential_id, public_key, sign_count, transports, backup_eligible, friendly_name, created_at, last_used_at
    from auth.webauthn_credentials where user_id = ${userId} order by created_at, id`;
  return z.array(passkeyRow).parse([...rows]);
}

/** Returns a passkey as clients see it. */
export const publicPasskey = ({ id, friendly_name, created_at, last_used_at }: PasskeyRow) => ({
  id,
  ...(friendly_name !== "" && { friendly_name }),
  created_at,
  ...(last_used_at !== null && { last_used_at }),
});
