/** POST `/session`: the page's short access token for Realtime, rpc and functions. The refresh token never leaves the Worker. */
import * as z from "zod/mini";

export const sessionResponse = z.object({
  accessToken: z.string(),
  /** Milliseconds left when the server answered: a page's own clock may be wrong. */
  expiresIn: z.int(),
  userId: z.uuid(),
  /** A guest: a user without a mail address. */
  anonymous: z.boolean(),
  /** `aal2`: two factors were shown. */
  level: z.enum(["aal1", "aal2"]),
  /** Came in by a recovery link, and has yet to choose a password. */
  recovering: z.boolean(),
});
export type SessionResponse = z.infer<typeof sessionResponse>;
