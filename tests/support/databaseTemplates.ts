/**
 * Databases that a run of the tests makes once and each test file copies. A copy takes a third of a second; a new database
 * with all migrations takes four seconds.
 */
import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { startDatabase } from "../../local/postgres/index.ts";
import { ROOT } from "../../scripts/lib/paths.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Data folders of stopped databases: as hosted before the first migration, and with all migrations. */
    databaseTemplates: { readonly empty: string; readonly migrated: string };
  }
}

async function makeTemplate(folder: string, migrations: boolean): Promise<string> {
  const data = await mkdtemp(folder);
  // Postgres runs as another user when the tests run as root, so the folder must be readable.
  await chmod(data, 0o755);
  const database = await startDatabase({ root: ROOT, data, migrations, temporary: true });
  await database.close();
  return data;
}

/** The global set-up of the database tests. Returns the clean-up. */
export default async function makeTemplates(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "parley-templates-"));
  await chmod(folder, 0o755);
  const empty = await makeTemplate(join(folder, "empty-"), false);
  const migrated = await makeTemplate(join(folder, "migrated-"), true);
  project.provide("databaseTemplates", { empty, migrated });
  return () => rm(folder, { recursive: true, force: true });
}

/** Fills an empty data folder with a copy of a template. Start its database without migrations. */
export async function copyDatabase(template: "empty" | "migrated", data: string): Promise<void> {
  // Keeps the owner of each file, which `cp` of Node cannot.
  await promisify(execFile)("cp", ["-a", join(inject("databaseTemplates")[template], "postgres"), data]);
}
