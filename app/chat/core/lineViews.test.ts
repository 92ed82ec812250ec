import { describe, expect, test } from "vitest";
import type { Participant } from "#contracts/meetings.ts";
import { timelineEntry as plainEntry } from "../../../tests/fakes/timelineEntry.ts";
import type { TimelineEntry } from "../timelineEntry.ts";
import { createLineViews } from "./lineViews.ts";

const person = (user_id: string, number: number, display_name: string): Participant => ({
  ...{ user_id, number, colour: number, display_name, role: "guest", admission: "admitted", speaks: "es", reads: "es" },
  ...{ muted: false, hand: null, captioner: null },
});
const PEOPLE = new Map([
  ["ines", person("ines", 1, "Inés")],
  ["tom", person("tom", 2, "Tom Whitaker")],
]);
const entry = (id: string, part: Partial<TimelineEntry> = {}) => plainEntry(id, { text: "hola", ...part });

describe("line views", () => {
  test("quote the current line, or its id only", () => {
    const views = createLineViews();
    const reply = entry("b", { replyTo: "a" });
    expect(views([reply], PEOPLE, "tom", false)[0]?.replyTo).toEqual({ id: "a", line: null });
    const [, seen] = views([entry("a"), reply], PEOPLE, "tom", false);
    expect(seen?.replyTo?.line).toMatchObject({ authorName: "Inés", original: "hola" });
    const [, gone] = views([entry("a", { deleted: true, text: "" }), reply], PEOPLE, "tom", false);
    expect(gone?.replyTo?.line).toMatchObject({ deleted: true, original: "" });
  });

  test("name the people of reactions", () => {
    const reactions = [{ emoji: "👏" as const, user_ids: ["tom", "ines", "gone"] }];
    const [view] = createLineViews()([entry("a", { reactions })], PEOPLE, "tom", false);
    expect(view?.reactions).toEqual([{ emoji: "👏", mine: true, names: [null, "Inés"], count: 3 }]);
  });

  test("mark mentions of the local participant by others", () => {
    const views = createLineViews()(
      [entry("a", { mentions: ["tom"] }), entry("b", { mentions: ["tom"], mine: true, author: "tom" })],
      PEOPLE,
      "tom",
      false,
    );
    expect(views.map(({ mentionsMe }) => mentionsMe)).toEqual([true, false]);
    expect(views[0]?.mentioned).toEqual(["@Tom Whitaker", "@Tom"]);
  });

  test("show lines behind a held one as waiting", () => {
    const error = { code: "request/rate-limited" } as const;
    const views = createLineViews()(
      [entry("a", { delivery: { state: "failed", error } }), entry("b", { delivery: { state: "pending" } })],
      PEOPLE,
      "tom",
      true,
    );
    expect(views.map(({ delivery }) => delivery)).toEqual(["held", "waiting"]);
  });

  test("reuse unchanged views and follow name changes", () => {
    const views = createLineViews();
    const [a, b] = [entry("a"), entry("b", { reactions: [{ emoji: "👏", user_ids: ["tom"] }] })];
    const before = views([a, b], PEOPLE, "ines", false);
    expect(views([a, b], PEOPLE, "ines", false)).toEqual(before);
    expect(views([a, b], PEOPLE, "ines", false)[1]).toBe(before[1]);
    const renamed = new Map(PEOPLE).set("tom", person("tom", 2, "Tomás"));
    const after = views([a, b], renamed, "ines", false);
    expect(after[0]).toBe(before[0]);
    expect(after[1]?.reactions?.[0]?.names).toEqual(["Tomás"]);
  });

  test("ignore what else changes about the people they name", () => {
    const views = createLineViews();
    const lines = [entry("a", { mentions: ["tom"] })];
    const [before] = views(lines, PEOPLE, "ines", false);
    const [after] = views(
      lines,
      new Map(PEOPLE).set("tom", { ...person("tom", 2, "Tom Whitaker"), hand: 1 }),
      "ines",
      false,
    );
    expect(after).toBe(before);
  });

  test("name the corrector and the assignee", () => {
    const views = createLineViews();
    const mark = { kind: "task", who: "tom", done: false, by: null } as const;
    const [view] = views([entry("a", { correctedBy: "tom", mark })], PEOPLE, "ines", false);
    expect(view).toMatchObject({ correctedBy: "Tom Whitaker", mark, markName: "Tom Whitaker" });
    const [own] = views([entry("a", { correctedBy: "ines", edited: true })], PEOPLE, "ines", false);
    expect(own).toMatchObject({ edited: true, mark: null });
    expect(own).not.toHaveProperty("correctedBy");
    const [gone] = views([entry("a", { correctedBy: "gone", mark: { ...mark, who: "gone" } })], PEOPLE, "ines", false);
    expect(gone).toMatchObject({ correctedBy: "", markName: "" });
    const renamed = new Map([...PEOPLE, ["tom", person("tom", 2, "Thomas")] as const]);
    expect(views([entry("a", { correctedBy: "tom" })], renamed, "ines", false)[0]?.correctedBy).toBe("Thomas");
  });
});
