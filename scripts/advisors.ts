/**
 * `node scripts/advisors.ts`: compares the findings of `supabase db advisors` with `supabase/advisors.json`, which gives a
 * reason for each. Ends with exit code 1 if either has more. A key that ends in `*` stands for all keys with that prefix.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { runCommand } from "./lib/childProcesses.ts";
import { withMigrations } from "./lib/migratedDatabase.ts";
import { bin, PATH, ROOT } from "./lib/paths.ts";

const FILE = join(ROOT, "supabase", "advisors.json");

const reasons = z.record(z.string(), z.string().min(20));
const advice = z.object({
  results: z.array(z.object({ cacheKey: z.string(), level: z.string(), detail: z.string() })),
});
export type Advice = z.infer<typeof advice>["results"][number];

/** Returns the advisors' findings for a fresh database. Throws with the output of the CLI if it fails. */
const runAdvisors = (): Promise<Advice[]> =>
  withMigrations(async ({ url }) => {
    const home = await mkdtemp(join(tmpdir(), "parley-advisors-"));
    const lines: string[] = [];
    // The database listens on loopback and has no certificate. The CLI gets a home folder of its own and no telemetry.
    const code = await runCommand(
      bin("supabase"),
      ["db", "advisors", `--db-url=${url}?sslmode=disable`, "--level=info", "--output-format=json"],
      {
        cwd: home,
        env: { PATH, HOME: home, SUPABASE_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" },
        onLine: (line) => lines.push(line),
      },
    ).finally(() => rm(home, { recursive: true, force: true }));
    const json = lines.find((line) => line.startsWith("{"));
    if (code !== 0 || json === undefined)
      throw new Error(`supabase db advisors: ${lines.join(" ").replaceAll(url, "the database")}`);
    return advice.parse(JSON.parse(json)).results;
  });

/** Returns a sentence for each difference between findings and list. */
export function drift(findings: readonly Advice[], listed: readonly string[]): string[] {
  const matches = (key: string, { cacheKey }: Advice) =>
    key.endsWith("*") ? cacheKey.startsWith(key.slice(0, -1)) : cacheKey === key;
  return [
    ...findings
      .filter((finding) => !listed.some((key) => matches(key, finding)))
      .map(({ cacheKey, level, detail }) => `${cacheKey} (${level}) is not in supabase/advisors.json: ${detail}`),
    ...listed
      .filter((key) => !findings.some((finding) => matches(key, finding)))
      .map((key) => `${key} is in supabase/advisors.json, but the advisors no longer report it.`),
  ];
}

/** Returns an empty list if findings and `supabase/advisors.json` agree. */
export const advisorsDrift = async (): Promise<string[]> =>
  drift(await runAdvisors(), Object.keys(reasons.parse(JSON.parse(await readFile(FILE, "utf8")))));

if (process.argv[1] === import.meta.filename) {
  const differences = await advisorsDrift();
  for (const difference of differences) console.error(difference);
  if (differences.length > 0) process.exitCode = 1;
}
