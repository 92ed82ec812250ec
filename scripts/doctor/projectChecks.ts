/** Section 1 of docs/operating.md by real requests, with the two keys. Changes nothing in the project. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { health } from "#contracts/jobs.ts";
import { jobHealth } from "../../app/lib/jobHealth.ts";
import { apiKeyKind } from "../../functions/apiKeys.ts";
import { ROOT } from "../lib/paths.ts";
import { isLoopbackUrl, type SupabaseProject } from "../lib/supabaseProject.ts";
import { type Finding, fault, ok, unknown, verdict } from "./finding.ts";
import { request } from "./request.ts";

export async function checkProject(project: SupabaseProject): Promise<Finding[]> {
  const keys = await checkKeys(project);
  // Without keys that work, the rest would fail for the same reason.
  if (keys.some(({ state }) => state === "fault")) return keys;
  const groups = [
    checkSigningKeys,
    checkMigrations,
    checkTables,
    checkPlainCalls,
    checkBuckets,
    checkFunctions,
    checkSettings,
  ];
  return [...keys, ...(await Promise.all(groups.map((check) => check(project)))).flat()];
}

async function checkKeys({ url, publishableKey, secretKey }: SupabaseProject): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, key, kind] of [
    ["SUPABASE_PUBLISHABLE_KEY", publishableKey, "publishable"],
    ["SUPABASE_SECRET_KEY", secretKey, "secret"],
  ] as const) {
    const isKind = apiKeyKind(key) === kind;
    const { status } = isKind ? await request(`${url}/auth/v1/settings`, { headers: { apikey: key } }) : { status: 0 };
    if (!isKind) findings.push(fault("1.1", `${name} is no ${kind} key: copy it from Settings → API keys.`));
    else if (status === 0) findings.push(fault("1.1", `${url} does not respond: is the address right, is it paused?`));
    else if (status !== 200) findings.push(fault("1.1", `${name} is rejected (${status}): copy it from this project.`));
    else findings.push(ok("1.1", `${name} is a ${kind} key, and the project accepts it.`));
  }
  return findings;
}

const jwks = z.object({ keys: z.array(z.object({ kty: z.string() })) });

async function checkSigningKeys({ url, publishableKey }: SupabaseProject): Promise<Finding[]> {
  const { json } = await request(`${url}/auth/v1/.well-known/jwks.json`, { headers: { apikey: publishableKey } });
  const keys = jwks.safeParse(json).data?.keys ?? [];
  return [
    verdict(
      "1.2",
      keys.some(({ kty }) => kty === "EC" || kty === "RSA"),
      "Tokens are signed with an asymmetric key.",
      "Tokens are signed with a shared secret: Settings → JWT keys, migrate to an asymmetric key (ES256) and rotate.",
    ),
  ];
}

const MIGRATIONS = join(ROOT, "supabase/migrations");

async function checkMigrations({ url, publishableKey }: SupabaseProject): Promise<Finding[]> {
  const newest = (await readdir(MIGRATIONS)).toSorted().at(-1)?.split("_")[0] ?? "";
  const { status, json } = await request(`${url}/rest/v1/rpc/health`, {
    method: "POST",
    headers: { apikey: publishableKey, "Content-Type": "application/json" },
    body: "{}",
  });
  const report = health.safeParse(json).data;
  if (report === undefined) return [fault("1.3", `The database has no Parley (${status}): npx supabase db push`)];
  const { migration: applied, jobs, now } = report;
  return [
    ...jobFindings(jobHealth(jobs, now), url),
    verdict(
      "1.3",
      applied === newest,
      `All migrations are applied, up to ${newest}.`,
      `The newest migration is ${applied}, this checkout has ${newest}: npx supabase db push (or update this checkout).`,
    ),
  ];
}

/** The schedule runs in the Worker, so a job without a run means that nothing calls it. */
const jobFindings = (jobs: ReturnType<typeof jobHealth>, url: string): Finding[] =>
  Object.entries(jobs).map(([name, { state, lastSuccess, error }]) => {
    if (state === "ok") return ok("1.7", `The job ${name} ran last at ${lastSuccess}.`);
    if (lastSuccess === null && error === null && isLoopbackUrl(url))
      return unknown("1.7", `The job ${name} never ran here. npm run dev runs the schedule.`);
    const reason = error ?? (lastSuccess === null ? "it never ran" : `it ran last at ${lastSuccess}`);
    return fault(
      "1.7",
      `The job ${name} is ${state} (${reason}): the same JOBS_SECRET in the Worker and the functions, cron triggers in wrangler.toml.`,
    );
  });

