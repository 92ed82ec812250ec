/** What becomes of a line: answered, edited, deleted, marked, sent on, and its translations questioned. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { LIMITS } from "#contracts/limits.ts";
import {
  changes,
  history,
  line as lineShape,
  meeting as meetingShape,
  REACTIONS,
  reacted,
} from "#contracts/meetings.ts";
import { claims as claiming } from "./support/claims.ts";
import { type Caller, houseForFile, nothing, refusal, service } from "./support/house.ts";
import {
  account,
  becomeAccount,
  events,
  type Guest,
  join,
  person,
  post,
  type Room,
  room,
  timePasses,
} from "./support/scenes.ts";

const house = houseForFile();
const { claim: claimGuest } = claiming(house);
const edit = (who: Caller, line: string, text: string, more: Record<string, string | readonly string[]> = {}) =>
  house.rpc(who, "edit_line", { line_id: line, text, ...more }, lineShape);
const wipe = (who: Caller, line: string) => house.rpc(who, "delete_line", { line_id: line }, lineShape);
const react = (who: Caller, line: string, emoji: string = "👍", given = true) =>
  house.rpc(who, "react", { line_id: line, emoji, given }, reacted);
const forward = (who: Caller, line: string, { id }: Room, as = randomUUID()) =>
  house.rpc(who, "forward_line", { id: as, line_id: line, meeting_id: id }, lineShape);
const report = (who: Caller, line: string, language = "en") =>
  house.rpc(who, "report_translation", { line_id: line, language }, nothing);
const retry = (who: Caller, line: string, language = "en") =>
  house.rpc(who, "retry_translation", { line_id: line, language }, nothing);
const answer = (who: Guest, args: Record<string, string | readonly string[] | null>) =>
  house.rpc(who, "post_line", { id: randomUUID(), call_id: who.call, language: "es", text: "sí", ...args }, lineShape);
const changesOf = (who: Caller, { id }: Room, after = 0) =>
  house.rpc(who, "changes", { meeting_id: id, after }, changes);
const historyOf = (who: Guest) => house.rpc(who, "history", { call_id: who.call, before: null }, history);
const update = (who: Caller, { id }: Room, args: Record<string, string>) =>
  house.rpc(who, "update_meeting", { meeting_id: id, ...args }, meetingShape);

const standings = z.array(z.object({ line_id: z.string(), language: z.string(), status: z.string() }));
const claim = async (line: string, who: Guest, engineUp = true) => {
  const shape = z.object({ claimed: z.array(z.object({ revision: z.int(), text: z.string() })), others: standings });
  return house.rpc(service, "claim_translations", { line_ids: [line], user_id: who.id, engine_up: engineUp }, shape);
};
const store = (line: string, status: string, text: string | null, revision = 1) => {
  const result = { line_id: line, revision, language: "en", status, text, engine: "e", reason: null };
  return house.rpc(service, "store_translations", { results: { json: [result] } }, standings);
};

/** Ana writes Spanish, Bob reads English; one line of hers, translated. */
async function scene() {
  const place = await room(house);
  const ana = await join(house, place, { name: "Ana", speaks: "es" });
  const bob = await join(house, place, { name: "Bob", speaks: "en" });
  const line = await post(house, ana, ana.call);
  await claim(line.id, ana);
  await store(line.id, "ready", "hello");
  return { place, ana, bob, line };
}
const toldAfter = async ({ id }: Room, seq: number) => (await events(house, id)).filter(({ body }) => body.seq > seq);

