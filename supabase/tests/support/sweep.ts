/** Sweeps a test database at a chosen time, batch by batch like the edge function. */
import { randomUUID } from "node:crypto";
import { SWEEP_STEPS, type SweepStep, sweepBatch } from "#contracts/jobs.ts";
import type { TestDatabase } from "./testDatabase.ts";

export const DAY_MS = 86_400_000;

/** Moves the clock of a sweep, in milliseconds from now. */
export interface SweepOptions {
  readonly aheadMs?: number;
  readonly rows?: number;
}

/** Deletes one batch. */
export async function sweepOnce(
  db: TestDatabase,
  step: SweepStep,
  { aheadMs = 0, rows = 1_000 }: SweepOptions = {},
  after: unknown = null,
) {
  const [row] = await db.admin`
    select private.sweep(
      ${step}, ${rows}, ${after === null ? null : JSON.stringify(after)}::text::jsonb,
      now() + ${aheadMs} * interval '1 millisecond'
    ) as batch`;
  return sweepBatch.parse(row?.batch);
}

/** Runs a step to its end. Returns the batches' numbers of rows. */
export async function sweepStep(db: TestDatabase, step: SweepStep, options: SweepOptions = {}): Promise<number[]> {
  const sizes: number[] = [];
  let after: unknown = null;
  do {
    const batch = await sweepOnce(db, step, options, after);
    sizes.push(batch.deleted);
    after = batch.next;
  } while (after !== null);
  return sizes;
}

/** Runs all steps, and deletes the objects that Storage would delete. */
export async function sweepAll(db: TestDatabase, options: SweepOptions & { readonly storage?: boolean } = {}) {
  for (const step of SWEEP_STEPS) await sweepStep(db, step, options);
  if (options.storage === false) return;
  for (;;) {
    const [row] = await db.admin<{ names: string[] }[]>`select private.orphaned_files() as names`;
    if (row === undefined || row.names.length === 0) return;
    await db.admin.begin(async (sql) => {
      await sql`select set_config('storage.allow_delete_query', 'true', true)`;
      await sql`delete from storage.objects where bucket_id = 'files' and name in ${sql(row.names)}`;
    });
  }
}

/** Stores lines of an author in a call, as if they had been posted. */
export const storeLines = (db: TestDatabase, call: string, author: string, count: number) => db.admin`
  with meeting as (
    update public.meetings set seq = seq + ${count}
    where id = (select meeting_id from public.calls where id = ${call})
    returning id, seq - ${count} as seq
  )
  insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
  select gen_random_uuid(), meeting.id, ${call}, meeting.seq + number, meeting.seq + number, ${author}, 'en', 'line'
  from meeting, generate_series(1, ${count}) as number`;

/** Ends a call, so many days ago. */
export const endCall = (db: TestDatabase, call: string, daysAgo: number) => db.admin`
  update public.calls
  set ended_at = now() - ${daysAgo} * interval '1 day', started_at = now() - ${daysAgo + 0.1} * interval '1 day'
  where id = ${call}`;

/** Stores a shared file with an object in a call. */
export async function storeFile(db: TestDatabase, call: string, owner: string, path = `${call}/${randomUUID()}`) {
  await db.admin`
    insert into public.files (id, meeting_id, call_id, owner, path, name, type, bytes, offered_at, shared_at)
    select
      ${randomUUID()}, meeting_id, id, ${owner}, ${path}, 'plan.txt', 'text/plain', 6, now() - interval '40 days', now()
    from public.calls where id = ${call}`;
  await db.admin`
    insert into storage.objects (bucket_id, name) values ('files', ${path}) on conflict do nothing`;
  return path;
}

export async function rowCount(db: TestDatabase, table: string): Promise<number> {
  const [row] = await db.admin.unsafe(`select count(*)::int as count from ${table}`);
  return Number(row?.count);
}
