/** Requests of one user that run at the same time. PostgREST calls `admit_request` before each. */
import postgres from "postgres";
import { expect, test } from "vitest";
import { CONCURRENCY } from "#contracts/quotas.ts";
import { person } from "./support/fixtures.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();

test("admits a few requests of one user, and those of others", async () => {
  const most = CONCURRENCY.requests;
  const [eve, ana] = [await person(db), await person(db)];
  const client = postgres(db.ownerUrl, { max: most + 4, onnotice: () => {} });
  /** Admits a request, which runs while `next` does. */
  const during = (id: string | null, next: () => Promise<void>): Promise<unknown> =>
    client.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: id })}, true)`;
      await sql`select private.admit_request()`;
      await next();
    });
  const whileEveHas = (count: number, next: () => Promise<void>): Promise<unknown> =>
    count === 0 ? next() : during(eve.id, async () => void (await whileEveHas(count - 1, next)));
  const refused = () => rejectionCode(during(eve.id, async () => {}));
  try {
    await whileEveHas(most - 1, async () => {
      await during(eve.id, async () => {
        expect(await refused()).toBe("request/busy");
        await during(ana.id, async () => {});
        await during(null, async () => {});
      });
      // The last one has ended.
      await during(eve.id, async () => {});
    });
  } finally {
    await client.end();
  }
});

test("PostgREST asks before each request", async () => {
  const [role] = await db.admin<{ settings: string[] }[]>`
    select setconfig as settings from pg_db_role_setting where setrole = 'authenticator'::regrole and setdatabase = 0`;
  expect(role?.settings).toContain("pgrst.db_pre_request=private.admit_request");
});
