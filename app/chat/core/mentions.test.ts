import { describe, expect, test } from "vitest";
import {
  insertMention,
  matchPeople,
  mentionQuery,
  mentionsIn,
  mentionTokenFor,
  mentionTokensFor,
  splitMentions,
} from "./mentions.ts";

describe("mentions", () => {
  test.each([
    ["@", 1, ""],
    ["hola @to", 8, "to"],
    ["hola @to y", 8, "to"],
    ["(@عم", 4, "عم"],
    ["mail@example", 12, null],
    ["@tom ", 5, null],
    ["@@", 2, ""],
    ["hola", 4, null],
  ])("in %j at %i the query is %j", (text, cursor, name) => {
    expect(mentionQuery(text, cursor)).toBe(name);
  });

  test("replace the query at the cursor", () => {
    expect(insertMention("hola @to y adios", 8, "@Tom")).toEqual({ text: "hola @Tom y adios", cursor: 10 });
    expect(insertMention("@", 1, "@Tom")).toEqual({ text: "@Tom ", cursor: 5 });
  });

  test("use the first name if it is unique", () => {
    expect(mentionTokenFor("Tom Whitaker", ["Inés"])).toBe("@Tom");
    expect(mentionTokenFor("Tom Whitaker", ["Tom Jones"])).toBe("@Tom Whitaker");
    expect(mentionTokenFor("Inés", ["Inés"])).toBe("@Inés");
  });

  test("match any part of a name, ignoring case and accents", () => {
    const people = [{ name: "Inés Álvarez" }, { name: "Tom Whitaker" }, { name: "عمر" }];
    expect(matchPeople(people, "alv").map(({ name }) => name)).toEqual(["Inés Álvarez"]);
    expect(matchPeople(people, "WHI").map(({ name }) => name)).toEqual(["Tom Whitaker"]);
    expect(matchPeople(people, "ع").map(({ name }) => name)).toEqual(["عمر"]);
    expect(matchPeople(people, "")).toHaveLength(3);
    expect(matchPeople(people, "om")).toEqual([]);
  });

  test("drop names that left the text, and duplicates", () => {
    const tom = { userId: "tom", word: "@Tom" };
    const ines = { userId: "ines", word: "@Inés" };
    expect(mentionsIn("@Tom hola", [tom, ines, tom])).toEqual([tom]);
  });

  test("match whole names with any characters", () => {
    const names = (text: string, words: string[]) =>
      splitMentions(text, words).flatMap(({ text: part, name }) => (name ? [part] : []));
    expect(names("@Tom, @Tommy and @Tom Whitaker", mentionTokensFor("Tom Whitaker"))).toEqual([
      "@Tom",
      "@Tom Whitaker",
    ]);
    expect(names("@(a+)+$ hi", mentionTokensFor("(a+)+$"))).toEqual(["@(a+)+$"]);
    expect(splitMentions("plain", [])).toEqual([{ text: "plain", name: false }]);
    expect(mentionTokensFor("")).toEqual([]);
  });
});
