import { expect, test } from "vitest";
import { initials } from "./person.ts";

test.each([
  ["Inés", "I"],
  ["Tom Whitaker", "TW"],
  ["  maría del carmen  ", "MC"],
  ["Ana-Lucía", "AL"],
  ["遥", "遥"],
  ["山田 遥", "山"],
  ["عمر حداد", "ع"],
  ["é́lan vital", "É́V"],
  ["👋 Sam", "S"],
  ["7B", "7"],
  ["…", ""],
  ["", ""],
])("%j has the initials %j", (name, shown) => {
  expect(initials(name)).toBe(shown);
});
