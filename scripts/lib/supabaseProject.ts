/** The Supabase project of `npm run dev -- --supabase`, from the environment or a file that git ignores. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import * as z from "zod";
import { PUBLISHABLE_KEY, SECRET_KEY } from "../../local/keys.ts";

export interface SupabaseProject {
  /** Without a trailing slash. */
  url: string;
  publishableKey: string;
  secretKey: string;
}

/** In order of precedence, after the environment. */
const ENV_FILES = [".dev.vars", ".env"] as const;
const ENV_NAMES = ["SUPABASE_URL", "SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"] as const;
const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);
export const isLoopbackUrl = (url: string): boolean => LOOPBACK.has(new URL(url).hostname);
const webUrl = z.url({ protocol: /^https?$/u });

const REACH_TIMEOUT_MS = 10_000;

/** Throws one sentence that names the missing or wrong variable, and never a value. */
export async function readProject(
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): Promise<SupabaseProject> {
  const sources = [env];
  for (const name of ENV_FILES) sources.push(parseEnv(await readFile(join(folder, name), "utf8").catch(() => "")));
  const [url = "", publishableKey = "", secretKey = ""] = ENV_NAMES.map(
    (name) => sources.map((source) => source[name]).find((value) => value !== undefined && value !== "") ?? "",
  );
  const missing = ENV_NAMES.filter((_name, at) => [url, publishableKey, secretKey][at] === "");
  if (missing.length > 0) {
    throw new Error(`--supabase needs ${missing.join(", ")}: in the environment, in .dev.vars or in .env.`);
  }
  if (!webUrl.safeParse(url).success) {
    throw new Error("SUPABASE_URL is not the address of a project, such as https://abc.supabase.co.");
  }
  if (!isLoopbackUrl(url) && (publishableKey === PUBLISHABLE_KEY || secretKey === SECRET_KEY)) {
    throw new Error("These are the embedded Supabase's keys, which everyone knows: use those of your own project.");
  }
  return { url: url.replace(/\/+$/u, ""), publishableKey, secretKey };
}

/** Sends a request with each key. Throws one sentence if the project does not respond or rejects a key. */
export async function reachProject({ url, publishableKey, secretKey }: SupabaseProject): Promise<void> {
  for (const [name, apikey] of [
    ["SUPABASE_PUBLISHABLE_KEY", publishableKey],
    ["SUPABASE_SECRET_KEY", secretKey],
  ] as const) {
    const response = await fetch(`${url}/auth/v1/settings`, {
      headers: { apikey },
      redirect: "manual",
      signal: AbortSignal.timeout(REACH_TIMEOUT_MS),
    }).catch(() => null);
    await response?.body?.cancel();
    if (response === null)
      throw new Error("The project at SUPABASE_URL does not respond: is the address right, is it paused?");
    if (response.status === 401 || response.status === 403)
      throw new Error(`The project at SUPABASE_URL rejects ${name}.`);
    if (!response.ok)
      throw new Error(`The project at SUPABASE_URL returns status ${response.status}: is the address right?`);
  }
}
