import { describe, expect, test } from "vitest";
import { arrange, onStage } from "./arrange.ts";

const person = (id: string, number: number, speaking = false) => ({ id, number, speaking, isMe: id === "me" });
const me = person("me", 1);
const ines = person("ines", 2);
const tom = person("tom", 3);

describe("who is on stage", () => {
  test.each([
    ["nobody", [], null, null],
    ["alone: oneself", [me], null, "me"],
    ["the other who came first", [me, ines, tom], null, "ines"],
    ["whoever was there stays in silence", [me, ines, tom], "tom", "tom"],
    ["who speaks", [me, ines, { ...tom, speaking: true }], "ines", "tom"],
    ["oneself speaking changes nothing", [{ ...me, speaking: true }, ines, tom], "ines", "ines"],
    ["of two speakers, the one on stage", [me, person("ines", 2, true), person("tom", 3, true)], "tom", "tom"],
    ["who was on stage and left makes room", [me, ines], "tom", "ines"],
    ["oneself leaves the stage when somebody comes", [me, ines], "me", "ines"],
  ] as const)("%s", (_, people, before, expected) => {
    expect(onStage(people, before)).toBe(expected);
  });
});

test("tiles stand in the order of coming, oneself last", () => {
  const given = [tom, me, ines];
  expect(arrange(given).map(({ id }) => id)).toEqual(["ines", "tom", "me"]);
  expect(given).toEqual([tom, me, ines]);
});
