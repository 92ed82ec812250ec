/**
 * `node scripts/advisors.ts`: what `supabase db advisors` says of the migrations is what `supabase/advisors.json` lists,
 * each with a reason, no more and no less; else exit code 1. A key there that ends in `*` stands for all that begin so.
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

/** What the advisors say of a fresh database. Throws their words when they could not be asked. */
const askAdvisors = (): Promise<Advice[]> =>
  withMigrations(async ({ url }) => {
    const home = await mkdtemp(join(tmpdir(), "parley-advisors-"));
    const lines: string[] = [];
    // The database stands on loopback and has no certificate. The CLI's own folder and telemetry are none of ours.
    const code = await runCommand(
      bin("supabase"),
      ["db", "advisors", `--db-url=${url}?sslmode=disable`, "--level=info", "--output-format=json"],
      {
        cwd: home,
        env: { PATH, HOME: home, SUPABASE_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" },
        onLine: (line) => lines.push(line),
      },
    ).finally(() => rm(home, { recursive: true, force: true }));
    const answer = lines.find((line) => line.startsWith("{"));
    if (code !== 0 || answer === undefined)
      throw new Error(`supabase db advisors: ${lines.join(" ").replaceAll(url, "the database")}`);
    return advice.parse(JSON.parse(answer)).results;
  });

/** Where the advisors and the list differ, one sentence each. */
export function drift(said: readonly Advice[], listed: readonly string[]): string[] {
  const meant = (key: string, { cacheKey }: Advice) =>
    key.endsWith("*") ? cacheKey.startsWith(key.slice(0, -1)) : cacheKey === key;
  return [
    ...said
      .filter((one) => !listed.some((key) => meant(key, one)))
      .map(({ cacheKey, level, detail }) => `${cacheKey} (${level}) is not in supabase/advisors.json: ${detail}`),
    ...listed
      .filter((key) => !said.some((one) => meant(key, one)))
      .map((key) => `${key} stands in supabase/advisors.json, but the advisors no longer say it.`),
  ];
}

/** Empty when the list is true. */
export const advisorsDrift = async (): Promise<string[]> =>
  drift(await askAdvisors(), Object.keys(reasons.parse(JSON.parse(await readFile(FILE, "utf8")))));

if (process.argv[1] === import.meta.filename) {
  const differences = await advisorsDrift();
  for (const difference of differences) console.error(difference);
  if (differences.length > 0) process.exitCode = 1;
}
