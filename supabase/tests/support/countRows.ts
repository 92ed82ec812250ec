/** The rows of tables that a call of a public function reads. */
import { isErrorCode } from "#contracts/errors.ts";
import { type Argument, callFunction, type DatabaseCaller, type TestDatabase } from "./testDatabase.ts";

class Undo extends Error {}

/** Calls the function in a transaction that is rolled back. Returns the rows of tables that it read. */
export async function countRowsRead(
  db: TestDatabase,
  caller: DatabaseCaller,
  name: string,
  args: Record<string, Argument>,
): Promise<number> {
  let rows = Number.NaN;
  try {
    await db.as(caller, async (sql) => {
      // The view also has what earlier transactions of the connection have not reported yet.
      const total = async () => {
        const [read] = await sql<{ rows: number }[]>`
          select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_all_tables
          where schemaname in ('public', 'private', 'storage', 'realtime', 'auth')`;
        return read?.rows ?? Number.NaN;
      };
      const before = await total();
      // A function that rejects its input has read rows too.
      await sql
        .savepoint((nested) => callFunction(nested, name, args))
        .catch((error: unknown) => {
          if (!(error instanceof Error && isErrorCode(error.message))) throw error;
        });
      rows = (await total()) - before;
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return rows;
}
