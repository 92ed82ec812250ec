import { describe, expect, test } from "vitest";
import type { LineDisplay } from "~/translation/resolveTranslation.ts";
import type { LineView } from "../lineView.ts";
import { ANNOUNCEMENT_WAIT_MS, createScreenReaderAnnouncer } from "./screenReaderAnnouncer.ts";

const line = (id: string, reading: LineDisplay, more: Partial<LineView> = {}): LineView => ({
  id,
  authorColour: 1,
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
  announcer.nextAnnouncements([], true, 0);
  return announcer;
}

describe("screen reader announcer", () => {
  test("announces a line once, when it is readable", () => {
    const { nextAnnouncements } = here();
    expect(nextAnnouncements([line("a", { kind: "on-its-way" })], true, 0)).toEqual([]);
    const arrived = [line("a", { kind: "translated", text: "Hello", language: "en", source: "server" })];
    expect(nextAnnouncements(arrived, true, 0)).toEqual([
      { id: "a", name: "Inés", text: "Hello", language: "en", mentionsMe: false },
    ]);
    expect(nextAnnouncements(arrived, true, 0)).toEqual([]);
  });

  test("announces the original once, when the translation is slow", () => {
    const announcer = here();
    const pending = [line("a", { kind: "on-its-way" })];
    expect(announcer.nextAnnouncements(pending, true, 1_000)).toEqual([]);
    expect(announcer.nextAnnouncements(pending, true, 999 + ANNOUNCEMENT_WAIT_MS)).toEqual([]);
    expect(announcer.isWaiting()).toBe(true);
    expect(announcer.nextAnnouncements(pending, true, 1_000 + ANNOUNCEMENT_WAIT_MS)).toEqual([{ ...HOLA, id: "a" }]);
    expect(announcer.isWaiting()).toBe(false);
    const translated = [line("a", { kind: "translated", text: "Hello", language: "en", source: "server" })];
    expect(announcer.nextAnnouncements(translated, true, 9_000)).toEqual([]);
  });

  test("announces originals, but no own or deleted lines", () => {
    const lines = [
      line("a", { kind: "unavailable", reason: "translate/unavailable" }),
      line("b", { kind: "original" }, { isMe: true }),
      line("c", { kind: "original" }, { deleted: true, original: "" }),
    ];
    expect(here().nextAnnouncements(lines, true, 0)).toEqual([{ ...HOLA, id: "a" }]);
  });

  test("announces no lines from before joining", () => {
    const { nextAnnouncements } = createScreenReaderAnnouncer();
    const [oldest, older, old, fresh] = ["a", "b", "c", "d"].map((id) => line(id, { kind: "original" }));
    if (!oldest || !older || !old || !fresh) throw new Error("four lines");
    expect(nextAnnouncements([], false, 0)).toEqual([]);
    expect(nextAnnouncements([old], false, 0)).toEqual([]);
    expect(nextAnnouncements([old], true, 0)).toEqual([]);
    expect(nextAnnouncements([older, old, fresh], false, 0)).toEqual([{ ...HOLA, id: "d" }]);
    expect(nextAnnouncements([oldest, older, old, fresh], true, 0)).toEqual([]);
  });

  test("announces no late translation of an older line", () => {
    const { nextAnnouncements } = createScreenReaderAnnouncer();
    expect(nextAnnouncements([line("a", { kind: "on-its-way" })], true, 0)).toEqual([]);
    const translated = line("a", { kind: "translated", text: "Hello", language: "en", source: "server" });
    expect(nextAnnouncements([translated], true, 0)).toEqual([]);
  });
});
