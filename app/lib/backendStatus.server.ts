/** What stands behind the edge functions of this Parley, which a page says before somebody waits for it in vain. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { backendStatus } from "#contracts/backendStatus.ts";

/** Milliseconds that a page waits to be told; and for which the answer is believed. */
const STATUS_TIMEOUT_MS = 1_000;
const STATUS_TTL_MS = 60_000;

type StatusContext = Pick<AppLoadContext, "env" | "waitUntil">;

/** The same for everybody, so it is asked once a while; only who comes first waits for it. Null: not known. Never rejects. */
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

/** Whether there is an engine that translates. */
export const isTranslationConfigured = createStatusCheck("translate");

/** Whether there is a model that sums up. */
export const isSummaryConfigured = createStatusCheck("summarise");
