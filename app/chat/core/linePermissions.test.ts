import { describe, expect, test } from "vitest";
import type { LineView } from "../lineView.ts";
import { type LinePermissions, permissionsFor } from "./linePermissions.ts";

const line = (change: Partial<LineView> = {}): LineView => ({
  ...{ id: "a", authorColour: 1, authorName: "Inés", isMe: false, time: 0, language: "es", original: "hola" },
  ...{ display: { kind: "original" }, delivery: "sent", ...change },
});
const may = (view: LineView) =>
  Object.entries(permissionsFor(view)).flatMap(([name, right]) => (right ? [name as keyof LinePermissions] : []));

describe("permissionsFor", () => {
  test("allows replies, marks and reports on lines of others", () => {
    expect(may(line())).toEqual(["reply", "react", "correct", "mark", "forward", "copy"]);
    const translated = { kind: "translated", text: "hello", language: "en" } as const;
    expect(may(line({ display: { ...translated, source: "server" } }))).toEqual([
      ...["reply", "react", "correct", "mark", "forward", "retranslate", "report", "original", "copy"],
    ]);
    // A translation of the browser cannot be reported.
    expect(may(line({ display: { ...translated, source: "device" } }))).not.toContain("report");
    expect(may(line({ display: { kind: "unavailable", reason: "translate/unavailable" } }))).toContain("retranslate");
  });

  test("allows to edit and delete own lines", () => {
    expect(may(line({ isMe: true }))).toEqual(["reply", "react", "edit", "mark", "remove", "forward", "copy"]);
  });

  test("allows nothing on a deleted line", () => {
    expect(may(line({ isMe: true, deleted: true, original: "" }))).toEqual([]);
  });

  test.each(["pending", "waiting", "held", "failed"] as const)("allows to copy or discard a %s line", (delivery) => {
    expect(may(line({ isMe: true, delivery }))).toEqual(["copy", "discard"]);
  });

  test("allows no changes to ephemeral lines", () => {
    expect(may(line({ isMe: true, fleeting: true }))).toEqual(["reply", "copy"]);
  });
});
