import { expect, test } from "vitest";
import type { Shown } from "~/languages/index.ts";
import { linesToSay } from "./announce.ts";
import type { LineView } from "./view.ts";

const line = (id: string, reading: Shown, more: Partial<LineView> = {}): LineView => ({
  id,
  authorNumber: 1,
  authorName: "Inés",
  isMe: false,
  time: 0,
  language: "es",
  original: "Hola",
  reading,
  delivery: "sent",
  ...more,
});

test("a line is said once, when it can be read", () => {
  const said = new Set<string>();
  expect(linesToSay([line("a", { kind: "on-its-way" })], said)).toEqual([]);
  const arrived = [line("a", { kind: "translated", text: "Hello", language: "en", source: "server" })];
  expect(linesToSay(arrived, said)).toEqual([{ name: "Inés", text: "Hello", mentionsMe: false }]);
  expect(linesToSay(arrived, said)).toEqual([]);
});

test("without a translation the original is said; one's own and deleted lines are not", () => {
  const lines = [
    line("a", { kind: "unavailable", reason: "translate/unavailable" }),
    line("b", { kind: "original" }, { isMe: true }),
    line("c", { kind: "original" }, { deleted: true, original: "" }),
  ];
  expect(linesToSay(lines, new Set())).toEqual([{ name: "Inés", text: "Hola", mentionsMe: false }]);
});
