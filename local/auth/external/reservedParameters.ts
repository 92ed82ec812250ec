/** Parameters of the request to a provider that only Auth sets (`reservedOAuthParams` in custom_oauth_admin.go). */
export const RESERVED_PARAMETERS: ReadonlySet<string> = new Set([
  "client_id",
  "client_secret",
  "redirect_uri",
  "response_type",
  "state",
  "code_challenge",
  "code_challenge_method",
  "code_verifier",
  "nonce",
]);
