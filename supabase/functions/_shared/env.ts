/** What every function is given: the project's address and its two API keys. */
import * as z from "zod/mini";

export type Environment = (name: string) => string | undefined;

/** A variable that this process may not read is one that it was not given. */
export const createEnvironment =
  (get: Environment): Environment =>
  (name) => {
    try {
      return get(name);
    } catch {
      return undefined;
    }
  };

export interface Project {
  readonly url: string;
  readonly publishableKey: string;
  /** Opens what nobody may write by hand. Never leaves the function. */
  readonly secretKey: string;
}

/** Throws one sentence without any value in it. */
export function projectFrom(env: Environment): Project {
  const url = env("SUPABASE_URL");
  if (!url) throw new Error("SUPABASE_URL is missing.");
  return {
    url,
    publishableKey: apiKeyFrom(env, "SUPABASE_PUBLISHABLE_KEYS", "SUPABASE_ANON_KEY"),
    secretKey: apiKeyFrom(env, "SUPABASE_SECRET_KEYS", "SUPABASE_SERVICE_ROLE_KEY"),
  };
}

/** Hosted gives all keys of a kind as a JSON object by name; older projects have one legacy key of each kind. */
function apiKeyFrom(env: Environment, names: string, legacy: string): string {
  const keys = z.record(z.string(), z.string()).safeParse(parseJson(env(names)));
  const key = (keys.success ? keys.data.default : undefined) ?? env(legacy);
  if (!key) throw new Error(`Neither ${names} nor ${legacy} holds a key.`);
  return key;
}

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
