/** Captions, and the people who may post them for a speaker. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { captionActions } from "./support/captions.ts";
import { ageRateLimits, events, join, post, room } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { captionArgs, sayAll, say, letCaption, correct, scene } = captionActions(db);
const { remove, mute, end } = moderation(db);
const { changesOf, historyOf, broadcastsAfter, update, wipe, react, forward } = lineActions(db);

describe("forged captions", () => {
  test("are rejected without a current appointment", async () => {
    const { place, ana, bob } = await scene();
    const eve = await join(db, place, { name: "Eve" });
    const asAna = () => say(eve, { speaker: ana.id });
    expect(await rejectionCode(asAna())).toBe("request/not-allowed");
    await letCaption(ana, place, bob);
    expect(await rejectionCode(asAna())).toBe("request/not-allowed");
    // The permission to type works in one direction only.
    await letCaption(eve, place, ana);
    expect(await rejectionCode(asAna())).toBe("request/not-allowed");
    const elsewhere = await room(db);
    for (const who of [ana, eve]) await join(db, elsewhere, {}, { role: "authenticated", id: who.id });
    await letCaption(ana, elsewhere, eve);
    expect(await rejectionCode(asAna())).toBe("request/not-allowed");
    await letCaption(ana, place, eve);
    expect((await asAna()).author).toBe(ana.id);
    await letCaption(ana, place, null);
    expect(await rejectionCode(asAna())).toBe("request/not-allowed");
    for (const speaker of [randomUUID(), place.host.id])
      expect(await rejectionCode(say(eve, { speaker }))).toBe("request/not-allowed");
  });

  test("reject the whole batch", async () => {
    const { place, ana, bob } = await scene();
    const { seq } = await changesOf(ana, place);
    const batch = [captionArgs(), captionArgs({ speaker: ana.id }), captionArgs()];
    expect(await rejectionCode(sayAll(bob, bob.call, batch))).toBe("request/not-allowed");
    expect(await broadcastsAfter(place, seq)).toEqual([]);
    expect((await historyOf(bob)).lines).toEqual([]);
  });

  test("are rejected for absent speakers", async () => {
    const { place, ana, bob } = await scene();
    await letCaption(ana, place, bob);
    await db.admin`delete from public.attendance where user_id = ${ana.id}`;
    expect(await rejectionCode(say(bob, { speaker: ana.id }))).toBe("request/not-allowed");
  });

  test("conflict with existing ids", async () => {
    const { place, ana, bob } = await scene();
    const chat = await post(db, ana, ana.call, { text: "hola" });
    const spoken = await say(ana, { text: "hola" });
    for (const { id } of [chat, spoken])
      expect(await rejectionCode(say(bob, { id, text: "hola" }))).toBe("line/conflict");
    expect(await rejectionCode(say(ana, { id: chat.id, text: "hola" }))).toBe("line/conflict");
    expect(await rejectionCode(post(db, ana, ana.call, { id: spoken.id, text: "hola" }))).toBe("line/conflict");
    expect(await rejectionCode(say(ana, { id: spoken.id, text: "adiós" }))).toBe("line/conflict");
    // A speaker cannot resend a line that their typist posted.
    await letCaption(ana, place, bob);
    const typed = await say(bob, { speaker: ana.id, text: "hola" });
    expect(await rejectionCode(say(ana, { id: typed.id, text: "hola" }))).toBe("line/conflict");
  });
});

describe("muted speakers", () => {
  test("post nothing, not even through a typist", async () => {
    const { place, host, ana, bob } = await scene();
    await letCaption(ana, place, bob);
    await mute(host, place, ana);
    expect(await rejectionCode(say(ana))).toBe("request/not-allowed");
    expect(await rejectionCode(say(bob, { speaker: ana.id }))).toBe("request/not-allowed");
    await mute(host, place, ana, false);
    await mute(host, place, bob);
    expect((await say(bob, { speaker: ana.id })).typed_by).toBe(bob.id);
    expect(await rejectionCode(say(bob))).toBe("request/not-allowed");
  });
});

describe("post_captions", () => {
  test("stores and broadcasts in the given order", async () => {
    const { place, ana, bob } = await scene();
    await letCaption(ana, place, bob);
    const { seq } = await changesOf(bob, place);
    const lines = await sayAll(bob, bob.call, [
      captionArgs({ text: " first\u0007 ", language: "en" }),
      captionArgs({ text: "segundo", speaker: ana.id, ms: 0 }),
    ]);
    expect(lines).toMatchObject([
      { kind: "speech", author: bob.id, typed_by: null, text: "first", language: "en", spoken_ms: 1_500, seq: seq + 1 },
      { kind: "speech", author: ana.id, typed_by: bob.id, text: "segundo", spoken_ms: 0, seq: seq + 2 },
    ]);
    expect(lines[0]).toMatchObject({ edited: false, corrected_by: null, mark: null, fleeting: false, mentions: [] });
    expect(await broadcastsAfter(place, seq)).toMatchObject(
      lines.map((line) => ({ name: "line_posted", body: { line, seq: line.seq } })),
    );
    expect((await historyOf(ana)).lines).toEqual(lines);
  });

  test("dates captions by the server's clock", async () => {
    const { ana } = await scene();
    await db.admin`update public.calls set started_at = now() - interval '1 minute' where id = ${ana.call}`;
    const [soon, late] = await sayAll(ana, ana.call, [
      captionArgs({ ago: 10_000 }),
      captionArgs({ ago: LIMITS.captionMaxAgeMs }),
    ]);
    const [row] = await db.admin`
      select
        spoken.created_at - spoken.spoken_at = interval '10 seconds' as soon,
        (select spoken_at = calls.started_at from public.lines where id = ${late?.id ?? ""}) as late
      from public.lines as spoken
      join public.calls on calls.id = spoken.call_id
      where spoken.id = ${soon?.id ?? ""}`;
    expect(row).toEqual({ soon: true, late: true });
  });

  test("a repeat returns the stored captions", async () => {
    const { place, host, ana, bob } = await scene();
    await letCaption(ana, place, bob);
    const batch = [captionArgs({ language: "en" }), captionArgs({ speaker: ana.id })];
    const first = await sayAll(bob, bob.call, batch);
    const more = captionArgs();
    expect((await sayAll(bob, bob.call, [...batch, more])).slice(0, 2)).toEqual(first);
    const wanted = (await events(db, place.id)).filter(({ name }) => name === "line_posted");
    expect(wanted).toHaveLength(3);
    // The same line twice in a batch is a repeat too.
    const twice = captionArgs();
    const [firstResult, secondResult] = await sayAll(bob, bob.call, [twice, twice]);
    expect(secondResult).toEqual(firstResult);
    await correct(ana, first[0]?.id ?? "", "corrected");
    expect((await sayAll(bob, bob.call, batch))[0]).toMatchObject({ text: "corrected", revision: 2 });
    await mute(host, place, ana);
    await end(host, place);
    expect((await sayAll(bob, bob.call, batch))[1]).toEqual(first[1]);
    expect(await rejectionCode(sayAll(bob, bob.call, [...batch, captionArgs()]))).toBe("meeting/ended");
  });

  test.each([
    ["an object", {}],
    ["null", null],
    ["an empty list", []],
    ["too many items", Array.from({ length: LIMITS.captionsPerRequest + 1 }, () => ({}))],
    ["a text item", ["x"]],
    ["an array item", [[]]],
    ["a null item", [null]],
  ])("rejects %s", async (_what, items) => {
    const { ana } = await scene();
    expect(await rejectionCode(sayAll(ana, ana.call, items))).toBe("request/invalid");
  });

  test.each([
    [{ id: "x" }, "request/invalid"],
    [{ id: null }, "request/invalid"],
    [{ speaker: "me" }, "request/invalid"],
    [{ speaker: 7 }, "request/invalid"],
    [{ ago: -1 }, "request/invalid"],
    [{ ago: LIMITS.captionMaxAgeMs + 1 }, "request/invalid"],
    [{ ago: 1.5 }, "request/invalid"],
    [{ ago: "1" }, "request/invalid"],
    [{ ago: 1e30 }, "request/invalid"],
    [{ ms: LIMITS.captionMaxDurationMs + 1 }, "request/invalid"],
    [{ ms: null }, "request/invalid"],
    [{ text: 5 }, "request/invalid"],
    [{ text: null }, "request/invalid"],
    [{ text: " \u0007 " }, "line/empty"],
    [{ text: "x".repeat(LIMITS.caption.max + 1) }, "line/too-long"],
    [{ language: "xx" }, "language/unknown"],
    [{ language: null }, "language/unknown"],
  ])("rejects %j", async (wrong, code) => {
    const { ana } = await scene();
    expect(await rejectionCode(say(ana, wrong))).toBe(code);
  });

  test("accepts maximum length, age and duration", async () => {
    const { ana } = await scene();
    const text = "😀".repeat(LIMITS.caption.max);
    expect((await say(ana, { text, ago: LIMITS.captionMaxAgeMs, ms: LIMITS.captionMaxDurationMs })).text).toBe(text);
  });

  test("requires a running, joined call", async () => {
    const { place, host, ana, bob } = await scene();
    const outside = await join(db, await room(db));
    expect(await rejectionCode(say(outside, {}, ana.call))).toBe("meeting/not-entered");
    expect(await rejectionCode(say(ana, {}, outside.call))).toBe("meeting/not-entered");
    expect(await rejectionCode(say(ana, {}, randomUUID()))).toBe("meeting/not-entered");
    await remove(host, place, bob);
    expect(await rejectionCode(say(bob))).toBe("meeting/removed");
    await db.admin`update public.calls set ended_at = now() where id = ${ana.call}`;
    expect(await rejectionCode(say(ana))).toBe("meeting/not-entered");
  });

  test("has its own rate limit by line", async () => {
    const { ana } = await scene();
    const batch = Array.from({ length: LIMITS.captionsPerRequest }, () => captionArgs());
    await sayAll(ana, ana.call, batch);
    await sayAll(
      ana,
      ana.call,
      batch.map(() => captionArgs()),
    );
    expect(2 * LIMITS.captionsPerRequest).toBe(LIMITS.captionsPerTenSeconds);
    expect(await rejectionCode(say(ana))).toBe("request/rate-limited");
    expect(await sayAll(ana, ana.call, batch)).toHaveLength(batch.length);
    await post(db, ana, ana.call);
    await ageRateLimits(db, ana, 10);
    const fresh = (count: number) => Array.from({ length: count }, () => captionArgs());
    await sayAll(ana, ana.call, fresh(LIMITS.captionsPerRequest));
    await sayAll(ana, ana.call, fresh(LIMITS.captionsPerRequest - 1));
    expect(await rejectionCode(sayAll(ana, ana.call, fresh(2)))).toBe("request/rate-limited");
    await say(ana);
  });

  test("does nothing in meetings without storage", async () => {
    const { place, host, ana } = await scene();
    const kept = captionArgs();
    await sayAll(ana, ana.call, [kept]);
    await update(host, place, { keep: "nothing" });
    const { seq } = await changesOf(ana, place);
    expect(await rejectionCode(say(ana))).toBe("line/not-kept");
    expect(await broadcastsAfter(place, seq)).toEqual([]);
    expect(await sayAll(ana, ana.call, [kept])).toMatchObject([{ text: kept.text, fleeting: false }]);
  });

  test("creates a line that supports all actions", async () => {
    const { place, ana, bob } = await scene();
    await letCaption(ana, place, bob);
    const line = await say(bob, { speaker: ana.id });
    await react(bob, line.id);
    const copy = await forward(ana, line.id, place);
    expect(copy).toMatchObject({ kind: "chat", text: line.text, spoken_at: null, spoken_ms: null, typed_by: null });
    expect(await rejectionCode(wipe(bob, line.id))).toBe("request/not-allowed");
    expect(await wipe(ana, line.id)).toMatchObject({ kind: "speech", text: "", deleted: true });
  });
});
