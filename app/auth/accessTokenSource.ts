import type { AccessToken } from "~/lib/supabaseHttp.ts";

export interface AccessTokenSource {
  /** Returns the current token, or `null` when the session is over. Rejects when the server is unreachable. */
  accessToken: AccessToken;
}