/** Requests zero rows of each table without a user. Even that must be rejected. */
async function checkTables({ url, publishableKey }: SupabaseProject): Promise<Finding[]> {
  const open: string[] = [];
  for (const table of await tableNames()) {
    const { status } = await request(`${url}/rest/v1/${table}?limit=0`, { headers: { apikey: publishableKey } });
    if (status >= 200 && status < 300) open.push(table);
  }
  const grants = "revoke all on the tables from anon and authenticated, as the migrations do";
  return [
    verdict(
      "1.3",
      open.length === 0,
      "Visitors can read no table directly.",
      `Visitors can read ${open.join(", ")}: ${grants}.`,
    ),
  ];
}

/** Calls a function with a filter on its result, as anybody could who knows the publishable key. */
async function checkPlainCalls({ url, publishableKey }: SupabaseProject): Promise<Finding[]> {
  const { status } = await request(`${url}/rest/v1/rpc/health?pgrst_scalar->>now=match.0`, {
    method: "POST",
    headers: { apikey: publishableKey, "Content-Type": "application/json" },
    body: "{}",
  });
  return [
    verdict(
      "1.3",
      status === 400,
      "Functions refuse filters on their results.",
      `Visitors can filter results of functions (${status}), which may cost the database seconds: see private.admit_request.`,
    ),
  ];
}

export async function tableNames(): Promise<string[]> {
  const names: string[] = [];
  for (const file of (await readdir(MIGRATIONS)).toSorted()) {
    const sql = await readFile(join(MIGRATIONS, file), "utf8");
    names.push(...[...sql.matchAll(/^create table public\.(\w+)/gmu)].map(([, name = ""]) => name));
  }
  return names;
}

/** The messages of a missing bucket and of a missing object differ, also for an object that never was. */
async function checkBuckets({ url, secretKey }: SupabaseProject): Promise<Finding[]> {
  const read = (path: string) =>
    request(`${url}/storage/v1/object/${path}`, {
      headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
    });
  const [inside, published, avatar] = await Promise.all([
    read("files/doctor"),
    read("public/files/doctor"),
    read("public/avatars/doctor"),
  ]);
  const isMissing = /bucket not found/iu;
  return [
    verdict(
      "1.3",
      inside.status !== 0 && !isMissing.test(inside.text),
      "The bucket for files exists.",
      "There is no bucket for files: npx supabase db push",
    ),
    verdict(
      "1.3",
      published.status !== 200 && !/object not found/iu.test(published.text),
      "The bucket for files is private.",
      "The bucket for files is public: Storage → files → Edit bucket, switch public off.",
    ),
    verdict(
      "1.3",
      /object not found/iu.test(avatar.text),
      "The bucket for pictures of people is public.",
      "The bucket for pictures of people is missing or private: npx supabase db push, then Storage → avatars → Edit bucket, switch public on.",
    ),
  ];
}

const FUNCTIONS_FOLDER = join(ROOT, "supabase/functions");

async function checkFunctions({ url, publishableKey }: SupabaseProject): Promise<Finding[]> {
  const names = (await readdir(FUNCTIONS_FOLDER, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && entry.name !== "_shared" && entry.name !== "tests")
    .map(({ name }) => name);
  return await Promise.all(
    names.map(async (name) => {
      const { status } = await request(`${url}/functions/v1/${name}`, { headers: { apikey: publishableKey } });
      const what = status === 404 ? "is not deployed" : "does not start";
      const todo =
        status === 404
          ? `npx supabase functions deploy ${name}`
          : "its log names the variable that is missing or wrong.";
      return verdict(
        "1.3",
        status === 200,
        `The edge function ${name} responds.`,
        `The edge function ${name} ${what} (${status}): ${todo}`,
      );
    }),
  );
}

const settingsSchema = z.object({
  external: z.object({ anonymous_users: z.boolean(), email: z.boolean() }),
  disable_signup: z.boolean().default(false),
  mailer_autoconfirm: z.boolean().default(false),
});

async function checkSettings({ url, publishableKey }: SupabaseProject): Promise<Finding[]> {
  const { json } = await request(`${url}/auth/v1/settings`, { headers: { apikey: publishableKey } });
  return settingFindings(json);
}

/** `json`: Auth's public settings. */
export function settingFindings(json: unknown): Finding[] {
  const settings = settingsSchema.safeParse(json).data;
  const providers = "Authentication → Sign In / Providers";
  return [
    verdict(
      "1.4",
      settings?.external.anonymous_users === true,
      "Guests can enter (anonymous sign-ins).",
      `Guests cannot enter: ${providers}, allow anonymous sign-ins.`,
    ),
    verdict(
      "1.4",
      settings?.external.email === true,
      "Sign-in by email is on.",
      `Sign-in by email is off: ${providers}, email.`,
    ),
    verdict(
      "1.4",
      settings?.mailer_autoconfirm === false,
      "Addresses are confirmed by a code.",
      `Auth believes every address, so anybody owns any, and Parley offers no sign-in by email: ${providers} → Email, switch on Confirm email.`,
    ),
    verdict(
      "1.4",
      settings?.disable_signup === false,
      "New users can sign up.",
      `New users cannot sign up: ${providers}, allow new users.`,
    ),
  ];
}
