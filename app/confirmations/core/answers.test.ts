import { expect, test } from "vitest";
import { dayOf } from "../days.ts";
import { dueState } from "./answers.ts";

test.each([
  ["2026-12-01", { kind: "today" }],
  ["2026-12-02", { kind: "tomorrow" }],
  ["2026-12-03", { kind: "later" }],
  ["2026-11-29", { kind: "late", days: 2 }],
])("a task that is due on %s", (day, state) => {
  expect(dueState(day, "2026-12-01")).toEqual(state);
});

test("dayOf uses the reader's time zone", () => {
  const at = Date.parse("2026-12-01T23:30:00Z");
  expect([dayOf(at, null), dayOf(at, "Asia/Tokyo"), dayOf(at, "Nowhere/None")]).toEqual([
    ...["2026-12-01", "2026-12-02", "2026-12-01"],
  ]);
});
