/** Emails about confirmations while thousands of lines wait for the answers of others. */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { CONFIRMATIONS } from "#contracts/confirmationLimits.ts";
import { confirmationActions } from "./support/confirmations.ts";
import { account, becomeAccount, join, type Person, person, room } from "./support/fixtures.ts";
import { service, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { put, decide, endCall, queueEmails, emails } = confirmationActions(db);

beforeEach(async () => {
  await db.admin`delete from public.meetings`;
  await db.admin`delete from private.confirmation_turns`;
  await db.admin`delete from private.outbox_emails`;
  await db.admin`delete from private.confirmation_emails`;
});

const LINES_PER_CALL = 75;
/** Rows that a run may read. Each line of a turn needs some forty. */
const MOST_ROWS = 10 * CONFIRMATIONS.rowsPerRun;
const accounts = (count: number) => Promise.all(Array.from({ length: count }, () => account(db)));
const emailsTo = async ({ id }: Person) =>
  (await emails()).filter(({ recipient }) => recipient === `${id}@parley.example`).length;

/** Writes meetings of a guest, in which 75 lines of an ended call are put to everybody. Writes rows as the functions do. */
async function flood(attendees: readonly Person[], meetings: number): Promise<void> {
  const host = await person(db);
  const people = [host, ...attendees].map(({ id }) => id);
  await db.admin.begin(async (sql) => {
    for (let meeting = 0; meeting < meetings; meeting++) {
      const [id, call] = [randomUUID(), randomUUID()];
      await sql`
        insert into public.meetings (id, code, host, seq, expires_at)
        values (${id}, private.new_meeting_code(), ${host.id}, 1000, now() + interval '20 hours')`;
      await sql`
        insert into public.calls (id, meeting_id, started_at, ended_at, line_count, measured)
        values (${call}, ${id}, now() - interval '2 hours', now() - interval '1 hour', ${LINES_PER_CALL}, true)`;
      await sql`
        insert into public.participants (meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq)
        select ${id}, u, n, 1, case when n = 1 then 'host' else 'guest' end, 'P' || n, 'es', 'en', n
        from unnest(${people}::uuid[]) with ordinality as l (u, n)`;
      await sql`
        insert into public.attendance (call_id, user_id, joined_at, left_at, stays)
        select ${call}, u, now() - interval '2 hours', now() - interval '1 hour', '{[1,1000]}'
        from unnest(${people}::uuid[]) as l (u)`;
      await sql`
        insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
        select gen_random_uuid(), ${id}, ${call}, n, n, ${host.id}, 'es', 'Lo hacemos ' || n
        from generate_series(1, ${LINES_PER_CALL}::int) as n`;
      await sql`
        insert into public.line_marks (line_id, kind, by)
        select id, 'decision', ${host.id} from public.lines where call_id = ${call}`;
      await sql`
        insert into public.confirmations (line_id, call_id, asked_by, asked_at)
        select id, ${call}, ${host.id}, now() - interval '30 minutes' from public.lines where call_id = ${call}`;
      await sql`
        insert into public.confirmation_answers (line_id, user_id, revision, answer)
        select id, ${host.id}, 1, 'understood' from public.lines where call_id = ${call}`;
    }
  });
  await db.admin`analyze`;
}

/** Runs the job, and returns the rows of tables that it read. */
const rowsOfRun = () =>
  db.as(service, async (sql) => {
    const total = async () => {
      const [read] = await sql<{ rows: number }[]>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_all_tables
        where schemaname in ('public', 'private', 'auth')`;
      return read?.rows ?? Number.NaN;
    };
    const before = await total();
    await sql`select public.queue_confirmation_emails(50)`;
    return (await total()) - before;
  });

const FLOOD_TIMEOUT_MS = 120_000;
test(
  "22,500 open lines delay nobody's email",
  async () => {
    const [tom, host, ...attackers] = (await accounts(7)) as [Person, Person, ...Person[]];
    await flood(attackers, 60);
    await put(host, [tom], 1);
    for (let run = 0; run < 3; run++) expect(await rowsOfRun()).toBeLessThan(MOST_ROWS);
    expect(await emailsTo(tom)).toBe(1);
    // The guest who hosts has a share.
    expect(await emails()).toHaveLength(1 + CONFIRMATIONS.emailsPerGuestHost);
  },
  FLOOD_TIMEOUT_MS,
);

test("a person's turns reach what was put to them last", async () => {
  const [tom, host] = (await accounts(2)) as [Person, Person];
  await flood([tom], 3);
  await put(host, [tom], 1);
  const turns = Math.ceil((3 * LINES_PER_CALL + 1) / CONFIRMATIONS.linesPerTurn);
  for (let run = 0; run < turns; run++) await queueEmails();
  // Three of each meeting of the guest, and the other one.
  expect(await emailsTo(tom)).toBe(CONFIRMATIONS.emailsPerPersonInDay);
  const [last] = await db.admin`
    select count(*)::int as emails from private.confirmation_emails where user_id = ${tom.id} and not of_guests`;
  expect(last).toEqual({ emails: 1 });
});

test("turns reach a person with hundreds of other calls", async () => {
  const [tom, host] = (await accounts(2)) as [Person, Person];
  const place = await room(db, "Other", host);
  await db.admin`
    with other as (
      insert into public.calls (id, meeting_id, started_at, ended_at)
      select gen_random_uuid(), ${place.id}, now() - interval '1 hour', now()
      from generate_series(1, ${CONFIRMATIONS.callsPerTurn * 2}::int)
      returning id
    )
    insert into public.attendance (call_id, user_id) select id, ${tom.id} from other`;
  await put(host, [tom], 1);
  for (let run = 0; run < 3; run++) await queueEmails();
  expect(await emailsTo(tom)).toBe(1);
});

test("latecomers and guests who sign in have turns", async () => {
  const host = await account(db);
  const [late, guest] = [await account(db), await person(db)];
  const place = await room(db, "Trip", host);
  const asker = await join(db, place, {}, host);
  await join(db, place, {}, guest);
  await decide(asker, "A las ocho");
  await join(db, place, {}, late);
  await becomeAccount(db, guest);
  await endCall(asker.call);
  expect(await queueEmails()).toBe(2);
});

test("turns end two weeks after the last question", async () => {
  const [host, tom] = (await accounts(2)) as [Person, Person];
  await put(host, [tom], 1);
  const turns = async () => (await db.admin`select from private.confirmation_turns`).length;
  expect(await turns()).toBe(2);
  await db.admin`update private.confirmation_turns set ends_at = now() - interval '1 second'`;
  await queueEmails();
  expect(await turns()).toBe(0);
});
