import { describe, expect, test } from "vitest";
import { timelineEntry } from "../../../tests/fakes/timelineEntry.ts";
import { markTargetFor } from "./markTarget.ts";

describe("mark target", () => {
  test.each([
    ["pending", { delivery: { state: "pending" } }],
    ["deleted", { deleted: true, text: "" }],
    ["ephemeral", { fleeting: true }],
  ] as const)("is the last line that is not %s", (_, change) => {
    const entries = [timelineEntry("a"), timelineEntry("b", { kind: "speech" }), timelineEntry("c", change)];
    expect(markTargetFor({ on: null, entries })?.id).toBe("b");
    expect(markTargetFor({ on: "c", entries })?.id).toBe("b");
    expect(markTargetFor({ on: null, entries: [timelineEntry("c", change)] })).toBeNull();
  });

  test("is the focused line", () => {
    expect(markTargetFor({ on: "a", entries: [timelineEntry("a"), timelineEntry("b")] })?.id).toBe("a");
    expect(markTargetFor({ on: "gone", entries: [timelineEntry("a"), timelineEntry("b")] })?.id).toBe("b");
  });
});
