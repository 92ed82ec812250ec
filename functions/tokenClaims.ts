import * as z from "zod/mini";

const claims = z.object({
  sub: z.guid(),
  session_id: z.guid(),
  is_anonymous: z._default(z.boolean(), false),
});

/** Returns claims of an access token without verifying it: for one that Auth has just sent, or to choose a text. */
export function tokenClaims(token: string): z.infer<typeof claims> | null {
  try {
    const [, encoded = ""] = token.split(".");
    return claims.parse(JSON.parse(atob(encoded.replaceAll("-", "+").replaceAll("_", "/"))));
  } catch {
    return null;
  }
}
