/** The database's part of `/health`. */
import { expect, test } from "vitest";
import { health } from "#contracts/jobs.ts";
import { anon, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();

test("health returns the last migration to everyone", async () => {
  const report = await db.rpc(anon, "health", {}, health);
  const [row] = await db.admin`select max(version) as version from supabase_migrations.schema_migrations`;
  expect(report.migration).toBe(row?.version);
});
