/** Confirmations against people who fill a call with them, change what others asked, or may no longer enter. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { CONFIRMATIONS } from "#contracts/confirmationLimits.ts";
import { line as lineShape } from "#contracts/lines.ts";
import { confirmationActions } from "./support/confirmations.ts";
import { join, type Person, post } from "./support/fixtures.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { mark, ask, answer, list, page, decide, scene, endCall } = confirmationActions(db);
const { change, lock, setRole } = moderation(db);

const setDue = (who: Person, line: string, day: string) =>
  db.rpc(who, "set_task_due", { p_line_id: line, p_due_on: day }, lineShape);

const kept = "confirmation/mark-kept";
const full = "confirmation/too-many";

/** Long answers for which a guest has room. */
const ANSWERED = 4;

/** Puts lines of a person to everybody, behind the place `from`, without their function. */
const insertAsked = (who: Person, line: string, count: number, from: number) => db.admin`
  with more as (
    insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
    select gen_random_uuid(), meeting_id, call_id, ${from}::int + number, ${from}::int + number, ${who.id}, 'es', 'x'
    from public.lines, generate_series(1, ${count}) as number where id = ${line}
    returning id, call_id
  ),
  marks as (insert into public.line_marks (line_id, kind, by) select id, 'decision', ${who.id} from more)
  insert into public.confirmations (line_id, call_id, asked_by) select id, call_id, ${who.id} from more`;

describe("a guest", () => {
  /** A scene whose call has a guest too. */
  async function withGuest() {
    const given = await scene();
    return { ...given, guest: await join(db, given.place, { name: "Guest" }) };
  }
  async function fill(guest: Awaited<ReturnType<typeof withGuest>>["guest"]) {
    const lines: string[] = [];
    for (let number = 0; number < CONFIRMATIONS.perGuest; number++) {
      await db.admin`delete from private.rate_limits`;
      lines.push(await decide(guest, `x ${number}`));
    }
    return lines;
  }

  test("asks about ten lines of a call at once", async () => {
    const { guest } = await withGuest();
    const lines = await fill(guest);
    expect(await rejectionCode(decide(guest, "x"))).toBe("confirmation/too-many");
    // Removed marks leave room, and do not come back beside others.
    await mark(guest, lines[0] ?? "", null);
    await decide(guest, "x");
    expect(await rejectionCode(mark(guest, lines[0] ?? ""))).toBe("confirmation/too-many");
  });

  test("leaves room for those to whom the meeting belongs", async () => {
    const { ines, tom, guest, decision } = await withGuest();
    await insertAsked(tom, decision, CONFIRMATIONS.perCallOfGuests - 1, 1_000);
    await decide(guest, "x");
    expect(await rejectionCode(decide(guest, "x"))).toBe("confirmation/too-many");
    await insertAsked(ines, decision, CONFIRMATIONS.perCall - 1, 2_000);
    await decide(ines, "sí");
    expect(await rejectionCode(decide(ines, "sí"))).toBe("confirmation/too-many");
  });

  test("neither changes nor hides what others asked", async () => {
    const { ines, luc, decision, guest, call } = await withGuest();
    await ask(ines, decision);
    expect(await rejectionCode(mark(guest, decision, "task", guest))).toBe(kept);
    expect(await rejectionCode(mark(guest, decision, "question"))).toBe(kept);
    expect(await rejectionCode(setDue(guest, decision, "2031-01-01"))).toBe(kept);
    expect(await rejectionCode(mark(guest, decision, null))).toBe(kept);
    await answer(luc, decision, "understood");
    expect((await list(guest, call)).confirmations).toMatchObject([{ may_mark: false }]);
    await mark(ines, decision, null);
    expect(await rejectionCode(mark(guest, decision, "task", guest))).toBe(kept);
    await mark(ines, decision, "task", luc);
    expect((await list(ines, call)).confirmations).toMatchObject([{ may_mark: true }]);
  });

  test("that asked first does not overrule a moderator", async () => {
    const { ines, tom, luc, decision, guest } = await withGuest();
    await mark(guest, decision, "task", tom);
    await ask(guest, decision);
    expect(await rejectionCode(answer(luc, decision, "understood"))).toBe("confirmation/owner-first");
    await mark(ines, decision, "decision");
    expect(await rejectionCode(mark(guest, decision, "task", tom))).toBe(kept);
    await answer(luc, decision, "understood");
  });

  test("still ticks a task and changes an own question", async () => {
    const { ines, tom, decision, guest } = await withGuest();
    await mark(ines, decision, "task", guest);
    await ask(ines, decision);
    const done = (who: typeof guest) =>
      db.as(who, (sql) => sql`select public.mark_line(${decision}, 'task', ${guest.id}, true)`);
    await done(guest);
    const [row] = await db.admin`select done, by from public.line_marks where line_id = ${decision}`;
    expect(row).toEqual({ done: true, by: ines.id });
    expect(await rejectionCode(mark(guest, decision, "task", tom))).toBe(kept);
    const own = await decide(guest, "Mi propuesta");
    await mark(guest, own, "task", guest);
    await mark(guest, own, null);
  });
});

