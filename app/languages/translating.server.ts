/** Whether Parley has a translation engine at all, which a page says before a first line shows it. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { translateState } from "#contracts/translateState.ts";

/** Milliseconds that a page waits to be told; and for which the answer is believed. */
const PATIENCE = 1_000;
const BELIEVED = 60_000;

let believed: { readonly configured: boolean; readonly until: number } | null = null;

/** The same for everybody, so it is asked once a while; only who comes first waits for it. Null: not known. Never rejects. */
export async function isTranslating(context: Pick<AppLoadContext, "env" | "waitUntil">): Promise<boolean | null> {
  if (believed !== null && Date.now() < believed.until) return believed.configured;
  const looking = look(context.env);
  if (believed === null) return looking;
  context.waitUntil(looking);
  return believed.configured;
}

async function look({ supabaseUrl, publishableKey }: AppLoadContext["env"]): Promise<boolean | null> {
  try {
    const answer = await fetch(`${supabaseUrl}/functions/v1/translate`, {
      headers: { apikey: publishableKey },
      signal: AbortSignal.timeout(PATIENCE),
    });
    const { configured } = translateState.parse(await answer.json());
    believed = { configured, until: Date.now() + BELIEVED };
    return configured;
  } catch {
    return null;
  }
}
