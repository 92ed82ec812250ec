import { describe, expect, test } from "vitest";
import { announcementsFor } from "./callAnnouncements.ts";

const person = (id: string, more = {}) => ({
  id,
  name: id.toUpperCase(),
  isMe: id === "me",
  hand: null,
  reaction: null,
  screen: null,
  ...more,
});
const me = person("me");

describe("call announcements", () => {
  test("name remote participants who joined and left", () => {
    expect(announcementsFor([person("ana")], [me, person("ben")])).toEqual([
      { kind: "came", name: "BEN" },
      { kind: "gone", name: "ANA" },
    ]);
  });

  test("name a newly raised hand only", () => {
    const [down, first, second] = [person("ana"), person("ana", { hand: 1 }), person("ana", { hand: 2 })];
    expect(announcementsFor([down], [second])).toEqual([{ kind: "hand", name: "ANA" }]);
    expect(announcementsFor([second], [first])).toEqual([]);
    expect(announcementsFor([first], [down])).toEqual([]);
  });

  test("name a started and a stopped screen share", () => {
    const sharing = person("ana", { screen: {} });
    expect(announcementsFor([person("ana")], [sharing])).toEqual([{ kind: "shares", name: "ANA" }]);
    expect(announcementsFor([sharing], [person("ana")])).toEqual([{ kind: "shares-no-more", name: "ANA" }]);
    expect(announcementsFor([], [sharing]).map(({ kind }) => kind)).toEqual(["came", "shares"]);
  });

  test("name each new reaction once", () => {
    const claps = person("ana", { reaction: "👏" });
    expect(announcementsFor([person("ana")], [claps])).toEqual([{ kind: "reaction", name: "ANA", emoji: "👏" }]);
    expect(announcementsFor([claps], [claps])).toEqual([]);
    expect(announcementsFor([claps], [person("ana", { reaction: "🎉" })])).toHaveLength(1);
    expect(announcementsFor([claps], [person("ana")])).toEqual([]);
  });

  test("omit the local participant's actions", () => {
    expect(announcementsFor([me], [person("me", { hand: 1, reaction: "👏", screen: {} })])).toEqual([]);
  });
});
