import { describe, expect, test } from "vitest";
import type { LineDisplay } from "~/translation/resolveTranslation.ts";
import type { LineView } from "../lineView.ts";
import { createScreenReaderAnnouncer } from "./screenReaderAnnouncer.ts";

const line = (id: string, reading: LineDisplay, more: Partial<LineView> = {}): LineView => ({
  id,
  authorNumber: 1,
  authorName: "Inés",
  isMe: false,
  time: 0,
  language: "es",
  original: "Hola",
  display: reading,
  delivery: "sent",
  ...more,
});

const HOLA = { name: "Inés", text: "Hola", language: "es", mentionsMe: false };

/** An announcer without earlier lines. */
function here() {
  const announcer = createScreenReaderAnnouncer();
  announcer.nextAnnouncements([], true);
  return announcer;
}

describe("screen reader announcer", () => {
  test("announces a line once, when it is readable", () => {
    const { nextAnnouncements } = here();
    expect(nextAnnouncements([line("a", { kind: "on-its-way" })], true)).toEqual([]);
    const arrived = [line("a", { kind: "translated", text: "Hello", language: "en", source: "server" })];
    expect(nextAnnouncements(arrived, true)).toEqual([
      { id: "a", name: "Inés", text: "Hello", language: "en", mentionsMe: false },
    ]);
    expect(nextAnnouncements(arrived, true)).toEqual([]);
  });

  test("announces originals, but no own or deleted lines", () => {
    const lines = [
      line("a", { kind: "unavailable", reason: "translate/unavailable" }),
      line("b", { kind: "original" }, { isMe: true }),
      line("c", { kind: "original" }, { deleted: true, original: "" }),
    ];
    expect(here().nextAnnouncements(lines, true)).toEqual([{ ...HOLA, id: "a" }]);
  });

  test("announces no lines from before joining", () => {
    const { nextAnnouncements } = createScreenReaderAnnouncer();
    const [oldest, older, old, fresh] = ["a", "b", "c", "d"].map((id) => line(id, { kind: "original" }));
    if (!oldest || !older || !old || !fresh) throw new Error("four lines");
    expect(nextAnnouncements([], false)).toEqual([]);
    expect(nextAnnouncements([old], false)).toEqual([]);
    expect(nextAnnouncements([old], true)).toEqual([]);
    expect(nextAnnouncements([older, old, fresh], false)).toEqual([{ ...HOLA, id: "d" }]);
    expect(nextAnnouncements([oldest, older, old, fresh], true)).toEqual([]);
  });

  test("announces no late translation of an older line", () => {
    const { nextAnnouncements } = createScreenReaderAnnouncer();
    expect(nextAnnouncements([line("a", { kind: "on-its-way" })], true)).toEqual([]);
    const translated = line("a", { kind: "translated", text: "Hello", language: "en", source: "server" });
    expect(nextAnnouncements([translated], true)).toEqual([]);
  });
});
