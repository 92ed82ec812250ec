/** Actions of one person that must not use up shared resources: quotas, connections, the sweep, Realtime. */
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { BOARD } from "#contracts/board.ts";
import { LIMITS } from "#contracts/limits.ts";
import { QUOTAS } from "#contracts/quotas.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { captionActions } from "./support/captions.ts";
import {
  account,
  type CallMember,
  enterCall,
  join,
  knock,
  type MeetingFixture,
  person,
  post,
  room,
} from "./support/fixtures.ts";
import { moderation } from "./support/moderation.ts";
import { endCall, storeLines, sweepStep } from "./support/sweep.ts";
import { emptyResult, rejectionCode, service, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { say, correct } = captionActions(db);
const { change, remove, lock, receives } = moderation(db);
const { team, choose, remove: removeMember } = workspaceActions(db);
beforeEach(() => db.admin`delete from public.usage`);

const claims = z.object({ claimed: z.array(z.object({ target: z.string() })), others: z.array(z.unknown()) });
const claim = (lines: readonly string[], user: string, address: string | null = null) =>
  db.rpc(service, "claim_translations", { p_line_ids: lines, p_user_id: user, p_address: address }, claims);
const used = async (kind: string, scope: string, subject: string) => {
  const [row] = await db.admin<{ amount: string }[]>`
    select amount from public.usage where kind = ${kind} and scope = ${scope} and subject = ${subject}`;
  return Number(row?.amount ?? 0);
};

/** A host who speaks Spanish, and a guest who reads English, in a call. */
async function call() {
  const host = await account(db);
  const meeting = await room(db, "Trip", host);
  const ana = await join(db, meeting, { name: "Ana", speaks: "es" }, host);
  const eve = await join(db, meeting, { name: "Eve", speaks: "en" });
  return { meeting, ana, eve };
}

describe("translations", () => {
  test("are paid by who corrected the text last", async () => {
    const { ana, eve } = await call();
    const line = await say(ana, { text: "hola" });
    await correct(eve, line.id, "x".repeat(490));
    await claim([line.id], ana.id);
    expect([await used("translate", "user", ana.id), await used("translate", "user", eve.id)]).toEqual([0, 490]);
  });

  test("are paid by a reader who keeps changing languages", async () => {
    const { meeting, ana, eve } = await call();
    const line = await post(db, ana, ana.call, { text: "x".repeat(100) });
    for (const reads of ["en", "fr", "de", "it", "pt"]) {
      await knock(db, eve, meeting.code, { name: "Eve", speaks: "en", reads });
      await claim([line.id], eve.id);
    }
    const paid = [await used("translate", "user", ana.id), await used("translate", "user", eve.id)];
    expect(paid).toEqual([(SERVER_LIMITS.meshParticipants - 1) * 100, 200]);
  });

  test("count against the request's address, whoever wrote the line", async () => {
    const { ana, eve } = await call();
    const address = randomUUID();
    const line = await post(db, ana, ana.call, { text: "x".repeat(100) });
    await claim([line.id], eve.id, address);
    expect(await used("translate", "address", address)).toBe(100);
  });

  test("are claimed for one request per address at a time", async () => {
    const { ana, eve } = await call();
    const elsewhere = await call();
    const [address, another] = [randomUUID(), randomUUID()];
    const line = await post(db, ana, ana.call);
    const later = await post(db, elsewhere.ana, elsewhere.ana.call);
    const other = postgres(db.ownerUrl, { max: 1, onnotice: () => {} });
    try {
      await other.begin(async (sql) => {
        await sql`select private.claim_translations(array[${line.id}]::uuid[], ${eve.id}, true, null, ${address})`;
        // The first claim's use of the address's share is not visible yet.
        expect(await rejectionCode(claim([later.id], elsewhere.eve.id, address))).toBe("request/busy");
        expect((await claim([later.id], elsewhere.eve.id, another)).claimed).toHaveLength(1);
        // Nothing is due any more.
        expect((await claim([later.id], elsewhere.eve.id, address)).claimed).toEqual([]);
      });
    } finally {
      await other.end();
    }
  });

  test("are claimed by one request per user at a time", async () => {
    const { ana, eve } = await call();
    const line = await post(db, ana, ana.call);
    const other = postgres(db.ownerUrl, { max: 1, onnotice: () => {} });
    try {
      await other.begin(async (sql) => {
        await sql`select private.claim_translations(array[${line.id}]::uuid[], ${eve.id}, true, null, null)`;
        // It waits for no lock, and holds no connection.
        expect(await rejectionCode(claim([line.id], eve.id))).toBe("request/rate-limited");
      });
      expect((await claim([line.id], eve.id)).claimed).toEqual([]);
    } finally {
      await other.end();
    }
  });
});

describe("lines", () => {
  test("count at least forty characters", async () => {
    const { meeting, ana } = await call();
    await post(db, ana, ana.call, { text: "s" });
    await post(db, ana, ana.call, { text: "x".repeat(50) });
    expect([await used("line", "user", ana.id), await used("line", "meeting", meeting.id)]).toEqual([90, 90]);
  });

  test("from guests leave the host a quarter of the day", async () => {
    const { meeting, ana, eve } = await call();
    const guests = (QUOTAS.line.meeting * 3) / 4;
    await db.admin`
      insert into public.usage (day, kind, scope, subject, amount)
      values (current_date, 'line', 'meeting', ${meeting.id}, ${guests})`;
    expect(await rejectionCode(post(db, eve, eve.call))).toBe("line/quota");
    await post(db, ana, ana.call);
  });
});

describe("the sweep", () => {
  test("clears the replies to one line batch by batch", async () => {
    const host = await account(db);
    const meeting = await room(db, null, host);
    const { call, id } = await join(db, meeting, {}, host);
    const first = await post(db, host, call);
    const again = await room(db, null, host);
    const later = await join(db, again, {}, host);
    await storeLines(db, later.call, id, 950);
    await db.admin`update public.lines set reply_to = ${first.id} where call_id = ${later.call}`;
    await endCall(db, call, 40);
    const sizes = await sweepStep(db, "calls", { rows: 100 });
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
    expect((await db.admin`select from public.calls where id = ${call}`).count).toBe(0);
    expect((await db.admin`select from public.lines where call_id = ${later.call} and reply_to is null`).count).toBe(
      950,
    );
  });
});

describe("signals", () => {
  const signal = (from: CallMember, to: CallMember, bytes = 0) =>
    db.rpc(
      from,
      "send_signal",
      {
        ...{ p_call_id: from.call, p_from: from.peer, p_to: to.peer },
        p_signal: { json: { type: "ready", reply: false, missed: false, filler: "x".repeat(bytes) } },
      },
      z.boolean(),
    );

  test("go to others only", async () => {
    const { ana, eve } = await call();
    expect([await signal(ana, eve), await signal(ana, ana)]).toEqual([true, false]);
  });

  test("count by their size", async () => {
    const { ana, eve } = await call();
    // 31 KB count as eight.
    const allowed = Math.floor(SERVER_LIMITS.signalsPerMinute / 8);
    for (let sent = 0; sent < allowed; sent++) await signal(ana, eve, 31_000);
    expect(await rejectionCode(signal(ana, eve, 31_000))).toBe("request/rate-limited");
  });

  test("in a waiting room reach those who wait", async () => {
    const { meeting, ana } = await call();
    await lock(ana, meeting, false);
    await db.admin`update public.meetings set access = 'knock' where id = ${meeting.id}`;
    const guest = await person(db);
    const topic = `knock:${meeting.id}:${guest.id}`;
    expect(await receives(guest, topic)).toBe(false);
    await db.rpc(
      guest,
      "knock",
      { p_code: meeting.code, p_display_name: "Guest", p_speaks: "en", p_reads: "en" },
      z.unknown(),
    );
    expect(await receives(guest, topic)).toBe(true);
  });
});

describe("a removal", () => {
  test("closes the door to guests who were admitted in advance", async () => {
    const { meeting, ana, eve } = await call();
    const spare = await person(db);
    await knock(db, spare, meeting.code, { name: "Mallory" });
    const bob = await join(db, meeting, { name: "Bob" });
    await remove(ana, meeting, eve);
    expect(await rejectionCode(enterCall(db, spare, meeting.id, randomUUID()))).toBe("meeting/not-entered");
    // Bob is inside, and may reload his page.
    await enterCall(db, bob, meeting.id, randomUUID());
    const waiting = await db.rpc(
      spare,
      "knock",
      { p_code: meeting.code, p_display_name: "Mallory", p_speaks: "es", p_reads: "es" },
      z.object({ admission: z.string() }),
    );
    expect(waiting.admission).toBe("waiting");
    const status = await db.rpc(
      spare,
      "knock_status",
      { p_meeting_id: meeting.id },
      z.object({ admission: z.string() }),
    );
    expect(status.admission).toBe("waiting");
    await db.rpc(ana, "admit", { p_meeting_id: meeting.id, p_user_id: spare.id }, z.unknown());
    await enterCall(db, spare, meeting.id, randomUUID());
  });

  test("lets members of the workspace return without knocking", async () => {
    const { meeting, ana, eve } = await call();
    await db.rpc(ana, "leave_call", { p_call_id: ana.call, p_peer_id: ana.peer }, emptyResult);
    await remove(ana, meeting, eve);
    await enterCall(db, ana, meeting.id, randomUUID());
  });

  test("ends with the meeting's door open again", async () => {
    const { meeting, ana, eve } = await call();
    const spare = await person(db);
    await knock(db, spare, meeting.code, { name: "Spare" });
    await remove(ana, meeting, eve);
    await db.rpc(ana, "update_meeting", { p_meeting_id: meeting.id, p_access: "open" }, z.unknown());
    await knock(db, spare, meeting.code, { name: "Spare" });
    await enterCall(db, spare, meeting.id, randomUUID());
  });
});

describe("reads of much", () => {
  test.each([
    ["meeting_page", SERVER_LIMITS.pageReadsPerMinute],
    ["lines_with_links", SERVER_LIMITS.pageReadsPerMinute],
    ["lines_with_files", SERVER_LIMITS.pageReadsPerMinute],
    ["missed_lines", SERVER_LIMITS.pageReadsPerMinute],
    ["history", SERVER_LIMITS.pageReadsPerMinute],
    ["transcript", SERVER_LIMITS.pageReadsPerMinute],
    ["file_allowance", SERVER_LIMITS.pageReadsPerMinute],
    ["read_summary", SERVER_LIMITS.pageReadsPerMinute],
    ["call_insights", SERVER_LIMITS.pageReadsPerMinute],
    ["readable_files", SERVER_LIMITS.pageReadsPerMinute],
    ["changes_since", SERVER_LIMITS.changesPerMinute],
    ["home_confirmations", SERVER_LIMITS.pageReadsPerMinute],
    ["board_topics", BOARD.readsPerMinute],
  ] as const)("%s rejects more than its limit in a minute", async (name, limit) => {
    const { meeting, ana, eve } = await call();
    const read = (reader: CallMember) => {
      const place = {
        meeting_page: { p_meeting_id: meeting.id },
        changes_since: { p_meeting_id: meeting.id, p_after_seq: 0 },
        readable_files: { p_file_ids: [meeting.id] },
        home_confirmations: {},
        board_topics: {},
      };
      const isOfCall = !(name in place);
      return db.rpc(
        reader,
        name,
        isOfCall ? { p_call_id: reader.call } : place[name as keyof typeof place],
        z.unknown(),
      );
    };
    for (let count = 0; count < limit; count++) await read(eve);
    expect(await rejectionCode(read(eve))).toBe("request/rate-limited");
    await read(ana);
  });

  test("a hundred readable files count as ten reads", async () => {
    const { eve } = await call();
    const p_file_ids = Array.from({ length: LIMITS.filesPerRequest }, () => randomUUID());
    const read = () => db.rpc(eve, "readable_files", { p_file_ids }, z.unknown());
    for (let count = 0; count < SERVER_LIMITS.pageReadsPerMinute / 10; count++) await read();
    expect(await rejectionCode(read())).toBe("request/rate-limited");
  });

  const addCalls = ({ id }: MeetingFixture) => db.admin`
    insert into public.calls (meeting_id, started_at, ended_at)
    select ${id}, now() - n * interval '2 hours', now() - n * interval '2 hours' + interval '1 hour'
    from generate_series(1, 120) as n`;

  test("a meeting's page with a hundred calls counts as 21", async () => {
    const { meeting, eve } = await call();
    await addCalls(meeting);
    const read = () => db.rpc(eve, "meeting_page", { p_meeting_id: meeting.id }, z.unknown());
    for (let count = 0; count < 5; count++) await read();
    expect(await rejectionCode(read())).toBe("request/rate-limited");
    // Strangers learn nothing of the number of calls.
    const stranger = await account(db);
    for (let count = 0; count < 7; count++)
      expect(await rejectionCode(db.rpc(stranger, "meeting_page", { p_meeting_id: meeting.id }, z.unknown()))).toBe(
        "request/not-found",
      );
  });

  test("a closed meeting's page counts no calls for its host", async () => {
    const { workspace, owner, member } = await team();
    await choose(member, workspace);
    const meeting = await room(db, null, member);
    await change(member, meeting, { access: "knock" });
    await addCalls(meeting);
    await removeMember(owner, workspace, member);
    const own = await room(db, null, member);
    const read = ({ id }: MeetingFixture) => db.rpc(member, "meeting_page", { p_meeting_id: id }, z.unknown());
    for (let count = 0; count < SERVER_LIMITS.pageReadsPerMinute - 5; count++) await read(own);
    expect(await rejectionCode(read(meeting))).toBe("request/not-found");
  });

  test("a page of half a megabyte counts as four", async () => {
    const { meeting, eve } = await call();
    await db.admin`
      insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
      select gen_random_uuid(), ${meeting.id}, ${eve.call}, 1000 + n, 1000 + n, ${eve.id}, 'en', repeat('x', 4000)
      from generate_series(1, 110) as n`;
    await db.admin`update public.meetings set seq = 2000 where id = ${meeting.id}`;
    const read = () => db.rpc(eve, "transcript", { p_call_id: eve.call }, z.unknown());
    for (let count = 0; count < SERVER_LIMITS.pageReadsPerMinute / 4; count++) await read();
    expect(await rejectionCode(read())).toBe("request/rate-limited");
  });
});
