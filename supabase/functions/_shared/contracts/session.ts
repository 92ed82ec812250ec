/** POST `/session`: the page's short access token for Realtime, rpc and functions. The refresh token never leaves the Worker. */
import * as z from "zod";

export const sessionAnswer = z.object({
  accessToken: z.string(),
  /** Milliseconds left when the server answered: a page's own clock may be wrong. */
  expiresIn: z.int(),
  userId: z.uuid(),
});
export type SessionAnswer = z.infer<typeof sessionAnswer>;
