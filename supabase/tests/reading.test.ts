/** The part of a call that each persona reads, by every function that reads lines. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { home, meetingPage } from "#contracts/account.ts";
import { history, reacted } from "#contracts/lines.ts";
import { foundLines, proposals, transcript } from "#contracts/recap.ts";
import { captionActions } from "./support/captions.ts";
import {
  account,
  addMember,
  agePeers,
  type CallMember,
  enterCall,
  join,
  type Person,
  post,
  room,
  workspaceOf,
} from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import { summaries } from "./support/summaries.ts";
import { emptyResult, rejectionCode, service, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { callIsOver, historyOf, mark, missedBy, transcriptOf, summaryOf } = captionActions(db);
const { change, remove } = moderation(db);
const { changesOf, forward } = lineActions(db);
const { claim: claimSummary, read: readSummary } = summaries(db);

function leaveCall({ call, peer, ...who }: CallMember) {
  return db.rpc(who, "leave_call", { p_call_id: call, p_peer_id: peer }, emptyResult);
}
const share = (who: Person, call: string) => db.rpc(who, "share_call", { p_call_id: call }, emptyResult);

const LINES = ["one", "two", "three", "four"] as const;
type LineName = (typeof LINES)[number];
const PERSONAS = ["whole", "early", "late", "looked", "removed", "member", "host", "stranger"] as const;
type Persona = (typeof PERSONAS)[number];
/** The lines that each persona may read after the call. */
const READS: Record<Persona, readonly LineName[]> = {
  whole: LINES,
  early: ["one", "two"],
  late: ["three", "four"],
  looked: ["two"],
  removed: [],
  member: LINES,
  host: LINES,
  stranger: [],
};

/** Creates a call with four marked lines, which have links, while people come and go. */
async function createCall() {
  const owner = await account(db);
  const member = await account(db);
  await addMember(db, await workspaceOf(db, owner), member, "member");
  const place = await room(db, "Trip", owner);
  // The author is another account, so that guests and the author have no role.
  const author = await join(db, place, { name: "Author", speaks: "es" }, await account(db));
  const whole = await join(db, place, { name: "Whole" }, await account(db));
  const early = await join(db, place, { name: "Early" }, await account(db));
  const removed = await join(db, place, { name: "Removed" }, await account(db));
  const ids = {} as Record<LineName, string>;
  async function say(name: LineName) {
    const id = randomUUID();
    await post(db, author, author.call, { id, text: `${name} https://example.com/${name}` });
    await mark(author, id, "decision");
    ids[name] = id;
  }
  await say("one");
  await remove(owner, place, removed);
  // A removal closes the door.
  await change(owner, place, { access: "open" });
  const looked = await join(db, place, { name: "Looked" }, await account(db));
  await say("two");
  await leaveCall(looked);
  await leaveCall(early);
  const late = await join(db, place, { name: "Late" }, await account(db));
  await say("three");
  await say("four");
  const stranger = { ...(await account(db)), call: author.call, peer: randomUUID() };
  const people: Record<Persona, Person> = { whole, early, late, looked, removed, member, host: owner, stranger };
  return { place, call: author.call, author, people, members: { whole, early, late, looked }, ids };
}

let scene: Awaited<ReturnType<typeof createCall>>;
beforeAll(async () => {
  scene = await createCall();
  await leaveCall(scene.members.whole);
  await leaveCall(scene.members.late);
  await leaveCall(scene.author);
  // Members change lines after the call.
  await callIsOver(scene.call);
  for (const id of Object.values(scene.ids))
    await db.admin`
      insert into public.files (id, meeting_id, call_id, owner, path, name, type, bytes, shared_at)
      select ${id}, meeting_id, id, ${scene.author.id}, ${id}, 'plan.pdf', 'application/pdf', 9, now()
      from public.calls where id = ${scene.call}`;
});

const namesOf = (ids: readonly string[]) => LINES.filter((name) => ids.includes(scene.ids[name]));
const linesOf = (lines: readonly { id: string; deleted?: boolean }[]) => namesOf(lines.map(({ id }) => id));
const isDenied = (persona: Persona) => persona === "removed" || persona === "stranger";
/** Names the lines for which the function succeeds. */
async function allowedLines(call: (id: string) => Promise<unknown>): Promise<LineName[]> {
  const allowed: LineName[] = [];
  for (const name of LINES)
    if (
      (await call(scene.ids[name]).then(
        () => null,
        (error: unknown) => error,
      )) === null
    )
      allowed.push(name);
  return allowed;
}

