import { describe, expect, test } from "vitest";
import type { Reactions, Translation } from "#contracts/lines.ts";
import { serverLine as line } from "../../../tests/fakes/serverLine.ts";
import { EMPTY_COLLECTION, type LineCollection, withLines, withReactions, withTranslations } from "./lineCollection.ts";

const translation = (text: string | null, change: Partial<Translation> = {}): Translation => ({
  ...{ language: "en", revision: 1, status: text === null ? "failed" : "ready", text, engine: "fake", reason: null },
  ...change,
});
const thumbs = (...user_ids: string[]): Reactions => [{ emoji: "👍", user_ids }];

/** All orders of the updates, each update twice. */
function* orders<T>(all: readonly T[]): Generator<readonly T[]> {
  if (all.length === 0) yield [];
  for (const [at, update] of all.entries()) for (const rest of orders(all.toSpliced(at, 1))) yield [update, ...rest];
}

describe("line collection", () => {
  test("keeps the newest of each part in any order", () => {
    const news: readonly ((lines: LineCollection) => LineCollection)[] = [
      (lines) => withLines(lines, [line()]),
      (lines) => withTranslations(lines, "a", [translation("first")], 2),
      (lines) => withReactions(lines, "a", thumbs("ben"), 3),
      // As `changes_since` told it then, with all that was known.
      (lines) =>
        withLines(lines, [line({ changed: 4, translations: [translation("again")], reactions: thumbs("ben") })]),
      (lines) => withReactions(lines, "a", [], 5),
      (lines) => withTranslations(lines, "a", [translation("better")], 6),
    ];
    let tried = 0;
    for (const order of orders(news)) {
      const once = order.reduce((lines, apply) => apply(lines), EMPTY_COLLECTION);
      const twice = order.reduce((lines, apply) => apply(lines), once);
      expect(once.ordered).toEqual([line({ changed: 4, translations: [translation("better")], reactions: [] })]);
      expect(twice).toBe(once);
      tried += 1;
    }
    expect(tried).toBe(720);
  });

  test("ignores other authors of an ephemeral line", () => {
    const posted = withLines(EMPTY_COLLECTION, [line({ fleeting: true })]);
    for (const fleeting of [true, false])
      expect(withLines(posted, [line({ author: "eve", text: "I agree", changed: 9, fleeting })])).toBe(posted);
  });

  test("drops translations of an edited text", () => {
    const edited = line({ changed: 3, revision: 2, text: "adios", edited: true });
    const posted = withLines(EMPTY_COLLECTION, [line()]);
    const read = withTranslations(posted, "a", [translation("hello")], 2);
    const changed = withLines(read, [edited]);
    expect(changed.ordered).toEqual([edited]);
    const late = withTranslations(changed, "a", [translation("hello")], 4);
    expect(late.ordered).toEqual([edited]);
    const own = withTranslations(late, "a", [translation("bye", { revision: 2 })], 5);
    expect(own.ordered[0]?.translations).toEqual([translation("bye", { revision: 2 })]);
  });

  test("removes all content of a deleted line", () => {
    const gone = line({ changed: 9, revision: 2, text: "", deleted: true });
    let lines = withLines(EMPTY_COLLECTION, [line({ reactions: thumbs("ben") })]);
    lines = withLines(lines, [gone]);
    lines = withReactions(lines, "a", thumbs("ben"), 8);
    lines = withTranslations(lines, "a", [translation("hello")], 7);
    lines = withLines(lines, [line({ changed: 6 })]);
    expect(lines.ordered).toEqual([gone]);
  });

  test("accepts another author of a stored line", () => {
    const lines = withLines(EMPTY_COLLECTION, [line(), line({ changed: 2, author: "account" })]);
    expect(withLines(lines, [line()]).ordered[0]?.author).toBe("account");
  });

  test("ignores a late failure after giving up", () => {
    const failed = translation(null);
    const givenUp = translation(null, { status: "unavailable", reason: "translate/unavailable" });
    const whole = line({ changed: 3, translations: [givenUp] });
    const early = withTranslations(withLines(EMPTY_COLLECTION, [line()]), "a", [failed], 3);
    expect(withLines(early, [whole]).ordered[0]?.translations).toEqual([givenUp]);
    const late = withLines(EMPTY_COLLECTION, [whole]);
    expect(withTranslations(late, "a", [failed], 3)).toBe(late);
    // A new request may still succeed.
    expect(withTranslations(late, "a", [translation("hello")], 4).ordered[0]?.translations).toEqual([
      translation("hello"),
    ]);
  });

  test("limits the buffer of early updates", () => {
    let lines = EMPTY_COLLECTION;
    for (let number = 0; number < 500; number += 1) lines = withReactions(lines, `line ${number}`, thumbs("ben"), 2);
    expect(lines.earlyParts.size).toBe(100);
  });
});
