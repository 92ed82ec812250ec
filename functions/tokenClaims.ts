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

const methods = z.object({ amr: z._default(z.array(z.object({ method: z.string(), timestamp: z.number() })), []) });

/** Returns the latest method of the token's session that `counts`, or null. Does not verify the token. */
export function latestMethod(token: string, counts: (method: string) => boolean): string | null {
  try {
    const [, encoded = ""] = token.split(".");
    const { amr } = methods.parse(JSON.parse(atob(encoded.replaceAll("-", "+").replaceAll("_", "/"))));
    const counted = amr.filter(({ method }) => counts(method));
    return counted.toSorted((one, other) => other.timestamp - one.timestamp)[0]?.method ?? null;
  } catch {
    return null;
  }
}
