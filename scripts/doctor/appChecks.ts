/** Section 3 of docs/operating.md: the deployed Worker, by its own responses. */
import * as z from "zod";
import { type Finding, fault, ok, unknown, verdict } from "./finding.ts";
import { request } from "./request.ts";

export interface AppReport {
  readonly findings: readonly Finding[];
  /** Whether the sign-in form contains Turnstile. Null if the app does not respond. */
  readonly hasTurnstile: boolean | null;
  /** Whether the Worker has the public key of Web Push. Null if the app does not respond. */
  readonly hasPushKey: boolean | null;
}

export async function checkApp(appUrl: string | null, supabaseUrl: string): Promise<AppReport> {
  if (appUrl === null) {
    const text = "The deployed Worker: give its address with --app https://your.address";
    return { findings: [unknown("3.4", text)], hasTurnstile: null, hasPushKey: null };
  }
  const [health, page] = await Promise.all([request(`${appUrl}/health`), request(`${appUrl}/sign-in`)]);
  if (page.status === 0)
    return {
      findings: [fault("3.2", `${appUrl} does not respond: npm run deploy`)],
      hasTurnstile: null,
      hasPushKey: null,
    };
  const policy = page.headers.get("Content-Security-Policy") ?? "";
  const isParley = policy.includes(new URL(supabaseUrl).origin);
  return {
    hasTurnstile: isParley ? policy.includes("https://challenges.cloudflare.com") : null,
    hasPushKey: isParley ? policy.includes("/push-worker.js") : null,
    findings: [
      page.status === 503
        ? fault(
            "3.1",
            `${page.text.trim()} Put it right in wrangler.toml or with wrangler secret put, then npm run deploy.`,
          )
        : verdict(
            "3.1",
            isParley,
            "The Worker uses this Supabase project.",
            `The Worker at ${appUrl} does not use ${supabaseUrl}: SUPABASE_URL in wrangler.toml, then npm run deploy.`,
          ),
      ...healthFindings(health.status, health.json),
    ],
  };
}

const report = z.looseObject({ ok: z.boolean() });

function healthFindings(status: number, json: unknown): Finding[] {
  const parts = report.safeParse(json).data;
  if (parts === undefined)
    return [fault("3.4", `/health responds ${status} without a report: look at npx wrangler tail`)];
  const failing = Object.entries(parts).filter(([name, value]) => name !== "ok" && isFailure(value));
  if (parts.ok && failing.length === 0) return [ok("3.4", "/health: all parts work.")];
  return failing.map(([name, value]) =>
    fault("3.4", `/health: ${name} is ${JSON.stringify(value)}: look at the log of that part.`),
  );
}

/** A part is a boolean, or an object with a state for each job. */
const isFailure = (value: unknown): boolean =>
  value === false ||
  value === "late" ||
  value === "failing" ||
  (typeof value === "object" && value !== null && Object.values(value).some(isFailure));