describe.each(PERSONAS)("%s reads after the call", (persona) => {
  const who = () => scene.people[persona];
  const expected = READS[persona];
  const pageOf = async (read: () => Promise<{ id: string }[]>) => {
    if (isDenied(persona)) {
      expect(await rejectionCode(read())).toBe("meeting/not-entered");
      return [];
    }
    return linesOf(await read());
  };

  test("pages of lines", async () => {
    const { call } = scene;
    const read = {
      transcript: async () => (await transcriptOf(who(), call)).lines,
      history: async () => (await db.rpc(who(), "history", { p_call_id: call, p_before_seq: null }, history)).lines,
      links: async () => (await db.rpc(who(), "lines_with_links", { p_call_id: call }, foundLines)).lines,
      marks: async () => (await missedBy(who(), call)).marks,
    };
    for (const [name, lines] of Object.entries(read))
      expect([name, await pageOf(lines)]).toEqual([name, [...expected]]);
  });

  test("single lines", async () => {
    const reads = {
      corrections: (id: string) => historyOf(who(), id),
      proposals: (id: string) => db.rpc(who(), "proposals", { p_line_id: id }, proposals),
      forward: (id: string) => forward(who(), id, scene.place),
    };
    for (const [name, read] of Object.entries(reads))
      if (!(name === "forward" && (persona === "member" || persona === "host")))
        expect([name, await allowedLines(read)]).toEqual([name, [...expected]]);
  });

  test("figures and the summary", async () => {
    const { call } = scene;
    if (isDenied(persona)) {
      expect(await rejectionCode(summaryOf(who(), call))).toBe("meeting/not-entered");
      expect(await rejectionCode(readSummary(who(), call))).toBe("meeting/not-entered");
      return;
    }
    const recap = await summaryOf(who(), call);
    expect(recap.lines.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(expected.length);
    expect(recap.whole).toBe(expected.length === LINES.length);
    const claimed = claimSummary({ ...who(), call, peer: "", joined: 1 });
    if (recap.whole) await claimed;
    else expect(await rejectionCode(claimed)).toBe("meeting/not-entered");
  });

  test("translations", async () => {
    const claimed: LineName[] = [];
    for (const name of LINES) {
      const { claimed: lines } = await db.rpc(
        service,
        "claim_translations",
        { p_line_ids: [scene.ids[name]], p_user_id: who().id, p_language: "en", p_engine_up: true },
        z.object({ claimed: z.array(z.unknown()) }),
      );
      if (lines.length > 0) claimed.push(name);
      await db.admin`delete from public.translations where line_id = ${scene.ids[name]}`;
    }
    expect(claimed).toEqual(expected);
  });

  test("files", async () => {
    const { call } = scene;
    const readable = z.array(z.object({ id: z.string() }));
    const found = await db.rpc(who(), "readable_files", { p_file_ids: Object.values(scene.ids) }, readable);
    expect(linesOf(found)).toEqual(expected);
    expect(
      await pageOf(async () => (await db.rpc(who(), "lines_with_files", { p_call_id: call }, foundLines)).lines),
    ).toEqual(isDenied(persona) ? [] : expected);
  });

  test("changes only lines that it reads", async () => {
    if (persona === "removed" || persona === "stranger") return;
    const set = (id: string) => mark(who(), id, "decision");
    expect(await allowedLines(set)).toEqual(expected);
    const react = (id: string) =>
      db.rpc(who(), "react_to_line", { p_line_id: id, p_emoji: "👍", p_given: false }, reacted);
    if (persona !== "member" && persona !== "host") expect(await allowedLines(react)).toEqual(expected);
  });

  test("the home page and the meeting's page", async () => {
    const { outcomes } = await db.rpc(who(), "home", {}, home);
    expect(namesOf(outcomes.map(({ line_id }) => line_id))).toEqual(expected);
    const page = db.rpc(who(), "meeting_page", { p_meeting_id: scene.place.id }, meetingPage);
    if (isDenied(persona)) expect(await rejectionCode(page)).toBe("request/not-found");
    else expect((await page).calls[0]?.decisions).toBe(expected.length);
  });

  test("changes of the meeting", async () => {
    const read = async () => (await changesOf(who(), scene.place)).lines;
    if (["removed", "member", "host", "stranger"].includes(persona))
      expect(["meeting/removed", "meeting/not-entered"]).toContain(await rejectionCode(read()));
    else expect(linesOf(await read())).toEqual(expected);
  });
});

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
    await db.admin`
      update public.attendance
      set stays = (select range_agg(int8range(2 * n, 2 * n, '[]')) from generate_series(0, 1000) as n)
      where call_id = ${call} and user_id = ${people.early.id}`;
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

  test("keeps an author's line that was sent after leaving", async () => {
    const { members, call } = await createCall();
    await leaveCall(members.early);
    const { id } = await post(db, members.early, call);
    expect((await transcriptOf(members.early, call)).lines.map((line) => line.id)).toContain(id);
  });

  test("takes no line of a guest who left and may not enter any more", async () => {
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
