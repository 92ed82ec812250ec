/** Asks the policies on `realtime.messages` what somebody may do on a private topic. */
import type postgres from "postgres";
import * as z from "zod";
import type { Claims } from "../claims.ts";

export interface Permissions {
  readonly broadcast: { readonly read: boolean; readonly write: boolean };
  readonly presence: { readonly read: boolean; readonly write: boolean };
}

/** Public topics are open to whoever holds an API key. */
export const EVERYTHING: Permissions = {
  broadcast: { read: true, write: true },
  presence: { read: true, write: true },
};

const NOTHING: Permissions = {
  broadcast: { read: false, write: false },
  presence: { read: false, write: false },
};

const answer = z.tuple([
  z.object({
    broadcast_read: z.boolean(),
    broadcast_write: z.boolean(),
    presence_read: z.boolean(),
    presence_write: z.boolean(),
    failure: z.string().nullable(),
  }),
]);

export type Authorize = (topic: string, claims: Claims) => Promise<Permissions>;

/**
 * All four questions in one statement (`realtime.permissions`), as the claims' role, undone afterwards. A policy that
 * fails, an unknown role or a database out of reach refuse.
 */
export function authorizer(sql: postgres.Sql, log: (line: string) => void): Authorize {
  return async (topic, claims) => {
    try {
      const [row] = answer.parse([
        ...(await sql`select * from realtime.permissions(${topic}, ${claims.role}, ${JSON.stringify(claims)})`),
      ]);
      if (row.failure !== null) log(`realtime: a policy on realtime.messages failed with SQLSTATE ${row.failure}`);
      return {
        broadcast: { read: row.broadcast_read, write: row.broadcast_write },
        presence: { read: row.presence_read, write: row.presence_write },
      };
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      log(`realtime: permissions could not be asked (${code})`);
      return NOTHING;
    }
  };
}
