/** Merge tokens: a guest offers their data and an account accepts it, also concurrently. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { account, becomeAccount, join, knock, type MeetingFixture, person, post, room } from "./support/fixtures.ts";
import { guestMerge, NO_TRACES } from "./support/guestMerge.ts";
import {
  callFunction,
  emptyResult,
  rejectionCode,
  testDatabaseForFile,
  waitForBlockedQuery,
} from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { offer, accept, acceptAll, traces } = guestMerge(db);

describe("create_merge_token", () => {
  test("stores only the hash of 256 random bits", async () => {
    const guest = await person(db);
    const token = await offer(guest);
    expect(token).toMatch(/^[0-9a-f]{64}$/u);
    const rows = await db.admin<{ hash: string }[]>`
      select encode(token_hash, 'hex') as hash from private.merge_tokens where guest_id = ${guest.id}`;
    const [expected] = await db.admin`select encode(sha256(decode(${token}, 'hex')), 'hex') as hash`;
    expect([...rows]).toEqual([expected]);
    expect(rows[0]?.hash).not.toBe(token);
  });

  test("accepts guests only", async () => {
    expect(await rejectionCode(offer(await account(db)))).toBe("request/not-allowed");
  });

  test("replaces the previous token and is rate-limited", async () => {
    const guest = await person(db);
    const ana = await account(db);
    const tokens = [];
    for (let count = 0; count < SERVER_LIMITS.mergeTokensPerHour; count++) tokens.push(await offer(guest));
    expect(await rejectionCode(offer(guest))).toBe("request/rate-limited");
    expect(await rejectionCode(accept(ana, tokens[0] ?? ""))).toBe("account/claim-refused");
    await accept(ana, tokens.at(-1) ?? "");
    await db.admin`
      update private.merge_tokens set created_at = created_at - interval '1 hour' where guest_id = ${guest.id}`;
    await offer(guest);
  });

  test("concurrent tokens leave one valid", async () => {
    const guest = await person(db);
    const tokens = await Promise.all([offer(guest), offer(guest)]);
    const [row] = await db.admin`
      select count(*)::int as live from private.merge_tokens where guest_id = ${guest.id} and expires_at > now()`;
    expect({ ...row, tokens: new Set(tokens).size }).toEqual({ live: 1, tokens: 2 });
  });
});

describe("redeem_merge_token rejects alike", () => {
  test.each(["", "x", "0".repeat(64), "G".repeat(64), "0".repeat(10_000), null, `${"0".repeat(64)}\n`])(
    "rejects the token %j",
    async (token) => {
      expect(await rejectionCode(accept(await account(db), token))).toBe("account/claim-refused");
    },
  );

  test("a token in capitals", async () => {
    const token = (await offer(await person(db))).replace(/^./u, "a");
    expect(await rejectionCode(accept(await account(db), token.toUpperCase()))).toBe("account/claim-refused");
  });

  test("a used token", async () => {
    const token = await offer(await person(db));
    const ana = await account(db);
    await accept(ana, token);
    expect(await rejectionCode(accept(ana, token))).toBe("account/claim-refused");
    expect(await rejectionCode(accept(await account(db), token))).toBe("account/claim-refused");
  });

  test("an expired token", async () => {
    const guest = await person(db);
    const token = await offer(guest);
    const [row] = await db.admin`
      update private.merge_tokens set expires_at = expires_at - ${`${SERVER_LIMITS.mergeTokenTtlMs} milliseconds`}::interval
      where guest_id = ${guest.id} returning expires_at = created_at as full_life`;
    expect(row?.full_life).toBe(true);
    expect(await rejectionCode(accept(await account(db), token))).toBe("account/claim-refused");
  });

  test("an own token, or one of a former guest", async () => {
    const guest = await person(db);
    const token = await offer(guest);
    expect(await rejectionCode(accept(guest, token))).toBe("account/needed");
    await becomeAccount(db, guest);
    expect(await rejectionCode(accept(guest, token))).toBe("account/claim-refused");
    expect(await rejectionCode(accept(await account(db), token))).toBe("account/claim-refused");
  });

  test("the second of two concurrent accounts", async () => {
    const meeting = await room(db);
    const token = await offer(meeting.host);
    const answers = await Promise.all(
      [await account(db), await account(db)].map((who) => rejectionCode(accept(who, token))),
    );
    expect(answers.sort()).toEqual(["account/claim-refused", 'no refusal: {"meetings":1,"more":false}']);
  });
});

describe("steps", () => {
  test("each transfers one meeting and locks no other", async () => {
    const guest = await person(db);
    const [first, second] = [await room(db), await room(db)];
    for (const each of [first, second]) await join(db, each, {}, guest);
    const later: MeetingFixture = first.id < second.id ? second : first;
    const bob = await join(db, later);
    const ana = await account(db);
    const token = await offer(guest);
    await db.as(ana, async (sql) => {
      expect(await callFunction(sql, "redeem_merge_token", { p_token: token })).toEqual({ meetings: 1, more: true });
      await post(db, bob, bob.call);
    });
    expect(await traces(guest)).toMatchObject({ participants: 1 });
    expect(await rejectionCode(accept(await account(db), token))).toBe("account/claim-refused");
    expect(await accept(ana, token)).toEqual({ meetings: 1, more: false });
    expect(await traces(guest)).toEqual(NO_TRACES);
    expect(await rejectionCode(accept(ana, token))).toBe("account/claim-refused");
  });

  test("many lines of one meeting take several", async () => {
    const meeting = await room(db);
    const guest = await join(db, meeting);
    await db.admin`
      insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
      select gen_random_uuid(), ${meeting.id}, ${guest.call}, number, number, ${guest.id}, 'es', 'n'
      from generate_series(101, ${100 + SERVER_LIMITS.linesPerMergeStep}::int) as number`;
    await db.admin`update public.meetings set seq = ${100 + SERVER_LIMITS.linesPerMergeStep} where id = ${meeting.id}`;
    const ana = await account(db);
    const token = await offer(guest);
    expect(await accept(ana, token)).toEqual({ meetings: 0, more: true });
    expect(await accept(ana, token)).toEqual({ meetings: 1, more: false });
    expect(await traces(guest)).toEqual(NO_TRACES);
    expect(await traces(ana)).toMatchObject({ lines: SERVER_LIMITS.linesPerMergeStep });
  });
});

test("many corrections take several steps, too", async () => {
  const meeting = await room(db);
  const host = await join(db, meeting);
  const guest = await join(db, meeting);
  const line = await post(db, host, host.call);
  await db.admin`
    insert into public.line_corrections (line_id, revision, text, language, author, made_at)
    select ${line.id}, number, 'n', 'es', ${guest.id}, now()
    from generate_series(1, ${SERVER_LIMITS.linesPerMergeStep + 1}::int) as number`;
  const ana = await account(db);
  const token = await offer(guest);
  const left = async () => (await db.admin`select from public.line_corrections where author = ${guest.id}`).count;
  expect([await accept(ana, token), await left()]).toEqual([{ meetings: 0, more: true }, 1]);
  expect([await accept(ana, token), await left()]).toEqual([{ meetings: 1, more: false }, 0]);
});

describe("concurrent merges", () => {
  test("a second request of the account does not wait", async () => {
    const guest = await person(db);
    await join(db, await room(db), {}, guest);
    const ana = await account(db);
    const token = await offer(guest);
    await db.as(ana, async (sql) => {
      await sql`select public.redeem_merge_token(p_token => ${token})`;
      expect(await rejectionCode(accept(ana, token))).toBe("request/rate-limited");
    });
  });

  test("a line being written is moved or rejected", async () => {
    const meeting = await room(db);
    const guest = await join(db, meeting);
    const ana = await account(db);
    const token = await offer(guest);
    const id = randomUUID();
    // The page unloads, so the guest has no tab left in the call.
    await db.rpc(guest, "leave_call", { p_call_id: guest.call, p_peer_id: guest.peer }, emptyResult);
    let accepting: Promise<unknown> = Promise.resolve();
    await db.as(guest, async (sql) => {
      await sql`select public.post_line(p_line_id => ${id}, p_call_id => ${guest.call}, p_language => 'es', p_text => 'hola')`;
      accepting = accept(ana, token);
      await waitForBlockedQuery(db, "redeem_merge_token");
    });
    await accepting;
    const [row] = await db.admin`select author from public.lines where id = ${id}`;
    expect(row?.author).toBe(ana.id);

    let posting: Promise<unknown> = Promise.resolve();
    const other = await join(db, meeting);
    const second = await offer(other);
    await db.as(ana, async (sql) => {
      await sql`select public.redeem_merge_token(p_token => ${second})`;
      posting = rejectionCode(post(db, other, other.call));
      await waitForBlockedQuery(db, "post_line");
    });
    expect(await posting).toBe("meeting/not-entered");
  });

  test("a meeting being created moves", async () => {
    const guest = await person(db);
    const ana = await account(db);
    const token = await offer(guest);
    const id = randomUUID();
    let accepting: Promise<unknown> = Promise.resolve();
    await db.as(guest, async (sql) => {
      await sql`select public.create_meeting(p_meeting_id => ${id})`;
      accepting = accept(ana, token);
      await waitForBlockedQuery(db, "redeem_merge_token");
    });
    expect(await accepting).toEqual({ meetings: 1, more: false });
    expect(await traces(guest)).toEqual(NO_TRACES);
  });

  test("a concurrent sign-up waits and starts empty", async () => {
    const meeting = await room(db);
    const ana = await account(db);
    const token = await offer(meeting.host);
    let becoming: Promise<void> = Promise.resolve();
    await db.as(ana, async (sql) => {
      await sql`select public.redeem_merge_token(p_token => ${token})`;
      becoming = becomeAccount(db, meeting.host);
      await waitForBlockedQuery(db, "is_anonymous = false");
    });
    await becoming;
    expect(await traces(meeting.host)).toEqual(NO_TRACES);
    expect(await traces(ana)).toMatchObject({ hosted: 1 });
  });

  test("many merges in one meeting do not deadlock", async () => {
    const rooms = [await room(db), await room(db)];
    const pairs = [];
    for (let count = 0; count < 4; count++) {
      const guest = await person(db);
      for (const { code } of count % 2 === 0 ? rooms : rooms.toReversed()) await knock(db, guest, code);
      pairs.push({ who: await account(db), token: await offer(guest) });
    }
    const moved = await Promise.all(pairs.map(({ who, token }) => acceptAll(who, token)));
    expect(moved).toEqual([{ meetings: 2 }, { meetings: 2 }, { meetings: 2 }, { meetings: 2 }]);
  });
});
