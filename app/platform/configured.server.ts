/** What stands behind the edge functions of this Parley, which a page says before somebody waits for it in vain. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { functionState } from "#contracts/functionState.ts";

/** Milliseconds that a page waits to be told; and for which the answer is believed. */
const PATIENCE = 1_000;
const BELIEVED = 60_000;

type Context = Pick<AppLoadContext, "env" | "waitUntil">;

/** The same for everybody, so it is asked once a while; only who comes first waits for it. Null: not known. Never rejects. */
function askOf(name: "translate" | "summarise"): (context: Context) => Promise<boolean | null> {
  let believed: { readonly configured: boolean; readonly until: number } | null = null;

  async function look({ supabaseUrl, publishableKey }: AppLoadContext["env"]): Promise<boolean | null> {
    try {
      const answer = await fetch(`${supabaseUrl}/functions/v1/${name}`, {
        headers: { apikey: publishableKey },
        signal: AbortSignal.timeout(PATIENCE),
      });
      const { configured } = functionState.parse(await answer.json());
      believed = { configured, until: Date.now() + BELIEVED };
      return configured;
    } catch {
      return null;
    }
  }

  return async (context) => {
    if (believed !== null && Date.now() < believed.until) return believed.configured;
    const looking = look(context.env);
    if (believed === null) return looking;
    context.waitUntil(looking);
    return believed.configured;
  };
}

/** Whether there is an engine that translates. */
export const isTranslating = askOf("translate");

/** Whether there is a model that sums up. */
export const isSummarising = askOf("summarise");
