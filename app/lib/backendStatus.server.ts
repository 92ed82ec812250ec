/** Checks which optional backends the edge functions have, so that pages can show it up front. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { backendStatus } from "#contracts/backendStatus.ts";

/** A page waits no longer than this for the status. */
const STATUS_TIMEOUT_MS = 1_000;
const STATUS_TTL_MS = 60_000;

type StatusContext = Pick<AppLoadContext, "env" | "waitUntil">;

/**
 * Returns a check that caches the status for all users. Only the first call waits for a request; later calls refresh the
 * cache in the background. Returns null if the status is unknown. Never rejects.
 */
function createStatusCheck(name: "translate" | "summarise"): (context: StatusContext) => Promise<boolean | null> {
  let cached: { readonly configured: boolean; readonly until: number } | null = null;

  async function fetchStatus({ supabaseUrl, publishableKey }: AppLoadContext["env"]): Promise<boolean | null> {
    try {
      const response = await fetch(`${supabaseUrl}/functions/v1/${name}`, {
        headers: { apikey: publishableKey },
        signal: AbortSignal.timeout(STATUS_TIMEOUT_MS),
      });
      const { configured } = backendStatus.parse(await response.json());
      cached = { configured, until: Date.now() + STATUS_TTL_MS };
      return configured;
    } catch {
      return null;
    }
  }

  return async (context) => {
    if (cached !== null && Date.now() < cached.until) return cached.configured;
    const pending = fetchStatus(context.env);
    if (cached === null) return pending;
    context.waitUntil(pending);
    return cached.configured;
  };
}

/** Returns whether a translation engine is configured. */
export const isTranslationConfigured = createStatusCheck("translate");

/** Returns whether a summary model is configured. */
export const isSummaryConfigured = createStatusCheck("summarise");
