/** The environment of every function: the project's address and its two API keys. */
import * as z from "zod/mini";
import { readJson } from "./body.ts";

export type Environment = (name: string) => string | undefined;

/** Treats a variable that this process may not read as missing. */
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
  /** Bypasses the policies. It never leaves the function. */
  readonly secretKey: string;
}

/** Throws one sentence without any value. */
export function projectFrom(env: Environment): Project {
  const url = env("SUPABASE_URL");
  if (!url) throw new Error("SUPABASE_URL is missing.");
  return {
    url,
    publishableKey: apiKeyFrom(env, "SUPABASE_PUBLISHABLE_KEYS", "SUPABASE_ANON_KEY"),
    secretKey: apiKeyFrom(env, "SUPABASE_SECRET_KEYS", "SUPABASE_SERVICE_ROLE_KEY"),
  };
}

/** Hosted Supabase sets all keys of a kind as a JSON object by name. Older projects have one legacy key of each kind. */
function apiKeyFrom(env: Environment, names: string, legacy: string): string {
  const keys = z.record(z.string(), z.string()).safeParse(readJson(env(names) ?? ""));
  const key = (keys.success ? keys.data.default : undefined) ?? env(legacy);
  if (!key) throw new Error(`Neither ${names} nor ${legacy} holds a key.`);
  return key;
}
