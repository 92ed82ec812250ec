import { expect, test } from "vitest";
import { matching, pieces, stillIn, typedName, withWord, wordOf, wordsFor } from "./mentions.ts";

test.each([
  ["@", 1, ""],
  ["hola @to", 8, "to"],
  ["hola @to y", 8, "to"],
  ["(@عم", 4, "عم"],
  ["mail@example", 12, null],
  ["@tom ", 5, null],
  ["@@", 2, ""],
  ["hola", 4, null],
])("in %j at %i the name typed is %j", (text, cursor, name) => {
  expect(typedName(text, cursor)).toBe(name);
});

test("a chosen name takes the place of what was typed, wherever the cursor stands", () => {
  expect(withWord("hola @to y adios", 8, "@Tom")).toEqual({ text: "hola @Tom y adios", cursor: 10 });
  expect(withWord("@", 1, "@Tom")).toEqual({ text: "@Tom ", cursor: 5 });
});

test("the first name is enough, unless two have it", () => {
  expect(wordOf("Tom Whitaker", ["Inés"])).toBe("@Tom");
  expect(wordOf("Tom Whitaker", ["Tom Jones"])).toBe("@Tom Whitaker");
  expect(wordOf("Inés", ["Inés"])).toBe("@Inés");
});

test("finds people by any of their names, without regard to case and marks", () => {
  const people = [{ name: "Inés Álvarez" }, { name: "Tom Whitaker" }, { name: "عمر" }];
  expect(matching(people, "alv").map(({ name }) => name)).toEqual(["Inés Álvarez"]);
  expect(matching(people, "WHI").map(({ name }) => name)).toEqual(["Tom Whitaker"]);
  expect(matching(people, "ع").map(({ name }) => name)).toEqual(["عمر"]);
  expect(matching(people, "")).toHaveLength(3);
  expect(matching(people, "om")).toEqual([]);
});

test("who is not in the words any more is not mentioned, and nobody is twice", () => {
  const tom = { userId: "tom", word: "@Tom" };
  const ines = { userId: "ines", word: "@Inés" };
  expect(stillIn("@Tom hola", [tom, ines, tom])).toEqual([tom]);
});

test("names in a text are told apart from what only begins like them, whatever signs they hold", () => {
  const names = (text: string, words: string[]) =>
    pieces(text, words).flatMap(({ text: one, name }) => (name ? [one] : []));
  expect(names("@Tom, @Tommy and @Tom Whitaker", wordsFor("Tom Whitaker"))).toEqual(["@Tom", "@Tom Whitaker"]);
  expect(names("@(a+)+$ hi", wordsFor("(a+)+$"))).toEqual(["@(a+)+$"]);
  expect(pieces("plain", [])).toEqual([{ text: "plain", name: false }]);
  expect(wordsFor("")).toEqual([]);
});
