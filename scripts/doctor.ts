/**
 * `npm run doctor -- --supabase <url|reference> [--app <url>]`: checks a project against docs/operating.md and prints what to
 * change. Ends with exit code 1 on faults. Without `--supabase` it examines the embedded Supabase of `npm run dev`.
 *
 * The two keys come from the environment, `.dev.vars` or `.env`; `SUPABASE_ACCESS_TOKEN` (optional) shows the settings.
 */
import { parseArgs } from "node:util";
import { PUBLISHABLE_KEY, SECRET_KEY } from "../local/keys.ts";
import { examine } from "./doctor/examine.ts";
import { reportLines } from "./doctor/report.ts";
import { ROOT } from "./lib/paths.ts";
import { isLoopbackUrl, readProject, type SupabaseProject } from "./lib/supabaseProject.ts";

const EMBEDDED_URL = "http://127.0.0.1:54321";

const { values } = parseArgs({ options: { supabase: { type: "string" }, app: { type: "string" } } });

async function chosenProject(): Promise<SupabaseProject> {
  const chosen = values.supabase ?? EMBEDDED_URL;
  const url = /^[a-z]{20}$/u.test(chosen) ? `https://${chosen}.supabase.co` : chosen.replace(/\/+$/u, "");
  if (URL.canParse(url) && isLoopbackUrl(url)) return { url, publishableKey: PUBLISHABLE_KEY, secretKey: SECRET_KEY };
  return await readProject({ ...process.env, SUPABASE_URL: url }, ROOT);
}

try {
  const findings = await examine({
    project: await chosenProject(),
    appUrl: values.app?.replace(/\/+$/u, "") ?? null,
    accessToken: process.env.SUPABASE_ACCESS_TOKEN || null,
  });
  console.log(reportLines(findings).join("\n"));
  process.exitCode = findings.some(({ state }) => state === "fault") ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