describe("the characters of a call", () => {
  const long = (start: string) => `${start} ${"palabra ".repeat(490)}`;
  /** Long lines that fit into the share of one guest. */
  const OF_GUEST = Math.floor(CONFIRMATIONS.charactersPerGuest / long("0").length);

  /** Tom and Luc have no rights in the meeting either. */
  async function withGuests() {
    const given = await scene();
    const guest = await join(db, given.place, { name: "Ana" });
    return { ...given, guest, second: given.tom, third: given.luc };
  }
  async function decideLong(who: Parameters<typeof decide>[0], count: number) {
    const lines: string[] = [];
    for (let number = 0; number < count; number++) {
      await db.admin`delete from private.rate_limits`;
      lines.push(await decide(who, long(`${number}`)));
    }
    return lines;
  }

  test("are bounded for one guest, who leaves room to others", async () => {
    const { ines, guest, second } = await withGuests();
    const [first = ""] = await decideLong(guest, OF_GUEST);
    expect(await rejectionCode(decideLong(guest, 1))).toBe(full);
    await decideLong(second, 1);
    // A removed mark leaves room, which it takes again when it comes back.
    await mark(guest, first, null);
    await decideLong(guest, 1);
    expect(await rejectionCode(mark(guest, first))).toBe(full);
    await decideLong(ines, OF_GUEST + 1);
  });

  test("include questions and wordings, of which the last counts", async () => {
    const { ines, guest, second, third, decision } = await withGuests();
    await ask(ines, decision);
    const lines = [decision, ...(await decideLong(ines, OF_GUEST))];
    const words = { text: long("x") };
    const last = lines.at(-1) ?? "";
    const reply = async (who: Person, line: string) => {
      await db.admin`delete from private.rate_limits`;
      await answer(who, line, "different", words);
    };
    for (const who of [guest, second]) for (const line of lines.slice(0, OF_GUEST)) await reply(who, line);
    expect(await rejectionCode(reply(guest, last))).toBe(full);
    await answer(guest, last, "understood");
    await reply(guest, decision);
    // All guests together.
    for (const line of lines.slice(0, 2)) await reply(third, line);
    expect(await rejectionCode(reply(third, last))).toBe(full);
    // Others have room of their own.
    await reply(ines, last);
  });

  test("include what an edit adds", async () => {
    const { ines, guest, decision } = await withGuests();
    await ask(ines, decision);
    await decideLong(guest, OF_GUEST);
    const edit = (line: string, text: string) =>
      db.rpc(guest, "edit_line", { p_line_id: line, p_text: text }, lineShape);
    const own = await decide(guest, "x");
    const words = randomUUID();
    await answer(guest, decision, "unclear", { id: words, text: "y" });
    for (const line of [own, words]) {
      await db.admin`delete from private.rate_limits`;
      expect(await rejectionCode(edit(line, long("z")))).toBe(full);
      await edit(line, "zz");
    }
  });
});

