/** Queries the policies on `realtime.messages` for the permissions on a private topic. */
import type postgres from "postgres";
import * as z from "zod";
import type { JwtClaims } from "../jwtClaims.ts";
import type { Extension } from "./topics.ts";

/** Broadcast and presence have separate permissions. */
export type ReadPermissions = Readonly<Record<Extension, boolean>>;

/** The permissions on a public topic. */
export const ALL_PERMISSIONS: ReadPermissions = { broadcast: true, presence: true };

/** The database was unreachable: not a denial, and worth a retry. */
export const UNREACHABLE = "unreachable";
export type Unreachable = typeof UNREACHABLE;

export interface Authorize {
  read(topic: string, claims: JwtClaims): Promise<ReadPermissions | Unreachable>;
  write(topic: string, claims: JwtClaims, extension: Extension): Promise<boolean | Unreachable>;
}

const failure = z.string().nullable();
const readResult = z.tuple([z.object({ broadcast: z.boolean(), presence: z.boolean(), failure })]);
const writeResult = z.tuple([z.object({ allowed: z.boolean(), failure })]);

/**
 * Each query is one statement as the claims' role, rolled back afterwards. A failing policy or an unknown role denies
 * access.
 */
export function createAuthorizer(sql: postgres.Sql, log: (line: string) => void): Authorize {
  const query = async <T extends { failure: string | null }>(run: () => Promise<T>): Promise<T | Unreachable> => {
    try {
      const result = await run();
      if (result.failure !== null) {
        log(`realtime: a policy on realtime.messages failed with SQLSTATE ${result.failure}`);
      }
      return result;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      log(`realtime: permissions could not be queried (${code})`);
      return UNREACHABLE;
    }
  };
  return {
    async read(topic, claims) {
      const result = await query(async () => {
        const rows = await sql`select * from realtime.may_read(${topic}, ${claims.role}, ${JSON.stringify(claims)})`;
        return readResult.parse([...rows])[0];
      });
      return result === UNREACHABLE ? UNREACHABLE : { broadcast: result.broadcast, presence: result.presence };
    },
    async write(topic, claims, extension) {
      const result = await query(async () => {
        const rows = await sql`
          select * from realtime.may_write(${topic}, ${claims.role}, ${JSON.stringify(claims)}, ${extension})`;
        return writeResult.parse([...rows])[0];
      });
      return result === UNREACHABLE ? UNREACHABLE : result.allowed;
    },
  };
}
