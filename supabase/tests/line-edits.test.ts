/** Changes of a line: replies, edits, deletions, reactions, and the merge of a guest's lines. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { REACTIONS } from "#contracts/lines.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { account, ageRateLimits, becomeAccount, events, join, person, post, room } from "./support/fixtures.ts";
import { guestMerge as claiming } from "./support/guestMerge.ts";
import { lineActions } from "./support/lineActions.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { claim: claimGuest } = claiming(db);
const {
  edit,
  wipe,
  react,
  forward,
  report,
  retry,
  postLineWith,
  changesOf,
  historyOf,
  claim,
  store,
  scene,
  broadcastsAfter,
} = lineActions(db);

describe("replies and mentions", () => {
  test("keep readable lines and participants only", async () => {
    const { place, ana, bob, line } = await scene();
    const elsewhere = await join(db, await room(db));
    const foreign = await post(db, elsewhere, elsewhere.call);
    const people = [bob.id, elsewhere.id, randomUUID(), bob.id, ana.id];
    const good = await postLineWith(bob, { reply_to: line.id, mentions: people });
    expect(good).toMatchObject({ reply_to: line.id, mentions: [ana.id, bob.id], forwarded: false });
    for (const reply_to of [foreign.id, randomUUID(), null])
      expect((await postLineWith(bob, { reply_to })).reply_to).toBeNull();
    expect((await historyOf(ana)).lines.find(({ id }) => id === good.id)).toEqual(good);
    expect((await events(db, place.id)).filter(({ name }) => name === "line_posted")).toHaveLength(5);
  });

  test("reject too many mentions", async () => {
    const { ana } = await scene();
    const mentions = Array.from({ length: LIMITS.mentionsPerLine + 1 }, () => randomUUID());
    expect(await rejectionCode(postLineWith(ana, { mentions }))).toBe("request/invalid");
  });

  test("reject replies to lines of unattended calls", async () => {
    const { place, ana, line } = await scene();
    await db.admin`update public.call_peers set left_at = now(), left_reason = 'left' where call_id = ${line.call_id}`;
    await db.admin`update public.calls set ended_at = now() where id = ${line.call_id}`;
    const carl = await join(db, place);
    expect((await postLineWith(carl, { reply_to: line.id })).reply_to).toBeNull();
    const again = await join(db, place, {}, ana);
    expect((await postLineWith(again, { reply_to: line.id })).reply_to).toBe(line.id);
  });
});

describe("edit_line", () => {
  test("broadcasts once without old translations", async () => {
    const { place, ana, bob, line } = await scene();
    const { seq } = await changesOf(bob, place);
    const edited = await edit(ana, line.id, " adiós ", { mentions: [bob.id] });
    expect(edited).toMatchObject({ text: "adiós", revision: 2, edited: true, translations: [], mentions: [bob.id] });
    expect(edited).toMatchObject({ seq: line.seq, changed: seq + 1, created_at: line.created_at });
    expect(await broadcastsAfter(place, seq)).toMatchObject([{ name: "line_changed", body: { line: edited } }]);
    expect((await changesOf(bob, place, seq)).lines).toEqual([edited]);
    const [left] = await db.admin`select count(*)::int from public.translations where line_id = ${line.id}`;
    expect(left?.count).toBe(0);
    // A result for the old text is dropped, and the new text gets its own claim.
    expect(await store(line.id, "ready", "late")).toEqual([]);
    expect((await claim(line.id, bob)).claimed).toEqual([{ revision: 2, text: "adiós" }]);
  });

  test("deletes the reports of a text that its author replaced", async () => {
    const { ana, bob, line } = await scene();
    await report(bob, line.id);
    await edit(ana, line.id, "adiós");
    const reports = await db.admin`select from public.translation_reports where line_id = ${line.id}`;
    expect(reports).toHaveLength(0);
  });

  test("ignores equal text, accepts another language", async () => {
    const { place, ana, line } = await scene();
    const { seq } = await changesOf(ana, place);
    expect((await edit(ana, line.id, "hola")).revision).toBe(1);
    expect(await broadcastsAfter(place, seq)).toEqual([]);
    expect(await edit(ana, line.id, "hola", { language: "ca" })).toMatchObject({ revision: 2, language: "ca" });
    expect(await rejectionCode(edit(ana, line.id, "hola", { language: "xx" }))).toBe("language/unknown");
  });

  test.each([
    ["", "line/empty"],
    ["x".repeat(4001), "line/too-long"],
  ])("to %j is rejected", async (text, code) => {
    const { ana, line } = await scene();
    expect(await rejectionCode(edit(ana, line.id, text))).toBe(code);
  });

  test("denies others, captions and removed authors", async () => {
    const { place, ana, bob, line } = await scene();
    expect(await rejectionCode(edit(bob, line.id, "x"))).toBe("request/not-allowed");
    expect(await rejectionCode(edit(place.host, line.id, "x"))).toBe("line/not-found");
    expect(await rejectionCode(edit(ana, randomUUID(), "x"))).toBe("line/not-found");
    await db.admin`
      update public.lines set kind = 'speech', spoken_at = created_at, spoken_ms = 900 where id = ${line.id}`;
    expect(await rejectionCode(edit(ana, line.id, "x"))).toBe("request/not-allowed");
    await db.admin`update public.participants set admission = 'removed' where user_id = ${ana.id}`;
    expect(await rejectionCode(edit(ana, line.id, "x"))).toBe("line/not-found");
  });
});

describe("delete_line", () => {
  test("removes text, translations and marks, idempotently", async () => {
    const { place, ana, bob, line } = await scene();
    await react(bob, line.id);
    await report(bob, line.id);
    await postLineWith(bob, { reply_to: line.id });
    const { seq } = await changesOf(bob, place);
    const gone = await wipe(ana, line.id);
    expect(await wipe(ana, line.id)).toEqual(gone);
    const wiped = { text: "", deleted: true, translations: [], reactions: [], mentions: [], reply_to: null };
    expect(gone).toMatchObject({ ...wiped, id: line.id, seq: line.seq, revision: 2, author: ana.id });
    expect(await broadcastsAfter(place, seq)).toMatchObject([{ name: "line_changed", body: { line: gone } }]);
    const { lines } = await historyOf(bob);
    expect(lines).toMatchObject([gone, { reply_to: line.id }]);
    const [left] = await db.admin`
      select
        (select text from public.lines where id = ${line.id}) as text,
        (select count(*)::int from public.translations where line_id = ${line.id}) as translations,
        (select count(*)::int from public.translation_reports where line_id = ${line.id}) as reports,
        (select count(*)::int from public.reactions where line_id = ${line.id}) as reactions`;
    expect(left).toEqual({ text: null, translations: 0, reports: 0, reactions: 0 });
  });

  test("leaves nothing to edit, translate or forward", async () => {
    const { place, ana, bob, line } = await scene();
    await db.admin`update public.translations set status = 'claimed', text = null where line_id = ${line.id}`;
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
    for (const work of works) expect(await rejectionCode(work())).toBe("line/not-found");
    // A client that resends the line by its id receives the deleted line.
    expect(await post(db, ana, ana.call, { id: line.id })).toMatchObject({ deleted: true, text: "" });
  });

  test("denies everyone but the author", async () => {
    const { place, bob, line } = await scene();
    const host = await join(db, place, {}, place.host);
    for (const who of [bob, host]) expect(await rejectionCode(wipe(who, line.id))).toBe("request/not-allowed");
  });
});

describe("react_to_line", () => {
  test("toggles one reaction for each person", async () => {
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
    expect(await broadcastsAfter(place, seq)).toMatchObject([
      { name: "reacted", body: { line_id: line.id, reactions } },
    ]);
    expect((await changesOf(bob, place, seq)).lines).toMatchObject([{ id: line.id, changed: seq + 1, reactions }]);
    await react(ana, line.id, "🎉");
    expect((await react(bob, line.id, "🎉", false)).reactions).toContainEqual({ emoji: "🎉", user_ids: [ana.id] });
    await react(bob, line.id, "🎉", false);
    expect((await react(ana, line.id, "🎉", false)).reactions).toEqual([{ emoji: "👍", user_ids: [ana.id] }]);
    expect((await changesOf(ana, place)).seq).toBe(seq + 4);
  });

  test.each(["", "x", "👍👍", "👨‍👩‍👧", "<b>", "❤"])("%j is no reaction", async (emoji) => {
    const { ana, line } = await scene();
    expect(await rejectionCode(react(ana, line.id, emoji))).toBe("request/invalid");
  });

  test("accepts every emoji and rate-limits", async () => {
    const { ana, line } = await scene();
    for (const emoji of REACTIONS) await react(ana, line.id, emoji);
    for (let count: number = REACTIONS.length; count < SERVER_LIMITS.reactionsPerTenSeconds; count++)
      await react(ana, line.id);
    expect(await rejectionCode(react(ana, line.id))).toBe("request/rate-limited");
    await ageRateLimits(db, ana, 10);
    await react(ana, line.id);
  });

  test("denies outsiders and removed participants", async () => {
    const { ana, line } = await scene();
    expect(await rejectionCode(react(await person(db), line.id))).toBe("line/not-found");
    await db.admin`update public.participants set admission = 'removed' where user_id = ${ana.id}`;
    expect(await rejectionCode(react(ana, line.id))).toBe("line/not-found");
  });
});

describe("guest merge", () => {
  test("transfers reactions, mentions and reports", async () => {
    const { place, ana, bob, line } = await scene();
    await react(bob, line.id);
    await report(bob, line.id);
    const own = await postLineWith(ana, { mentions: [bob.id] });
    const { seq } = await changesOf(ana, place);
    const tom = await account(db);
    await claimGuest(bob, tom);
    const { lines } = await changesOf(ana, place, seq);
    const [marked, mentioned] = lines.toSorted((a, b) => a.seq - b.seq);
    expect(marked).toMatchObject({ id: line.id, reactions: [{ emoji: "👍", user_ids: [tom.id] }] });
    expect(mentioned).toMatchObject({ id: own.id, mentions: [tom.id] });
    const [row] = await db.admin`
      select
        (select count(*)::int from public.reactions where user_id = ${bob.id}) as marks,
        (select count(*)::int from public.translation_reports where reporter = ${tom.id}) as reports`;
    expect(row).toEqual({ marks: 0, reports: 1 });
  });

  test("keeps the higher role and a mute", async () => {
    const { place, ana } = await scene();
    const tom = await account(db);
    await join(db, place, {}, tom);
    await db.admin`update public.participants set role = 'co-host', muted = true where user_id = ${ana.id}`;
    await claimGuest(ana, tom);
    const [row] = await db.admin`select role, muted from public.participants where user_id = ${tom.id}`;
    expect(row).toEqual({ role: "co-host", muted: true });
    await becomeAccount(db, place.host);
  });
});

describe("a flood", () => {
  test("is limited for its author only", async () => {
    const { place, ana, bob } = await scene();
    await ageRateLimits(db, ana, 10);
    const flood = Array.from({ length: 500 }, () =>
      post(db, ana, ana.call).then(
        () => "sent",
        (error: unknown) => (error instanceof Error ? error.message : "?"),
      ),
    );
    const calm = await post(db, bob, ana.call, { text: "calm" });
    const ends = await Promise.all(flood);
    expect(ends.filter((end) => end === "sent")).toHaveLength(SERVER_LIMITS.linesPerTenSeconds);
    expect(ends.filter((end) => end === "request/rate-limited")).toHaveLength(500 - SERVER_LIMITS.linesPerTenSeconds);
    expect((await historyOf(bob)).lines.map(({ id }) => id)).toContain(calm.id);
    const seqs = (await events(db, place.id)).map(({ body }) => body.seq);
    // The first knock came before the call was open, and nobody could receive it.
    expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, index) => index + 2));
  });
});
