import { expect, test } from "vitest";
import type { Shown } from "~/languages/index.ts";
import { createAnnouncer } from "./announce.ts";
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

const HOLA = { name: "Inés", text: "Hola", language: "es", mentionsMe: false };

/** Where nothing was written before. */
function here() {
  const announcer = createAnnouncer();
  announcer.hear([], true);
  return announcer;
}

test("a line is said once, when it can be read", () => {
  const { hear } = here();
  expect(hear([line("a", { kind: "on-its-way" })], true)).toEqual([]);
  const arrived = [line("a", { kind: "translated", text: "Hello", language: "en", source: "server" })];
  expect(hear(arrived, true)).toEqual([{ id: "a", name: "Inés", text: "Hello", language: "en", mentionsMe: false }]);
  expect(hear(arrived, true)).toEqual([]);
});

test("without a translation the original is said; one's own and deleted lines are not", () => {
  const lines = [
    line("a", { kind: "unavailable", reason: "translate/unavailable" }),
    line("b", { kind: "original" }, { isMe: true }),
    line("c", { kind: "original" }, { deleted: true, original: "" }),
  ];
  expect(here().hear(lines, true)).toEqual([{ ...HOLA, id: "a" }]);
});

test("what was written before one came is not said, whenever it is read; what comes after it is", () => {
  const { hear } = createAnnouncer();
  const [oldest, older, old, fresh] = ["a", "b", "c", "d"].map((id) => line(id, { kind: "original" }));
  if (!oldest || !older || !old || !fresh) throw new Error("four lines");
  expect(hear([], false)).toEqual([]);
  expect(hear([old], false)).toEqual([]);
  expect(hear([old], true)).toEqual([]);
  expect(hear([older, old, fresh], false)).toEqual([{ ...HOLA, id: "d" }]);
  expect(hear([oldest, older, old, fresh], true)).toEqual([]);
});

test("a line of the past whose translation comes later is not said either", () => {
  const { hear } = createAnnouncer();
  expect(hear([line("a", { kind: "on-its-way" })], true)).toEqual([]);
  const translated = line("a", { kind: "translated", text: "Hello", language: "en", source: "server" });
  expect(hear([translated], true)).toEqual([]);
});
