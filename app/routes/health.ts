/** GET `/health`: whether Parley's parts answer, for a watcher from outside. Says nothing about anyone. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { version } from "../../package.json";

/** Each part's own. Milliseconds. */
const PATIENCE = 3_000;

/** Each starts by itself, and does not when a variable of its own is wrong. */
const FUNCTIONS = ["ice", "summarise", "sweep", "transcribe", "translate"] as const;

type Context = Pick<AppLoadContext, "env" | "rpc">;

export async function loader({ context }: { readonly context: Context }) {
  const [database, ...answered] = await Promise.all([
    databaseAnswers(context),
    ...FUNCTIONS.map((name) => functionAnswers(name, context)),
  ]);
  const functions = answered.every((answers) => answers);
  const ok = database && functions;
  return Response.json({ ok, version, database, functions }, { status: ok ? 200 : 503 });
}

const databaseAnswers = async ({ rpc }: Context): Promise<boolean> =>
  (await rpc("health", {}, { signal: AbortSignal.timeout(PATIENCE) })).ok;

async function functionAnswers(name: (typeof FUNCTIONS)[number], { env }: Context): Promise<boolean> {
  try {
    const answer = await fetch(`${env.supabaseUrl}/functions/v1/${name}`, {
      headers: { apikey: env.publishableKey },
      signal: AbortSignal.timeout(PATIENCE),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