describe("an answer and mentions", () => {
  test("name a line of this meeting that the author may read, and people who take part; the rest is left out", async () => {
    const { place, ana, bob, line } = await scene();
    const elsewhere = await join(house, await room(house));
    const foreign = await post(house, elsewhere, elsewhere.call);
    const people = [bob.id, elsewhere.id, randomUUID(), bob.id, ana.id];
    const good = await answer(bob, { reply_to: line.id, mentions: people });
    expect(good).toMatchObject({ reply_to: line.id, mentions: [ana.id, bob.id], forwarded: false });
    for (const reply_to of [foreign.id, randomUUID(), null])
      expect((await answer(bob, { reply_to })).reply_to).toBeNull();
    expect((await historyOf(ana)).lines.find(({ id }) => id === good.id)).toEqual(good);
    expect((await events(house, place.id)).filter(({ name }) => name === "line_posted")).toHaveLength(5);
  });

  test("more people than a line holds are refused", async () => {
    const { ana } = await scene();
    const mentions = Array.from({ length: LIMITS.mentions + 1 }, () => randomUUID());
    expect(await refusal(answer(ana, { mentions }))).toBe("request/invalid");
  });

  test("a line of a call that one did not attend is not answered", async () => {
    const { place, ana, line } = await scene();
    await house.admin`update public.call_peers set left_at = now(), left_reason = 'left' where call_id = ${line.call_id}`;
    await house.admin`update public.calls set ended_at = now() where id = ${line.call_id}`;
    const carl = await join(house, place);
    expect((await answer(carl, { reply_to: line.id })).reply_to).toBeNull();
    const again = await join(house, place, {}, ana);
    expect((await answer(again, { reply_to: line.id })).reply_to).toBe(line.id);
  });
});

describe("edit_line", () => {
  test("is told once as it is now, without the old translations, and those who come late read it so", async () => {
    const { place, ana, bob, line } = await scene();
    const { seq } = await changesOf(bob, place);
    const edited = await edit(ana, line.id, " adiós ", { mentions: [bob.id] });
    expect(edited).toMatchObject({ text: "adiós", revision: 2, edited: true, translations: [], mentions: [bob.id] });
    expect(edited).toMatchObject({ seq: line.seq, changed: seq + 1, created_at: line.created_at });
    expect(await toldAfter(place, seq)).toMatchObject([{ name: "line_changed", body: { line: edited } }]);
    expect((await changesOf(bob, place, seq)).lines).toEqual([edited]);
    const [left] = await house.admin`select count(*)::int from public.translations where line_id = ${line.id}`;
    expect(left?.count).toBe(0);
    // What was under way for the old words finds nothing; the new words are claimed anew.
    expect(await store(line.id, "ready", "late")).toEqual([]);
    expect((await claim(line.id, bob)).claimed).toEqual([{ revision: 2, text: "adiós" }]);
  });

  test("to the same words changes nothing; to another language it does", async () => {
    const { place, ana, line } = await scene();
    const { seq } = await changesOf(ana, place);
    expect((await edit(ana, line.id, "hola")).revision).toBe(1);
    expect(await toldAfter(place, seq)).toEqual([]);
    expect(await edit(ana, line.id, "hola", { language: "ca" })).toMatchObject({ revision: 2, language: "ca" });
    expect(await refusal(edit(ana, line.id, "hola", { language: "xx" }))).toBe("language/unknown");
  });

  test.each([
    ["", "line/empty"],
    ["x".repeat(4001), "line/too-long"],
  ])("to %j is refused", async (text, code) => {
    const { ana, line } = await scene();
    expect(await refusal(edit(ana, line.id, text))).toBe(code);
  });

  test("is the author's alone; a caption is not edited so; who was removed edits nothing", async () => {
    const { place, ana, bob, line } = await scene();
    expect(await refusal(edit(bob, line.id, "x"))).toBe("request/not-allowed");
    expect(await refusal(edit(place.host, line.id, "x"))).toBe("line/not-found");
    expect(await refusal(edit(ana, randomUUID(), "x"))).toBe("line/not-found");
    await house.admin`update public.lines set kind = 'speech' where id = ${line.id}`;
    expect(await refusal(edit(ana, line.id, "x"))).toBe("request/not-allowed");
    await house.admin`update public.participants set admission = 'removed' where user_id = ${ana.id}`;
    expect(await refusal(edit(ana, line.id, "x"))).toBe("line/not-found");
  });
});

