import type postgres from "postgres";
import type { Config } from "../config.ts";
import type { EmailOptions } from "./emails.ts";
import type { RateLimiter } from "./rateLimiter.ts";
import type { Issuer } from "./sessions.ts";

/** The dependencies of every Auth endpoint. */
export interface AuthContext extends Omit<EmailOptions, "issuer" | "limiter"> {
  /** Pool as the role that owns the schema `auth`. */
  sql: postgres.Sql;
  issuer: Issuer;
  config: Config["auth"];
  limiter: RateLimiter;
  /** The client's address, for the rate limits. */
  address: string;
}
