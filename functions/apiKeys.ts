/** Kinds of a Supabase API key, by its text alone. */

export type ApiKeyKind = "publishable" | "secret" | "unknown";

/** Returns the kind of a key: `sb_publishable_…`, `sb_secret_…`, or a legacy JWT of role `anon` or `service_role`. */
export function apiKeyKind(key: string): ApiKeyKind {
  if (/^sb_publishable_[\w-]+$/u.test(key)) return "publishable";
  if (/^sb_secret_[\w-]+$/u.test(key)) return "secret";
  switch (legacyRole(key)) {
    case "anon":
      return "publishable";
    case "service_role":
      return "secret";
    default:
      return "unknown";
  }
}

/** Returns the role of a legacy key, which is a JWT. Supabase checks its signature. */
function legacyRole(key: string): unknown {
  const [, payload, signature] = key.split(".");
  if (payload === undefined || signature === undefined) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof claims === "object" && claims !== null && "role" in claims ? claims.role : null;
  } catch {
    return null;
  }
}
