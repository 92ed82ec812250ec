import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { transcript } from "#contracts/recap.ts";
import { captionActions } from "./support/captions.ts";
import { account, agePeers, enterCall, join, type Person, post, room } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import { readingScene } from "./support/readingScene.ts";
import { emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { historyOf, transcriptOf, summaryOf } = captionActions(db);
const { change } = moderation(db);
const { changesOf, forward } = lineActions(db);

const { leaveCall, createCall } = readingScene(db);
const share = (who: Person, call: string) => db.rpc(who, "share_call", { p_call_id: call }, emptyResult);

const readersOf = async (call: string, seq: number) =>
  (
    await db.admin<{ id: string }[]>`
      select user_id as id from public.attendance where call_id = ${call} and stays @> ${seq}::bigint`
  ).map(({ id }) => id);

/** Gives a person a stay, as if inside the call, at twice each number from `first` to `last`. */
async function setStays(call: string, { id }: Person, first: number, last: number): Promise<void> {
  const [before] = await db.admin`
    select left_at from public.attendance where call_id = ${call} and user_id = ${id}`;
  await db.admin`
    update public.attendance
    set left_at = null, stays = (select range_agg(int8range(2 * n, 2 * n, '[]')) from generate_series(${first}::int, ${last}::int) as n)
    where call_id = ${call} and user_id = ${id}`;
  await db.admin`
    update public.attendance set left_at = ${before?.left_at} where call_id = ${call} and user_id = ${id}`;
}

describe("a call", () => {
  test("is readable as a whole to everyone in it", async () => {
    const { members, call, ids } = await createCall();
    expect((await transcriptOf(members.late, call)).lines.map(({ id }) => id)).toEqual(Object.values(ids));
    await leaveCall(members.late);
    expect((await transcriptOf(members.late, call)).lines.map(({ id }) => id)).toEqual([ids.three, ids.four]);
  });

  test("is readable only while present if the host chose so", async () => {
    const { place, members, people, call, ids } = await createCall();
    await change(people.host, place, { reading: "present" });
    expect((await transcriptOf(members.late, call)).lines.map(({ id }) => id)).toEqual([ids.three, ids.four]);
    expect((await changesOf(members.late, place)).lines.map(({ id }) => id)).toEqual([ids.three, ids.four]);
    expect(await rejectionCode(historyOf(members.late, ids.one))).toBe("line/not-found");
    expect(await rejectionCode(change(people.host, place, { reading: "x" }))).toBe("request/invalid");
  });

  test("is shared by the host alone, with those who attended", async () => {
    const { members, people, call, ids } = await createCall();
    await leaveCall(members.late);
    for (const who of [members.early, people.member])
      expect(await rejectionCode(share(who, call))).toBe("role/host-needed");
    expect(await rejectionCode(share(people.stranger, call))).toBe("meeting/not-entered");
    await share(people.host, call);
    await share(people.host, call);
    for (const who of [members.early, members.late, members.looked]) {
      expect((await transcriptOf(who, call)).lines).toHaveLength(4);
      expect(await summaryOf(who, call)).toMatchObject({ whole: true, shared: true, may_share: false });
    }
    expect(await rejectionCode(transcriptOf(people.removed, call))).toBe("meeting/not-entered");
    expect(await historyOf(members.late, ids.one)).toHaveLength(1);
  });

  test("ends the stay of a lost tab when last seen", async () => {
    const owner = await account(db);
    const place = await room(db, null, owner);
    const author = await join(db, place, {}, await account(db));
    const gone = await join(db, place, {}, await account(db));
    const before = await post(db, author, author.call);
    await db.admin`update public.lines set created_at = now() - interval '20 minutes' where id = ${before.id}`;
    await db.admin`
      update public.call_peers set last_seen = now() - interval '10 minutes' where peer_id = ${gone.peer}`;
    await post(db, author, author.call);
    expect((await transcriptOf(gone, gone.call)).lines).toHaveLength(2);
    const other = await join(db, place, {}, await account(db));
    expect((await transcriptOf(gone, gone.call)).lines.map(({ id }) => id)).toEqual([before.id]);
    expect((await transcriptOf(other, gone.call)).lines).toHaveLength(2);
  });

  test("is readable to a tab that just stopped responding", async () => {
    const { place, call, members, author } = await createCall();
    await agePeers(db, call, 61);
    await db.admin`update public.call_peers set last_seen = now() where peer_id = ${author.peer}`;
    await join(db, place, {}, await account(db));
    const { id } = await post(db, author, call);
    expect((await changesOf(members.late, place)).lines.map((line) => line.id)).toContain(id);
    await db.admin`
      update public.call_peers set left_at = left_at - interval '2 minutes' where peer_id = ${members.late.peer}`;
    expect((await changesOf(members.late, place)).lines.map((line) => line.id)).not.toContain(id);
  });

  test.each([
    ["continues a stay after a timeout", "call", true],
    ["continues no stay of a person who was shown as gone", "present", false],
  ] as const)("%s", async (_, reading, continues) => {
    const { place, call, members, people, author } = await createCall();
    await change(people.host, place, { reading });
    await db.admin`update public.lines set created_at = created_at - interval '2 minutes'`;
    await agePeers(db, call, 61);
    await db.admin`update public.call_peers set last_seen = now() where peer_id = ${author.peer}`;
    await join(db, place, {}, await account(db));
    const { id } = await post(db, author, call);
    const { late } = members;
    await enterCall(db, late, place.id, late.peer);
    const after = await post(db, author, call);
    await leaveCall(late);
    const read = (await transcriptOf(late, call)).lines.map((line) => line.id);
    expect([read.includes(id), read.includes(after.id)]).toEqual([continues, true]);
  });

  test("has no lines after the largest number", async () => {
    const { call, members } = await createCall();
    const args = { p_call_id: call, p_after_seq: "9223372036854775807" };
    expect(await db.rpc(members.whole, "transcript", args, transcript)).toEqual({ lines: [], more: false });
  });

  test("covers many gaps without a look-up for each", async () => {
    const { people, call, members } = await createCall();
    await leaveCall(members.early);
    await setStays(call, people.early, 0, 400);
    const lookUps = await db.admin.begin(async (sql) => {
      const scans = async () =>
        (await sql`select idx_scan::int as n from pg_stat_xact_user_tables where relname = 'lines'`)[0]?.n ?? 0;
      const before = await scans();
      await sql`select private.reads_whole_call(${people.early.id}, ${call})`;
      return (await scans()) - before;
    });
    expect(lookUps).toBeLessThan(10);
    await db.admin`update public.lines set seq = seq * 2, changed = changed * 2 where call_id = ${call}`;
    expect(await summaryOf(members.early, call)).toMatchObject({ whole: true });
  });

  test("has a bounded number of stays for each person", async () => {
    const { place, people, author, call, members, ids } = await createCall();
    for (const who of [people.early, people.late]) await setStays(call, who, -500, -1);
    await leaveCall(members.early);
    expect(await rejectionCode(post(db, members.early, call))).toBe("line/quota");
    expect(await rejectionCode(enterCall(db, people.early, place.id, randomUUID()))).toBe("request/rate-limited");
    // A line that is forwarded into the empty call is a stay of those who have room for it.
    for (const member of [members.late, members.whole, author]) await leaveCall(member);
    const { seq } = await forward(author, ids.one, place);
    expect(await readersOf(call, seq)).not.toContain(people.late.id);
    expect(await readersOf(call, seq)).toContain(author.id);
  });

  test("others' forwarded lines leave room for entries", async () => {
    const { place, people, author, call, members, ids } = await createCall();
    await setStays(call, people.early, -249, -1);
    for (const member of [members.early, members.late, members.whole, author]) await leaveCall(member);
    const seen: boolean[] = [];
    for (const id of [ids.one, ids.two]) {
      const { seq } = await forward(author, id, place);
      seen.push((await readersOf(call, seq)).includes(people.early.id));
      await enterCall(db, author, place.id, randomUUID()).then((entered) =>
        leaveCall({ ...author, peer: entered.me.peer_id }),
      );
    }
    expect(seen).toEqual([true, false]);
    await enterCall(db, people.early, place.id, randomUUID());
  });

  test("keeps an author's line that was sent after leaving", async () => {
    const { members, call } = await createCall();
    await leaveCall(members.early);
    const { id } = await post(db, members.early, call);
    expect((await transcriptOf(members.early, call)).lines.map((line) => line.id)).toContain(id);
  });

  test("rejects new lines of a guest who may not return", async () => {
    const { place, members, people, call } = await createCall();
    const { early, late } = members;
    await leaveCall(early);
    await change(people.host, place, { access: "members" });
    const own = await post(db, late, call);
    expect(await rejectionCode(post(db, early, call))).toBe("meeting/members-only");
    const elsewhere = await join(db, await room(db), {}, early);
    const source = await post(db, elsewhere, elsewhere.call);
    expect(await rejectionCode(forward(early, source.id, place))).toBe("meeting/members-only");
    // A repeat of a stored line is no new line.
    await leaveCall(late);
    expect((await post(db, late, call, { id: own.id })).id).toBe(own.id);
    await change(people.host, place, { access: "open" });
    await post(db, early, call);
    await forward(early, source.id, place);
  });
});
