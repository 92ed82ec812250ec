/** Reads environment variables. Each method throws one sentence that names the variable and never its value. */
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
