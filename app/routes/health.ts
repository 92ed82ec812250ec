/**
 * GET `/health`: the state of Parley's parts and of the scheduled jobs, for monitoring. It reveals nothing about users.
 * The status is 503 if a part does not respond; `/health?jobs` also if a job is late or failing.
 */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { jobHealth } from "~/lib/jobHealth.ts";
import { version } from "../../package.json";

/** Timeout of each check. Milliseconds. */
const HEALTH_TIMEOUT_MS = 3_000;

/** Each function starts separately, and fails to start if a variable of its own is wrong. */
const FUNCTIONS = [
  "auth-messages",
  "avatars",
  "files",
  "ice",
  "plan",
  "remind",
  "send-emails",
  "summarise",
  "sweep",
  "transcribe",
  "translate",
] as const;

/** Every visitor gets the same report, so none may influence it. */
type HealthContext = Pick<AppLoadContext, "env" | "anonymousRpc">;

/** Requests within this time after a check share its report. A check costs a request for each part. Milliseconds. */
const CACHE_MS = 5_000;
const cached = new WeakMap<AppLoadContext["env"], { readonly until: number; readonly report: HealthReport }>();

export async function loader({ context, request }: { readonly context: HealthContext; readonly request: Request }) {
  const report = await readHealth(context);
  const { ok, jobs } = report;
  const jobsOk = jobs !== null && Object.values(jobs).every(({ state }) => state === "ok");
  const fails = !ok || (!jobsOk && new URL(request.url).searchParams.has("jobs"));
  return Response.json(report, { status: fails ? 503 : 200 });
}

/** A check still running belongs to its request: it never ends once that is aborted, so no other request awaits it. */
async function readHealth(context: HealthContext): Promise<HealthReport> {
  const last = cached.get(context.env);
  if (last !== undefined && Date.now() < last.until) return last.report;
  const report = await checkHealth(context);
  cached.set(context.env, { until: Date.now() + CACHE_MS, report });
  return report;
}

interface HealthReport {
  readonly ok: boolean;
  readonly version: string;
  readonly database: boolean;
  readonly functions: boolean;
  readonly jobs: ReturnType<typeof jobHealth> | null;
}

async function checkHealth(context: HealthContext): Promise<HealthReport> {
  const [database, ...functionResults] = await Promise.all([
    context.anonymousRpc("health", {}, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) }),
    ...FUNCTIONS.map((name) => isFunctionHealthy(name, context)),
  ]);
  const functions = functionResults.every((answers) => answers);
  const jobs = database.ok ? jobHealth(database.value.jobs, database.value.now) : null;
  return { ok: database.ok && functions, version, database: database.ok, functions, jobs };
}

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
