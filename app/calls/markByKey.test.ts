import { expect, test } from "vitest";
import type { TimelineEntry } from "~/chat/core/index.ts";
import { lineOfPress } from "./markByKey.ts";

const entry = (id: string, change: Partial<TimelineEntry> = {}): TimelineEntry => ({
  ...{ id, kind: "chat", author: "ines", mine: false, language: "es", text: id, at: 0, shown: { kind: "original" } },
  ...{ delivery: { state: "sent", seq: 1 }, replyTo: null, mentions: [], forwarded: false, edited: false },
  ...{
    correctedBy: null,
    mark: null,
    file: null,
    deleted: false,
    fleeting: false,
    reactions: [],
    act: null,
    ...change,
  },
});

test.each([
  ["what is not sent yet", { delivery: { state: "pending" } }],
  ["what is deleted", { deleted: true, text: "" }],
  ["what no server keeps", { fleeting: true }],
] as const)("a key marks the last line, but not %s", (_, change) => {
  const entries = [entry("a"), entry("b", { kind: "speech" }), entry("c", change)];
  expect(lineOfPress({ on: null, entries })?.id).toBe("b");
  expect(lineOfPress({ on: "c", entries })?.id).toBe("b");
  expect(lineOfPress({ on: null, entries: [entry("c", change)] })).toBeNull();
});

test("where the keyboard is at a line, it is that one", () => {
  expect(lineOfPress({ on: "a", entries: [entry("a"), entry("b")] })?.id).toBe("a");
  expect(lineOfPress({ on: "gone", entries: [entry("a"), entry("b")] })?.id).toBe("b");
});