describe("delete_line", () => {
  test("wipes words, translations, marks; a mark that there was one stays, and again it changes nothing", async () => {
    const { place, ana, bob, line } = await scene();
    await react(bob, line.id);
    await answer(bob, { reply_to: line.id });
    const { seq } = await changesOf(bob, place);
    const gone = await wipe(ana, line.id);
    expect(await wipe(ana, line.id)).toEqual(gone);
    const wiped = { text: "", deleted: true, translations: [], reactions: [], mentions: [], reply_to: null };
    expect(gone).toMatchObject({ ...wiped, id: line.id, seq: line.seq, revision: 2, author: ana.id });
    expect(await toldAfter(place, seq)).toMatchObject([{ name: "line_changed", body: { line: gone } }]);
    const { lines } = await historyOf(bob);
    expect(lines).toMatchObject([gone, { reply_to: line.id }]);
    const [left] = await house.admin`
      select
        (select text from public.lines where id = ${line.id}) as text,
        (select count(*)::int from public.translations where line_id = ${line.id}) as translations,
        (select count(*)::int from public.reactions where line_id = ${line.id}) as reactions`;
    expect(left).toEqual({ text: null, translations: 0, reactions: 0 });
  });

  test("leaves nothing to change, translate, send on or question; a late translation finds nothing", async () => {
    const { place, ana, bob, line } = await scene();
    await house.admin`update public.translations set status = 'claimed', text = null where line_id = ${line.id}`;
    await wipe(ana, line.id);
    expect(await store(line.id, "ready", "hello")).toEqual([]);
    expect(await store(line.id, "ready", "hello", 2)).toEqual([]);
    expect(await claim(line.id, bob)).toEqual({ claimed: [], others: [] });
    const works = [
      () => edit(ana, line.id, "x"),
      () => react(bob, line.id),
      () => forward(ana, line.id, place),
      () => report(bob, line.id),
      () => retry(bob, line.id),
    ];
    for (const work of works) expect(await refusal(work())).toBe("line/not-found");
    // A page that sends it again under its id learns that it is deleted.
    expect(await post(house, ana, ana.call, { id: line.id })).toMatchObject({ deleted: true, text: "" });
  });

  test("is the author's alone, also against who leads", async () => {
    const { place, bob, line } = await scene();
    const host = await join(house, place, {}, place.host);
    for (const who of [bob, host]) expect(await refusal(wipe(who, line.id))).toBe("request/not-allowed");
  });
});

describe("react", () => {
  test("each person each mark once, told with all marks of the line; taken away again it is gone", async () => {
    const { place, ana, bob, line } = await scene();
    await react(bob, line.id, "🎉");
    const { seq } = await changesOf(bob, place);
    const answered = await react(ana, line.id, "👍");
    await react(ana, line.id, "👍");
    const reactions = [
      { emoji: "🎉", user_ids: [bob.id] },
      { emoji: "👍", user_ids: [ana.id] },
    ];
    expect(answered).toEqual({ line_id: line.id, reactions });
    expect(await toldAfter(place, seq)).toMatchObject([{ name: "reacted", body: { line_id: line.id, reactions } }]);
    expect((await changesOf(bob, place, seq)).lines).toMatchObject([{ id: line.id, changed: seq + 1, reactions }]);
    await react(ana, line.id, "🎉");
    expect((await react(bob, line.id, "🎉", false)).reactions).toContainEqual({ emoji: "🎉", user_ids: [ana.id] });
    await react(bob, line.id, "🎉", false);
    expect((await react(ana, line.id, "🎉", false)).reactions).toEqual([{ emoji: "👍", user_ids: [ana.id] }]);
    expect((await changesOf(ana, place)).seq).toBe(seq + 4);
  });

  test.each(["", "x", "👍👍", "👨‍👩‍👧", "<b>", "❤"])("%j is no mark", async (emoji) => {
    const { ana, line } = await scene();
    expect(await refusal(react(ana, line.id, emoji))).toBe("request/invalid");
  });

  test("all of the list can be given, and too many at once are refused", async () => {
    const { ana, line } = await scene();
    for (const emoji of REACTIONS) await react(ana, line.id, emoji);
    for (let count: number = REACTIONS.length; count < LIMITS.reactionsPerTenSeconds; count++)
      await react(ana, line.id);
    expect(await refusal(react(ana, line.id))).toBe("request/rate-limited");
    await timePasses(house, ana, 10);
    await react(ana, line.id);
  });

  test("not from outside, nor by who was removed", async () => {
    const { ana, line } = await scene();
    expect(await refusal(react(await person(house), line.id))).toBe("line/not-found");
    await house.admin`update public.participants set admission = 'removed' where user_id = ${ana.id}`;
    expect(await refusal(react(ana, line.id))).toBe("line/not-found");
  });
});

