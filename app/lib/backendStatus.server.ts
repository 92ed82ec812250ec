/** Checks which optional backends the edge functions have, so that pages can show it up front. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { backendStatus, translationStatus } from "#contracts/backendStatus.ts";
import { type LanguagePairs, NO_PAIRS } from "#contracts/languagePairs.ts";

/** A page waits no longer than this for the status. */
const STATUS_TIMEOUT_MS = 1_000;
const STATUS_TTL_MS = 60_000;

type StatusContext = Pick<AppLoadContext, "env" | "waitUntil">;

/**
 * Returns a check that caches the status for all users. Only the first call waits for a request; later calls refresh the
 * cache in the background. Returns null if the status is unknown. Never rejects.
 */
function createStatusCheck<T>(
  name: "translate" | "summarise",
  parse: (body: unknown) => T | null,
): (context: StatusContext) => Promise<T | null> {
  let cached: { readonly status: T; readonly until: number } | null = null;

  async function fetchStatus({ supabaseUrl, publishableKey }: AppLoadContext["env"]): Promise<T | null> {
    try {
      const response = await fetch(`${supabaseUrl}/functions/v1/${name}`, {
        headers: { apikey: publishableKey },
        signal: AbortSignal.timeout(STATUS_TIMEOUT_MS),
      });
      const status = parse(await response.json());
      if (status !== null) cached = { status, until: Date.now() + STATUS_TTL_MS };
      return status;
    } catch {
      return null;
    }
  }

  return async (context) => {
    if (cached !== null && Date.now() < cached.until) return cached.status;
    const pending = fetchStatus(context.env);
    if (cached === null) return pending;
    context.waitUntil(pending);
    return cached.status;
  };
}

/** Returns the pairs that the engines translate: none if no engine is configured, null while they are unknown. */
export const readLanguagePairs: (context: StatusContext) => Promise<LanguagePairs> = createStatusCheck(
  "translate",
  (body) => {
    const { configured, pairs } = translationStatus.parse(body);
    return configured ? pairs : NO_PAIRS;
  },
);

/** Returns whether a summary model is configured. */
export const isSummaryConfigured = createStatusCheck("summarise", (body) => backendStatus.parse(body).configured);
