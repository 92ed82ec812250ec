/** Limits of all requests of one user. PostgREST calls `admit_request` before each. */
import postgres from "postgres";
import { describe, expect, test } from "vitest";
import type { ErrorCode } from "#contracts/errors.ts";
import { CONCURRENCY } from "#contracts/quotas.ts";
import { type Person, person } from "./support/fixtures.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();

test("admits few requests of one user, and those of others", async () => {
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

describe("the time of rejected requests", () => {
  const request = (who: Person, work: (sql: postgres.TransactionSql) => Promise<unknown>) =>
    db.admin.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: who.id })}, true)`;
      await sql`select private.admit_request()`;
      await work(sql);
    });
  const refuse = (who: Person, code: ErrorCode, milliseconds: number) =>
    rejectionCode(
      request(who, async (sql) => {
        await sql`select pg_sleep(${milliseconds / 1000})`;
        await sql`select private.raise_error(${code})`;
      }),
    );
  const admit = (who: Person) => request(who, async () => {});
  /** Lets a period of ten seconds pass. */
  const passPeriod = ({ id }: Person) =>
    db.admin`select setval(counter, pg_sequence_last_value(counter) - 1000000) from private.refusal_counters(${id}) as counter`;

  test("is limited, although each rejection undoes what it stored", async () => {
    const [eve, ana] = [await person(db), await person(db)];
    expect(await refuse(eve, "request/invalid", CONCURRENCY.refusedMsPerTenSeconds)).toBe("request/invalid");
    expect(await rejectionCode(admit(eve))).toBe("request/rate-limited");
    await admit(ana);
    await passPeriod(eve);
    await admit(eve);
  });

  test("counts neither busy nor short rejections", async () => {
    const eve = await person(db);
    expect(await refuse(eve, "request/busy", CONCURRENCY.refusedMsPerTenSeconds)).toBe("request/busy");
    for (let count = 0; count < 20; count++) expect(await refuse(eve, "request/invalid", 0)).toBe("request/invalid");
    await admit(eve);
  });

  test("of sixty people affects hardly anybody else", async () => {
    await db.admin`
      select setval(counter, private.refusal_period() + ${CONCURRENCY.refusedMsPerTenSeconds})
      from generate_series(1, 60), private.refusal_counters(gen_random_uuid()) as counter`;
    const affected = await db.admin`
      select from generate_series(1, 2000) where not private.has_refused_time_left(gen_random_uuid())`;
    expect(affected.length).toBeLessThan(20);
  });

  test("does not replace the error of a read-only request", async () => {
    const eve = await person(db);
    const code = rejectionCode(
      request(eve, async (sql) => {
        await sql`set transaction read only`;
        await sql`select private.raise_error('meeting/not-found')`;
      }),
    );
    expect(await code).toBe("meeting/not-found");
  });
});

test("PostgREST asks before each request", async () => {
  const [role] = await db.admin<{ settings: string[] }[]>`
    select setconfig as settings from pg_db_role_setting where setrole = 'authenticator'::regrole and setdatabase = 0`;
  expect(role?.settings).toContain("pgrst.db_pre_request=private.admit_request");
});
