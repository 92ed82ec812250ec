/**
 * `npm run jobs -- sweep` runs a scheduled job now against `npm run dev`, and prints its result. `send-emails --test
 * someone@example.com` sends a test email. `--supabase-port` names another stack; `--supabase` uses your own project,
 * with SUPABASE_URL and JOBS_SECRET from the environment or `.dev.vars`.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { JOBS_SECRET } from "../local/keys.ts";
import { JOB_NAMES, JOBS, JOBS_SECRET_HEADER, jobReport } from "../supabase/functions/_shared/contracts/jobs.ts";
import { ROOT } from "./lib/paths.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    test: { type: "string" },
    locale: { type: "string" },
    supabase: { type: "boolean", default: false },
    "supabase-port": { type: "string", default: "54321" },
  },
});

function stop(sentence: string): never {
  console.error(sentence);
  process.exit(1);
  throw new Error(sentence);
}

const job = JOBS.find(({ name }) => name === positionals[0]) ?? stop(`Name a job: ${JOB_NAMES.join(", ")}.`);
const own = values.supabase
  ? { ...parseEnv(await readFile(join(ROOT, ".dev.vars"), "utf8").catch(() => "")), ...process.env }
  : null;
const missing = () => stop("--supabase needs SUPABASE_URL and JOBS_SECRET: in the environment or in .dev.vars.");
const url = own === null ? `http://127.0.0.1:${values["supabase-port"]}` : (own.SUPABASE_URL ?? missing());
const secret = own === null ? JOBS_SECRET : (own.JOBS_SECRET ?? missing());
const response = await fetch(`${url.replace(/\/+$/u, "")}/functions/v1/${job.function}`, {
  method: "POST",
  headers: { "content-type": "application/json", [JOBS_SECRET_HEADER]: secret },
  body: JSON.stringify({ job: job.name, test: values.test, locale: values.locale }),
  redirect: "error",
}).catch(() => stop("No response: is `npm run dev` running?"));
const body: unknown = await response.json().catch(() => null);
const report = jobReport.safeParse(body);
console.log(`${job.name}: status ${response.status}`, report.success ? report.data : body);
process.exitCode = response.ok ? 0 : 1;
