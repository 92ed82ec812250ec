/** The claims of an access token as GoTrue writes them, and the caller of a request. */
import * as z from "zod";

export const apiRole = z.enum(["anon", "authenticated", "service_role"]);
export type ApiRole = z.infer<typeof apiRole>;

export const jwtClaims = z.object({
  sub: z.guid(),
  role: apiRole,
  aud: z.union([z.string(), z.array(z.string())]),
  /** Seconds since the epoch. */
  exp: z.int(),
  iat: z.int(),
  iss: z.string(),
  session_id: z.guid(),
  is_anonymous: z.boolean(),
  aal: z.enum(["aal1", "aal2", "aal3"]),
  amr: z.array(z.object({ method: z.string(), timestamp: z.int() })),
  email: z.string(),
  phone: z.string(),
  app_metadata: z.record(z.string(), z.unknown()),
  user_metadata: z.record(z.string(), z.unknown()),
});

/** Claims of a signed-in user. */
export type UserClaims = z.infer<typeof jwtClaims>;

/** Claims of a user, or of an API key alone: then `sub` and all session claims are missing. */
export type JwtClaims = Partial<UserClaims> & Pick<UserClaims, "role">;

/** The database role that a request runs as, and the claims that policies read. */
export interface Caller {
  readonly role: ApiRole;
  readonly claims: JwtClaims;
}
