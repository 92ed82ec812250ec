/** Asks the policies on `realtime.messages` what somebody may do on a private topic. */
import type postgres from "postgres";
import * as z from "zod";
import type { JwtClaims } from "../jwtClaims.ts";
import type { Extension } from "./topics.ts";

/** Broadcast and presence are separate questions. */
export type Reading = Readonly<Record<Extension, boolean>>;

/** Public topics are open to whoever holds an API key. */
export const ALL: Reading = { broadcast: true, presence: true };

/** The database could not be asked: not the same as a refusal, and worth another try. */
export const UNREACHABLE = "unreachable";
export type Unreachable = typeof UNREACHABLE;

export interface Authorize {
  read(topic: string, claims: JwtClaims): Promise<Reading | Unreachable>;
  write(topic: string, claims: JwtClaims, extension: Extension): Promise<boolean | Unreachable>;
}

const failure = z.string().nullable();
const readAnswer = z.tuple([z.object({ broadcast: z.boolean(), presence: z.boolean(), failure })]);
const writeAnswer = z.tuple([z.object({ allowed: z.boolean(), failure })]);

/** Each question is one statement, as the claims' role, undone afterwards. A policy that fails or an unknown role refuse. */
export function authorizer(sql: postgres.Sql, log: (line: string) => void): Authorize {
  const ask = async <T extends { failure: string | null }>(question: () => Promise<T>): Promise<T | Unreachable> => {
    try {
      const answer = await question();
      if (answer.failure !== null) {
        log(`realtime: a policy on realtime.messages failed with SQLSTATE ${answer.failure}`);
      }
      return answer;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      log(`realtime: permissions could not be asked (${code})`);
      return UNREACHABLE;
    }
  };
  return {
    async read(topic, claims) {
      const answer = await ask(async () => {
        const rows = await sql`select * from realtime.may_read(${topic}, ${claims.role}, ${JSON.stringify(claims)})`;
        return readAnswer.parse([...rows])[0];
      });
      return answer === UNREACHABLE ? UNREACHABLE : { broadcast: answer.broadcast, presence: answer.presence };
    },
    async write(topic, claims, extension) {
      const answer = await ask(async () => {
        const rows = await sql`
          select * from realtime.may_write(${topic}, ${claims.role}, ${JSON.stringify(claims)}, ${extension})`;
        return writeAnswer.parse([...rows])[0];
      });
      return answer === UNREACHABLE ? UNREACHABLE : answer.allowed;
    },
  };
}
