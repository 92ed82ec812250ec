import type postgres from "postgres";
import type { Config } from "../config.ts";
import type { Codes } from "./codes.ts";
import type { EmailOptions } from "./emails.ts";
import type { ExternalProviders } from "./external/registry.ts";
import type { Hooks } from "./hooks/index.ts";
import type { Passwords } from "./passwords.ts";
import type { RateLimiter } from "./rateLimiter.ts";
import type { RelyingParty } from "./relyingParty.ts";
import type { Issuer } from "./sessions.ts";

/** The dependencies of every Auth endpoint. */
export interface AuthContext extends Omit<EmailOptions, "issuer" | "limiter" | "hooks"> {
  /** Pool as the role that owns the schema `auth`. */
  sql: postgres.Sql;
  issuer: Issuer;
  hooks: Hooks;
  /** Codes by SMS. */
  smsCodes: Codes;
  config: Config["auth"];
  limiter: RateLimiter;
  passwords: Passwords;
  /** A password change needs the current password. A hosted project sets this by its dashboard, not by config.toml. */
  requireCurrentPassword: boolean;
  /** Recovery codes as a second factor. A hosted project has them by its environment, not by config.toml. */
  recoveryCodes: boolean;
  /** Single sign-on by SAML. A hosted project has it by its environment, not by config.toml. */
  saml: boolean;
  relyingParty: RelyingParty;
  providers: ExternalProviders;
  log(line: string): void;
}