describe("forward_line", () => {
  test("copies the words into another meeting of one's own, once, and says that they were sent on", async () => {
    const { bob, line } = await scene();
    const other = await room(house);
    const there = await join(house, other, {}, { role: "authenticated", id: bob.id });
    const id = randomUUID();
    const copy = await forward(bob, line.id, other, id);
    expect(copy).toMatchObject({
      ...{ id, call_id: there.call, author: bob.id, text: "hola", language: "es", forwarded: true },
      ...{ mentions: [], reply_to: null, revision: 1, translations: [] },
    });
    expect(await forward(bob, line.id, other, id)).toEqual(copy);
    const told = (await events(house, other.id)).filter(({ name }) => name === "line_posted");
    expect(told).toMatchObject([{ body: { line: copy } }]);
  });

  test("reading is checked where it comes from, taking part where it goes", async () => {
    const { place, ana, bob, line } = await scene();
    const eve = await join(house, await room(house));
    const evesRoom = { id: "", code: "", host: eve };
    const [row] = await house.admin<{ id: string }[]>`select meeting_id as id from public.calls where id = ${eve.call}`;
    evesRoom.id = row?.id ?? "";
    expect(await refusal(forward(eve, line.id, evesRoom))).toBe("line/not-found");
    expect(await refusal(forward(bob, line.id, evesRoom))).toBe("meeting/not-entered");
    await house.admin`update public.participants set admission = 'removed' where user_id = ${bob.id}`;
    expect(await refusal(forward(bob, line.id, place))).toBe("line/not-found");
    await house.rpc(place.host, "end_meeting", { meeting_id: place.id }, nothing);
    expect(await refusal(forward(ana, line.id, place))).toBe("line/not-found");
  });

  test("into a meeting where nobody is now it goes to the last call that one was in; counted as a line", async () => {
    const { place, ana, line } = await scene();
    const other = await room(house);
    const there = await join(house, other, {}, ana);
    await house.admin`update public.calls set ended_at = now() where id = ${there.call}`;
    expect((await forward(ana, line.id, other)).call_id).toBe(there.call);
    const never = await room(house);
    await house.rpc(ana, "knock", { code: never.code, display_name: "Ana", speaks: "es", reads: "es" }, z.unknown());
    expect(await refusal(forward(ana, line.id, never))).toBe("meeting/not-entered");
    for (let count = 2; count < LIMITS.linesPerTenSeconds; count++) await post(house, ana, line.call_id);
    expect(await refusal(forward(ana, line.id, place))).toBe("request/rate-limited");
  });
});

