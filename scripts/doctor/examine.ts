/** Examines a project step by step, in the order of docs/operating.md. */
import { type Config, readConfig } from "../../local/config.ts";
import { ROOT } from "../lib/paths.ts";
import { isLoopbackUrl, type SupabaseProject } from "../lib/supabaseProject.ts";
import { checkApp } from "./appChecks.ts";
import { type Finding, unknown } from "./finding.ts";
import { checkHookFunction } from "./hookChecks.ts";
import { createManagementApi } from "./managementApi.ts";
import { checkOptionalParts } from "./optionalParts.ts";
import { checkProject } from "./projectChecks.ts";
import { checkSettings, hiddenSettings } from "./settingChecks.ts";

export interface Examination {
  readonly project: SupabaseProject;
  /** Address of the deployed Worker, without a trailing slash. */
  readonly appUrl: string | null;
  /** A personal access token of Supabase. */
  readonly accessToken: string | null;
  /** Another Management API and the project's reference there, for tests. Default: the real one. */
  readonly management?: { readonly url: string; readonly ref: string };
  /** Default: `supabase/config.toml`. */
  readonly config?: Config;
}

export async function examine(examination: Examination): Promise<Finding[]> {
  const { project, appUrl } = examination;
  const findings = await checkProject(project);
  if (findings.every(({ step }) => step === "1.1")) return findings;
  const [app, hooks] = await Promise.all([checkApp(appUrl, project.url), checkHookFunction(project)]);
  const parts = await checkOptionalParts(project, app.hasPushKey);
  const settings = await settingFindings(examination, app.hasTurnstile);
  return [...findings, ...settings, ...hooks, ...app.findings, ...parts, ...OUT_OF_SIGHT];
}

async function settingFindings(examination: Examination, hasTurnstile: boolean | null): Promise<Finding[]> {
  const { project, appUrl, accessToken, management } = examination;
  if (management === undefined && isLoopbackUrl(project.url))
    return hiddenSettings("only a hosted project has this setting.");
  const ref = management?.ref ?? /^([a-z]{20})\.supabase\.co$/u.exec(new URL(project.url).hostname)?.[1];
  if (ref === undefined) return hiddenSettings("only a project at <reference>.supabase.co shows it.");
  if (accessToken === null)
    return hiddenSettings("set SUPABASE_ACCESS_TOKEN (Account → Access tokens) to check it, or look at the dashboard.");
  const config = examination.config ?? (await readConfig(ROOT));
  return await checkSettings(createManagementApi(accessToken, ref, management?.url), { config, appUrl, hasTurnstile });
}

const OUT_OF_SIGHT: readonly Finding[] = [
  unknown(
    "2",
    "Whether emails arrive (SPF, DKIM, no link tracking): sign in once with an address of another provider.",
  ),
  unknown("7", "Backups and plan limits: the dashboard."),
];
