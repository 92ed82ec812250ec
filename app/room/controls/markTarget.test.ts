import { expect, test } from "vitest";
import { timelineEntry } from "../../../tests/fakes/timelineEntry.ts";
import { markTargetFor } from "./markTarget.ts";

test.each([
  ["what is not sent yet", { delivery: { state: "pending" } }],
  ["what is deleted", { deleted: true, text: "" }],
  ["what no server keeps", { fleeting: true }],
] as const)("a key marks the last line, but not %s", (_, change) => {
  const entries = [timelineEntry("a"), timelineEntry("b", { kind: "speech" }), timelineEntry("c", change)];
  expect(markTargetFor({ on: null, entries })?.id).toBe("b");
  expect(markTargetFor({ on: "c", entries })?.id).toBe("b");
  expect(markTargetFor({ on: null, entries: [timelineEntry("c", change)] })).toBeNull();
});

test("where the keyboard is at a line, it is that one", () => {
  expect(markTargetFor({ on: "a", entries: [timelineEntry("a"), timelineEntry("b")] })?.id).toBe("a");
  expect(markTargetFor({ on: "gone", entries: [timelineEntry("a"), timelineEntry("b")] })?.id).toBe("b");
});