describe("a meeting that keeps nothing", () => {
  async function fleeting() {
    const place = await room(house);
    const ana = await join(house, place, { name: "Ana" });
    const bob = await join(house, place, { name: "Bob", speaks: "en" });
    const kept = await post(house, ana, ana.call, { text: "kept" });
    await update(place.host, place, { keep: "nothing" });
    return { place, ana, bob, kept };
  }

  test("tells a line with its number and stores it nowhere; who missed it missed it, and nobody waits for its number", async () => {
    const { place, ana, bob, kept } = await fleeting();
    const { seq } = await changesOf(bob, place);
    const line = await answer(ana, { text: "secreto", reply_to: kept.id, mentions: [bob.id] });
    expect(line).toMatchObject({ seq: seq + 1, text: "secreto", reply_to: kept.id, mentions: [bob.id] });
    expect(await toldAfter(place, seq)).toMatchObject([{ name: "line_posted", body: { line } }]);
    expect(await changesOf(bob, place, seq)).toMatchObject({ seq: seq + 1, lines: [], meeting: { keep: "nothing" } });
    expect((await historyOf(bob)).lines.map(({ text }) => text)).toEqual(["kept"]);
    const [stored] = await house.admin`select count(*)::int from public.lines where text = 'secreto'`;
    expect(stored?.count).toBe(0);
    expect(await claim(line.id, bob)).toEqual({ claimed: [], others: [] });
    for (const work of [() => edit(ana, line.id, "x"), () => wipe(ana, line.id), () => react(bob, line.id)])
      expect(await refusal(work())).toBe("line/not-found");
  });

  test("a repeat is told again under its id, and counts as a line", async () => {
    const { place, ana } = await fleeting();
    const id = randomUUID();
    for (let count = 1; count < LIMITS.linesPerTenSeconds; count++) await post(house, ana, ana.call, { id });
    expect(await refusal(post(house, ana, ana.call, { id }))).toBe("request/rate-limited");
    const told = (await events(house, place.id)).filter(({ name, body }) => name === "line_posted" && "line" in body);
    expect(told).toHaveLength(LIMITS.linesPerTenSeconds);
  });

  test("a line sent on into it is told and not stored; what is not stored cannot be sent on", async () => {
    const { place, bob, ana } = await fleeting();
    const other = await room(house);
    const there = await join(house, other, {}, { role: "authenticated", id: bob.id });
    const source = await post(house, there, there.call, { text: "from there" });
    expect(await forward(bob, source.id, place)).toMatchObject({ text: "from there", forwarded: true });
    expect((await historyOf(ana)).lines.map(({ text }) => text)).toEqual(["kept"]);
    const line = await post(house, bob, ana.call, { text: "from here" });
    expect(await refusal(forward(bob, line.id, other))).toBe("line/not-found");
  });

  test("its broadcasts are cleared away by whoever is there next, those of others not", async () => {
    const { place, ana, bob } = await fleeting();
    const keeping = await scene();
    await post(house, ana, ana.call, { text: "secreto" });
    const broadcasts = async ({ id }: Room) =>
      (await events(house, id)).filter(({ name }) => name === "line_posted").length;
    const beat = (who: Guest) =>
      house.rpc(who, "heartbeat", { call_id: who.call, peer_id: who.peer }, z.object({ standing: z.literal("in") }));
    await beat(bob);
    // Not at once: some may be about to hear it.
    expect(await broadcasts(place)).toBe(2);
    await house.admin`update realtime.messages set inserted_at = inserted_at - interval '11 seconds'`;
    await beat(bob);
    await beat(keeping.bob);
    expect([await broadcasts(place), await broadcasts(keeping.place)]).toEqual([0, 1]);
  });
});

describe("a translation that a reader questions", () => {
  const standing = async (line: string) => {
    const [row] = await house.admin`
      select status, text, attempts, retries, again from public.translations where line_id = ${line}`;
    return row;
  };
  const leaseOver = (line: string) =>
    house.admin`update public.translations set lease_until = now() - interval '1 second' where line_id = ${line}`;

  test("report: kept with the words as they stood, once for each reader, and only by those who may read it", async () => {
    const { bob, line } = await scene();
    await report(bob, line.id);
    await report(bob, line.id);
    const rows = await house.admin`
      select reporter, language, revision, text, engine from public.translation_reports where line_id = ${line.id}`;
    expect([...rows]).toEqual([{ reporter: bob.id, language: "en", revision: 1, text: "hello", engine: "e" }]);
    expect(await refusal(report(bob, line.id, "fr"))).toBe("line/not-found");
    expect(await refusal(report(bob, line.id, "nonsense"))).toBe("line/not-found");
    expect(await refusal(report(await person(house), line.id))).toBe("line/not-found");
  });

  test("again: the old words stand until there are better ones, which everybody hears", async () => {
    const { place, bob, line } = await scene();
    await retry(bob, line.id);
    expect(await standing(line.id)).toMatchObject({ status: "ready", text: "hello", again: true });
    expect((await historyOf(bob)).lines[0]?.translations).toMatchObject([{ status: "ready", text: "hello" }]);
    expect((await claim(line.id, bob)).claimed).toHaveLength(1);
    // One engine at a time, here too.
    expect((await claim(line.id, bob)).claimed).toHaveLength(0);
    const { seq } = await changesOf(bob, place);
    await store(line.id, "ready", "good day");
    expect(await toldAfter(place, seq)).toMatchObject([
      { name: "translated", body: { translations: [{ status: "ready", text: "good day" }] } },
    ]);
    expect(await standing(line.id)).toMatchObject({ text: "good day", again: false, retries: 1 });
    expect((await claim(line.id, bob)).claimed).toHaveLength(0);
  });

  test("again, and no engine manages it: the old words stay", async () => {
    const { bob, line } = await scene();
    await retry(bob, line.id);
    expect((await claim(line.id, bob, false)).others).toMatchObject([{ status: "ready" }]);
    await claim(line.id, bob);
    await store(line.id, "unavailable", null);
    expect(await standing(line.id)).toMatchObject({ status: "ready", text: "hello", again: false });
    await retry(bob, line.id);
    // Nobody came back from the engine, three times.
    for (let attempt = 1; attempt <= LIMITS.translateTries; attempt++) {
      expect((await claim(line.id, bob)).claimed).toHaveLength(1);
      await leaseOver(line.id);
    }
    expect((await claim(line.id, bob)).others).toMatchObject([{ status: "ready" }]);
    expect(await standing(line.id)).toMatchObject({ status: "ready", text: "hello", again: false });
  });

  test("what was given up is tried again, as often as a line may be, within the quota", async () => {
    const { bob, line } = await scene();
    await house.admin`update public.translations set status = 'unavailable', text = null, attempts = 3`;
    await retry(bob, line.id);
    expect(await standing(line.id)).toMatchObject({ status: "failed", attempts: 0 });
    await retry(bob, line.id);
    await retry(bob, line.id);
    expect(await refusal(retry(bob, line.id))).toBe("request/rate-limited");
    await house.admin`
      insert into public.translation_usage (day, scope, subject, characters)
      values ((now() at time zone 'utc')::date, 'user', ${bob.id}, ${LIMITS.translateQuota.user})
      on conflict (day, scope, subject) do update set characters = excluded.characters`;
    expect((await claim(line.id, bob)).others).toMatchObject([{ status: "failed" }]);
  });
});

