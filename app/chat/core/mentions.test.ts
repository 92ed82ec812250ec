import { describe, expect, test } from "vitest";
import { mentionTokenFor, mentionTokensFor } from "#contracts/text/mentionTokens.ts";
import { insertMention, matchPeople, mentionQuery, mentionsIn } from "./mentions.ts";

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
    ["请@张", 3, "张"],
    ["Jose\u0301@x", 7, null],
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
    expect(mentionTokensFor("Tom Whitaker")).toEqual(["@Tom Whitaker", "@Tom"]);
    expect(mentionTokensFor("")).toEqual([]);
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
    expect(mentionsIn("@Tom hola", [tom, ines, tom], [])).toEqual([tom]);
  });

  test("drop a name that survives only inside a longer word", () => {
    const juan = { userId: "juan", word: "@Juan" };
    expect(mentionsIn("@Juana hola", [juan], [])).toEqual([]);
    expect(mentionsIn("@Juana, @Juan: hola", [juan], [])).toEqual([juan]);
  });

  test.each<[string, readonly string[]]>([
    ["@Juan Blanco, ¿puedes abrir la puerta?", ["blanco"]],
    ["@juan campos y @O’Neil", ["campos", "oneil"]],
    ["@Juan, ¿puedes?", []],
    ["@Juan Blancos y @Juana", []],
    ["@Eva y @Eva Ruiz", ["eva"]],
  ])("are recognised in the typed text %j", (text, ids) => {
    const names = { blanco: "Juan Blanco", campos: "Juan Campos", oneil: "O'Neil", eva: "Eva Ruiz" };
    const people = Object.entries(names).map(([userId, name]) => ({ userId, name, colour: 1, reads: "en" as const }));
    expect(mentionsIn(text, [], people).map(({ userId }) => userId)).toEqual(ids);
  });
});
