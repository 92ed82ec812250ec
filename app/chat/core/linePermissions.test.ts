import { expect, test } from "vitest";
import type { LineView } from "../lineView.ts";
import { type LinePermissions, permissionsFor } from "./linePermissions.ts";

const line = (change: Partial<LineView> = {}): LineView => ({
  ...{ id: "a", authorNumber: 1, authorName: "Inés", isMe: false, time: 0, language: "es", original: "hola" },
  ...{ display: { kind: "original" }, delivery: "sent", ...change },
});
const may = (view: LineView) =>
  Object.entries(permissionsFor(view)).flatMap(([name, right]) => (right ? [name as keyof LinePermissions] : []));

test("of others: answered, marked, sent on; a translation is called wrong or made again", () => {
  expect(may(line())).toEqual(["reply", "react", "correct", "mark", "forward", "copy"]);
  const translated = { kind: "translated", text: "hello", language: "en" } as const;
  expect(may(line({ display: { ...translated, source: "server" } }))).toEqual([
    ...["reply", "react", "correct", "mark", "forward", "retranslate", "report", "original", "copy"],
  ]);
  // What this browser made is nobody's fault but its own.
  expect(may(line({ display: { ...translated, source: "device" } }))).not.toContain("report");
  expect(may(line({ display: { kind: "unavailable", reason: "translate/unavailable" } }))).toContain("retranslate");
});

test("one's own: edited in place of corrected, and deleted too", () => {
  expect(may(line({ isMe: true }))).toEqual(["reply", "react", "edit", "mark", "remove", "forward", "copy"]);
});

test("deleted: nothing", () => {
  expect(may(line({ isMe: true, deleted: true, original: "" }))).toEqual([]);
});

test.each(["pending", "waiting", "held", "failed"] as const)("not sent yet (%s): copied or given up", (delivery) => {
  expect(may(line({ isMe: true, delivery }))).toEqual(["copy", "discard"]);
});

test("where nothing is kept there is nothing to change", () => {
  expect(may(line({ isMe: true, fleeting: true }))).toEqual(["reply", "copy"]);
});