describe("what an account takes over of a guest", () => {
  test("marks, mentions and reports; live pages get them by asking", async () => {
    const { place, ana, bob, line } = await scene();
    await react(bob, line.id);
    await report(bob, line.id);
    const own = await answer(ana, { mentions: [bob.id] });
    const { seq } = await changesOf(ana, place);
    const tom = await account(house);
    await claimGuest(bob, tom);
    const { lines } = await changesOf(ana, place, seq);
    const [marked, mentioned] = lines.toSorted((a, b) => a.seq - b.seq);
    expect(marked).toMatchObject({ id: line.id, reactions: [{ emoji: "👍", user_ids: [tom.id] }] });
    expect(mentioned).toMatchObject({ id: own.id, mentions: [tom.id] });
    const [row] = await house.admin`
      select
        (select count(*)::int from public.reactions where user_id = ${bob.id}) as marks,
        (select count(*)::int from public.translation_reports where reporter = ${tom.id}) as reports`;
    expect(row).toEqual({ marks: 0, reports: 1 });
  });

  test("the higher role of the two, and a mute", async () => {
    const { place, ana } = await scene();
    const tom = await account(house);
    await join(house, place, {}, tom);
    await house.admin`update public.participants set role = 'co-host', muted = true where user_id = ${ana.id}`;
    await claimGuest(ana, tom);
    const [row] = await house.admin`select role, muted from public.participants where user_id = ${tom.id}`;
    expect(row).toEqual({ role: "co-host", muted: true });
    await becomeAccount(house, place.host);
  });
});

describe("a flood", () => {
  test("of 500 lines at once: as many as the limit come through, the rest hear so, and others write on", async () => {
    const { place, ana, bob } = await scene();
    await timePasses(house, ana, 10);
    const flood = Array.from({ length: 500 }, () =>
      post(house, ana, ana.call).then(
        () => "sent",
        (error: unknown) => (error instanceof Error ? error.message : "?"),
      ),
    );
    const calm = await post(house, bob, ana.call, { text: "calm" });
    const ends = await Promise.all(flood);
    expect(ends.filter((end) => end === "sent")).toHaveLength(LIMITS.linesPerTenSeconds);
    expect(ends.filter((end) => end === "request/rate-limited")).toHaveLength(500 - LIMITS.linesPerTenSeconds);
    expect((await historyOf(bob)).lines.map(({ id }) => id)).toContain(calm.id);
    const told = (await events(house, place.id)).map(({ body }) => body.seq);
    expect(told).toEqual(Array.from({ length: told.length }, (_, index) => index + 1));
  });
});
