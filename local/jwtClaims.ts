/** What an access token says, as GoTrue writes it, and who a request is from. */
import * as z from "zod";

export const apiRole = z.enum(["anon", "authenticated", "service_role"]);
export type ApiRole = z.infer<typeof apiRole>;

export const jwtClaims = z.object({
  sub: z.uuid(),
  role: apiRole,
  aud: z.union([z.string(), z.array(z.string())]),
  /** Seconds since the epoch. */
  exp: z.int(),
  iat: z.int(),
  iss: z.string(),
  session_id: z.uuid(),
  is_anonymous: z.boolean(),
  aal: z.enum(["aal1", "aal2", "aal3"]),
  amr: z.array(z.object({ method: z.string(), timestamp: z.int() })),
  email: z.string(),
  phone: z.string(),
  app_metadata: z.record(z.string(), z.unknown()),
  user_metadata: z.record(z.string(), z.unknown()),
});

/** Of a signed-in user. */
export type UserClaims = z.infer<typeof jwtClaims>;

/** Of a user, or of an API key alone: then there is no `sub` and nothing that a session has. */
export type JwtClaims = Partial<UserClaims> & Pick<UserClaims, "role">;

/** On whose behalf a request runs: the database role and the claims its policies read. */
export interface Caller {
  readonly role: ApiRole;
  readonly claims: JwtClaims;
}
