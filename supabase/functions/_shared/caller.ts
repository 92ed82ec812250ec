/** Who calls, by the access token of the request. */
import * as z from "zod/mini";

export interface Caller {
  readonly token: string;
  readonly userId: string;
}

const claims = z.object({ sub: z.uuid(), role: z.literal("authenticated") });

/**
 * Reads the token, without checking its signature: that is the matter of the first who is shown it. Nothing may be done
 * in the caller's name before the REST API has accepted this same token. Null when there is none of a user.
 */
export function readCaller(request: Request): Caller | null {
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/iu.exec(request.headers.get("authorization") ?? "") ?? [];
  if (token === undefined) return null;
  const parsed = claims.safeParse(payloadOf(token));
  return parsed.success ? { token, userId: parsed.data.sub } : null;
}

function payloadOf(token: string): unknown {
  try {
    const [, payload = ""] = token.split(".");
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
      char.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
