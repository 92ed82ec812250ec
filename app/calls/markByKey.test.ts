import { expect, test } from "vitest";
import { entry } from "../../tests/fakes/timelineEntry.ts";
import { lineOfPress } from "./markByKey.ts";

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
