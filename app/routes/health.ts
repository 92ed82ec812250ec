/** GET `/health`: the state of Parley's parts, for monitoring. It reveals nothing about users. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { version } from "../../package.json";

/** Timeout of each check. Milliseconds. */
const HEALTH_TIMEOUT_MS = 3_000;

/** Each function starts separately, and fails to start if a variable of its own is wrong. */
const FUNCTIONS = ["files", "ice", "summarise", "sweep", "transcribe", "translate"] as const;

type HealthContext = Pick<AppLoadContext, "env" | "rpc">;

/** A monitor's requests within this time share one check, which costs a request for each part. Milliseconds. */
const CACHE_MS = 5_000;
const cached = new WeakMap<AppLoadContext["env"], { readonly until: number; readonly report: Promise<HealthReport> }>();

export async function loader({ context }: { readonly context: HealthContext }) {
  let check = cached.get(context.env);
  if (check === undefined || Date.now() >= check.until) {
    check = { until: Date.now() + CACHE_MS, report: checkHealth(context) };
    cached.set(context.env, check);
  }
  const report = await check.report;
  return Response.json(report, { status: report.ok ? 200 : 503 });
}

interface HealthReport {
  readonly ok: boolean;
  readonly version: string;
  readonly database: boolean;
  readonly functions: boolean;
}

async function checkHealth(context: HealthContext): Promise<HealthReport> {
  const [database, ...functionResults] = await Promise.all([
    isDatabaseHealthy(context),
    ...FUNCTIONS.map((name) => isFunctionHealthy(name, context)),
  ]);
  const functions = functionResults.every((answers) => answers);
  const ok = database && functions;
  return { ok, version, database, functions };
}

const isDatabaseHealthy = async ({ rpc }: HealthContext): Promise<boolean> =>
  (await rpc("health", {}, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) })).ok;

async function isFunctionHealthy(name: (typeof FUNCTIONS)[number], { env }: HealthContext): Promise<boolean> {
  try {
    const response = await fetch(`${env.supabaseUrl}/functions/v1/${name}`, {
      headers: { apikey: env.publishableKey },
      signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
