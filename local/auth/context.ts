import type postgres from "postgres";
import type { Config } from "../config.ts";
import type { MailOptions } from "./mails.ts";
import type { Limiter } from "./rate-limits.ts";
import type { Issuer } from "./sessions.ts";

/** What every endpoint of Auth works with. */
export interface AuthContext extends Omit<MailOptions, "issuer" | "limiter"> {
  /** Pool as the role that owns the schema `auth`. */
  sql: postgres.Sql;
  issuer: Issuer;
  config: Config["auth"];
  limiter: Limiter;
  /** Who asks, as far as the rate limits care. */
  address: string;
}
