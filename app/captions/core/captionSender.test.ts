import { describe, expect, test } from "vitest";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { CaptionInput } from "#contracts/speech.ts";
import { createFakeClock, settle } from "../../../tests/fakes/clock.ts";
import { fakeStorage } from "../../../tests/fakes/storage.ts";
import { createCaptionSender, INTERIM_THROTTLE_MS, type Utterance } from "./captionSender.ts";

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

function page({ keeps = true, storage = fakeStorage() } = {}) {
  const clock = createFakeClock();
  const sent: string[] = [];
  const posts: { captions: CaptionInput[]; respond(result: Result<unknown>): void }[] = [];
  const refusals: string[] = [];
  let ids = 100;
  const saying = createCaptionSender({
    broadcast: ({ text, final, id }) => sent.push(`${Number(id.slice(-4))} ${text}${final ? "!" : ""}`),
    post: (captions) => new Promise((respond) => posts.push({ captions, respond })),
    storesLines: () => keeps,
    isTransient: ({ code }) => code.startsWith("network/"),
    onRejected: ({ code }) => refusals.push(code),
    newId: () => uuid(++ids),
    ...{ clock, storage, key: "k" },
  });
  const say = (number: number, text: string, final = true, more: Partial<Utterance> = {}) =>
    saying.submit({
      ...{ id: uuid(number), text, final, language: "en", began: clock.now() - 800, at: clock.now(), speaker: null },
      ...more,
    });
  return { clock, sent, posts, refusals, saying, say, storage };
}

describe("caption sender", () => {
  test("throttles interim text and broadcasts final text at once", async () => {
    const { clock, sent, say } = page();
    for (const text of ["the", "the bus", "the bus leaves"]) say(1, text, false);
    expect(sent).toEqual(["1 the"]);
    await clock.advance(INTERIM_THROTTLE_MS);
    expect(sent).toEqual(["1 the", "1 the bus leaves"]);
    say(1, "the bus leaves at", false);
    say(1, "The bus leaves at eight.");
    await clock.advance(INTERIM_THROTTLE_MS);
    expect(sent.slice(2)).toEqual(["1 The bus leaves at eight.!"]);
  });

  test("withdraws empty text at once", () => {
    const { sent, say } = page();
    say(1, "the", false);
    say(1, "", false);
    say(2, "  ", true);
    expect(sent).toEqual(["1 the", "1 ", "2 "]);
  });

  test("posts sentences with their age and duration", async () => {
    const { clock, posts, say } = page();
    say(1, "One.");
    say(2, "Two.");
    say(3, "Three.", true, { speaker: uuid(9) });
    expect(posts).toHaveLength(1);
    expect(posts[0]?.captions).toEqual([{ id: uuid(1), text: "One.", language: "en", ms: 800, ago: 800 }]);
    await clock.advance(500);
    posts[0]?.respond(ok(null));
    await settle();
    expect(posts[1]?.captions).toMatchObject([
      { id: uuid(2), ago: 1_300 },
      { id: uuid(3), speaker: uuid(9) },
    ]);
  });

  test("keeps sentences through an outage and a reload", async () => {
    const storage = fakeStorage();
    const before = page({ storage });
    before.say(1, "One.");
    before.posts[0]?.respond(fail("network/offline"));
    await settle();
    before.say(2, "Two.");
    before.saying.close();
    const after = page({ storage });
    expect(after.posts[0]?.captions.map(({ text }) => text)).toEqual(["One.", "Two."]);
    after.posts[0]?.respond(fail("network/offline"));
    await settle();
    await after.clock.advance(1_000);
    after.posts[1]?.respond(ok(null));
    await settle();
    expect(storage.getItem("k")).toBeNull();
  });

  test("clamps times after a clock jump", () => {
    const { posts, say, clock } = page();
    say(1, "One.", true, { began: clock.now() - 3_600_000 });
    expect(posts[0]?.captions[0]).toMatchObject({ ago: LIMITS.captionMaxAgeMs, ms: LIMITS.captionMaxDurationMs });
    const ahead = page();
    ahead.say(1, "One.", true, { began: ahead.clock.now() + 3_600_000 });
    expect(ahead.posts[0]?.captions[0]).toMatchObject({ ago: 0, ms: 0 });
  });

  test("drops a rejected sentence and posts the others", async () => {
    const { posts, say, refusals } = page();
    say(1, "One.");
    say(2, "Two.");
    say(3, "Three.");
    posts[0]?.respond(ok(null));
    await settle();
    posts[1]?.respond(fail("request/not-allowed"));
    await settle();
    expect(posts[2]?.captions.map(({ text }) => text)).toEqual(["Two."]);
    posts[2]?.respond(fail("request/not-allowed"));
    await settle();
    expect(refusals).toEqual(["request/not-allowed"]);
    expect(posts[3]?.captions.map(({ text }) => text)).toEqual(["Three."]);
  });

  test("posts under a new id after a conflict", async () => {
    const { posts, say, refusals, sent, storage } = page();
    say(1, "the", false);
    say(1, "The bus leaves.");
    posts[0]?.respond(fail("line/conflict"));
    await settle();
    expect(posts[1]?.captions).toMatchObject([{ id: uuid(101), text: "The bus leaves." }]);
    expect(storage.getItem("k")).toContain(uuid(101));
    expect(sent.at(-1)).toBe("1 The bus leaves.!");
    posts[1]?.respond(ok(null));
    await settle();
    // The peers replace the old caption by the line.
    expect(sent.at(-1)).toBe("101 The bus leaves.!");
    say(2, "At eight.");
    expect(posts[2]?.captions).toMatchObject([{ id: uuid(2), text: "At eight." }]);
    posts[2]?.respond(fail("line/conflict"));
    await settle();
    posts[3]?.respond(fail("line/conflict"));
    await settle();
    expect(refusals).toEqual(["line/conflict"]);
    expect(posts).toHaveLength(4);
  });

  test("posts nothing in an ephemeral meeting", () => {
    const { sent, posts, say, storage } = page({ keeps: false });
    say(1, "One.");
    expect([sent, posts, storage.getItem("k")]).toEqual([["1 One.!"], [], null]);
  });

  test("divides the duration among captions of one text", () => {
    const { clock, posts, say } = page();
    const sentence = (length: number) => `${"x".repeat(length - 1)}.`;
    const text = `${sentence(500)} ${sentence(500)} ${sentence(250)}`;
    say(1, text, true, { began: clock.now() - 20_000 });
    expect(posts[0]?.captions.map(({ ago, ms }) => ({ ago, ms }))).toEqual([
      { ago: 20_000, ms: 8_000 },
      { ago: 12_000, ms: 8_000 },
      { ago: 4_000, ms: 4_000 },
    ]);
  });

  test("splits a long text into several captions", () => {
    const cut = (text: string) => {
      const { sent, say } = page({ keeps: false });
      say(1, text);
      return sent.map((text) => text.replace(/^\d+ |!$/gu, ""));
    };
    const sentence = `The ${"word ".repeat(59)}ends.`;
    expect(cut(Array.from({ length: 4 }, () => sentence).join("\n"))).toEqual([sentence, sentence, sentence, sentence]);
    for (const endless of ["x".repeat(1_200), "字".repeat(1_200), `${"x".repeat(30)} `.repeat(40).trim()]) {
      const parts = cut(endless);
      expect(parts.every((part) => [...part].length <= LIMITS.caption.max)).toBe(true);
      expect(parts.join("").replaceAll(" ", "")).toBe(endless.replaceAll(" ", ""));
    }
  });
});
