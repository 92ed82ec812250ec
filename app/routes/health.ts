/** GET `/health`: whether Parley's parts answer, for a watcher from outside. Says nothing about anyone. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { version } from "../../package.json";

/** Each part's own. Milliseconds. */
const PATIENCE = 3_000;

type Context = Pick<AppLoadContext, "env" | "rpc">;

export async function loader({ context }: { readonly context: Context }) {
  const [database, functions] = await Promise.all([databaseAnswers(context), functionsAnswer(context)]);
  const ok = database && functions;
  return Response.json({ ok, version, database, functions }, { status: ok ? 200 : 503 });
}

const databaseAnswers = async ({ rpc }: Context): Promise<boolean> =>
  (await rpc("health", {}, { signal: AbortSignal.timeout(PATIENCE) })).ok;

async function functionsAnswer({ env }: Context): Promise<boolean> {
  try {
    const answer = await fetch(`${env.supabaseUrl}/functions/v1/translate`, {
      headers: { apikey: env.publishableKey },
      signal: AbortSignal.timeout(PATIENCE),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