describe("a mark that was put to everybody", () => {
  test("is changed by its asker, its author and moderators", async () => {
    const { place, ines, tom, luc } = await scene();
    const { id } = await post(db, tom, tom.call, { text: "At nine" });
    await mark(luc, id);
    await ask(luc, id);
    await mark(luc, id, "task");
    await mark(tom, id, "decision");
    await mark(ines, id, "task", ines);
    const ana = await join(db, place, { name: "Ana" });
    expect(await rejectionCode(mark(ana, id, "decision"))).toBe(kept);
    await setRole(ines, place, ana, "co-host");
    await mark(ana, id, "decision");
  });
});

describe("people who may no longer enter", () => {
  test("write no answers with words into a running call", async () => {
    const { place, ines, luc, decision, call } = await scene();
    await ask(ines, decision);
    await db.as(luc, (sql) => sql`select public.leave_call(${call}, ${luc.peer})`);
    await change(ines, place, { access: "members" });
    await lock(ines, place, true);
    const words = () => answer(luc, decision, "different", { text: "Autre chose" });
    expect(await rejectionCode(words())).toMatch(/^meeting\/(members-only|locked)$/u);
    expect(await db.admin`select from public.lines where about = ${decision}`).toHaveLength(0);
    await answer(luc, decision, "understood");
    await endCall(call);
    await words();
  });
});

test("a call's confirmations come in pages of bounded size", async () => {
  const { ines, tom, luc, call } = await scene();
  const asked: string[] = [];
  for (let number = 0; number < 12; number++) {
    await db.admin`delete from private.rate_limits`;
    const line = await decide(ines, `${number} ${"palabra ".repeat(480)}`);
    asked.push(line);
    for (const language of ["en", "de"])
      await db.admin`
        insert into public.translations (line_id, revision, language, status, text, lease_until)
        values (${line}, 1, ${language}, 'ready', ${"word ".repeat(800)}, now())`;
    if (number >= ANSWERED) continue;
    for (const who of [tom, luc])
      await answer(who, line, "different", { reads: "en", text: `${number} ${"mot ".repeat(990)}` });
  }
  const found: string[] = [];
  const lines = new Set<string>();
  let pages = 0;
  for (let after: number | null = null; pages === 0 || after !== null; pages++) {
    const read = await page(ines, call, after);
    expect(Buffer.byteLength(JSON.stringify(read))).toBeLessThan(2 * CONFIRMATIONS.charactersPerPage);
    found.push(...read.confirmations.map(({ line_id }) => line_id));
    for (const { id } of read.lines) lines.add(id);
    after = read.next;
  }
  expect(found).toEqual(asked);
  expect(lines.size).toBe(asked.length + 2 * ANSWERED);
  expect(pages).toBeGreaterThan(2);
});

test("a page has few confirmations of many people", async () => {
  const { ines, call, decision } = await scene();
  await ask(ines, decision);
  await insertAsked(ines, decision, 24, 1_000);
  await db.admin`
    insert into auth.users (id, aud, role, is_anonymous)
    select gen_random_uuid(), 'authenticated', 'authenticated', true from generate_series(1, ${CONFIRMATIONS.people})`;
  await db.admin`
    insert into public.participants (meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq)
    select calls.meeting_id, guests.id, 100 + row_number() over (), 1, 'guest', 'Guest', 'en', 'en', 1
    from public.calls, auth.users as guests where calls.id = ${call} and guests.is_anonymous
    on conflict do nothing`;
  await db.admin`
    insert into public.attendance (call_id, user_id, stays)
    select calls.id, participants.user_id, '{[1,10000)}'
    from public.calls join public.participants using (meeting_id) where calls.id = ${call}
    on conflict do nothing`;
  const first = await page(ines, call);
  const perPage = CONFIRMATIONS.charactersPerPage / (CONFIRMATIONS.charactersPerPerson * CONFIRMATIONS.people);
  expect(first.confirmations.length).toBeLessThanOrEqual(perPage);
  let found = first.confirmations.length;
  for (let after = first.next; after !== null; ) {
    const next = await page(ines, call, after);
    found += next.confirmations.length;
    after = next.next;
  }
  expect(found).toBe(25);
});
