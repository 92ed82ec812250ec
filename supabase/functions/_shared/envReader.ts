/** Reads environment variables. Each method throws one sentence that names the variable and never its value. */
import { MIN_JOBS_SECRET_CHARS } from "./contracts/jobs.ts";
import type { Environment } from "./env.ts";

export interface EnvReader {
  /** Returns undefined if the variable is missing or empty. */
  text(name: string): string | undefined;
  /** Accepts HTTP addresses without a password. */
  url(name: string): string | undefined;
  /** Throws if the variable is missing. */
  required(name: string): string;
}

export function createEnvReader(env: Environment): EnvReader {
  const text = (name: string): string | undefined => {
    const value = env(name)?.trim() || undefined;
    // No key or address contains such characters, and a header with them would fail in every request.
    if (value !== undefined && /[^\x21-\x7e]/u.test(value))
      throw new Error(`${name} holds a blank, or no letter of ASCII.`);
    return value;
  };
  return {
    text,
    url: (name) => {
      const value = text(name);
      if (value === undefined || isHttpUrl(value)) return value;
      throw new Error(`${name} is not an address.`);
    },
    required: (name) => {
      const value = text(name);
      if (value === undefined) throw new Error(`${name} is missing.`);
      return value;
    },
  };
}

function isHttpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/u.test(protocol) && username === "" && password === "";
}

/** Returns the secret with which the schedule calls jobs. Throws if it is missing or short. */
export function jobsSecretFrom(env: Environment): string {
  const secret = createEnvReader(env).required("JOBS_SECRET");
  if (secret.length < MIN_JOBS_SECRET_CHARS)
    throw new Error(`JOBS_SECRET has fewer than ${MIN_JOBS_SECRET_CHARS} characters.`);
  return secret;
}
