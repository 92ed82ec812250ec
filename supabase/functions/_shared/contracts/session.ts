/** POST `/session`: the page's short-lived access token for Realtime, rpc and functions. The refresh token stays in the Worker. */
import * as z from "zod/mini";

export const sessionResponse = z.object({
  accessToken: z.string(),
  /** Milliseconds left at the time of the response, because the page's clock may be wrong. */
  expiresIn: z.int(),
  userId: z.guid(),
  /** A guest: a user without an email address. */
  anonymous: z.boolean(),
  /** `aal2`: signed in with two factors. */
  level: z.enum(["aal1", "aal2"]),
  /** Signed in by a recovery link, and has yet to choose a password. */
  recovering: z.boolean(),
});
export type SessionResponse = z.infer<typeof sessionResponse>;
