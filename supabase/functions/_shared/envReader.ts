/** Reads variables of the environment; each throws one sentence that names the variable and never its value. */
import type { Environment } from "./env.ts";

export interface EnvReader {
  /** Undefined when it is missing or empty. */
  text(name: string): string | undefined;
  /** Of HTTP, and without a password in it. */
  url(name: string): string | undefined;
  /** What cannot be done without. */
  required(name: string): string;
}

export function createEnvReader(env: Environment): EnvReader {
  const text = (name: string): string | undefined => {
    const value = env(name)?.trim() || undefined;
    // No key and no address has such; a header would refuse it, with every request.
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
