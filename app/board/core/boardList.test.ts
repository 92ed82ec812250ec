import { describe, expect, test } from "vitest";
import type { BoardCard, BoardPage } from "../boardView.ts";
import { appendPage, mergeFirstPage, replaceCard, unseenFiles } from "./boardList.ts";

const card = (id: string, unseenComments = 0): BoardCard => ({
  id,
  kind: "document",
  file: { name: `${id}.pdf`, type: "application/pdf", bytes: 1 },
  preview: null,
  excerpt: null,
  name: { text: `${id}.pdf`, language: "es" },
  original: null,
  author: { colour: 1, name: "Ana" },
  meeting: { id: "m", title: null, hostName: null },
  sharedAt: 0,
  comments: unseenComments,
  unseenComments,
});
const page = (ids: string, after: string | null = null): BoardPage => ({
  cards: [...ids].map((id) => card(id)),
  after,
});
const idsOf = ({ cards }: Pick<BoardPage, "cards">) => cards.map(({ id }) => id).join("");

describe("appendPage", () => {
  test("adds the next page without duplicates", () => {
    const list = appendPage(page("abc", "c"), page("cd", "d"));
    expect([idsOf(list), list.after]).toEqual(["abcd", "d"]);
  });
});

describe("mergeFirstPage", () => {
  test("puts new files first and keeps later pages", () => {
    const list = mergeFirstPage(page("abcdef", "f"), page("xab", "b"));
    expect([idsOf(list), list.after]).toEqual(["xabcdef", "f"]);
  });

  test("drops deleted files of the first page", () => {
    expect(idsOf(mergeFirstPage(page("abcdef", "f"), page("acd", "d")))).toBe("acdef");
  });

  test("replaces a list that the first page holds", () => {
    expect(mergeFirstPage(page("abcd", "d"), page("xab"))).toEqual(page("xab"));
    expect(mergeFirstPage(page("ab", "b"), page("xyab", "b"))).toEqual(page("xyab", "b"));
  });

  test("starts again if nothing of the first page is known", () => {
    expect(mergeFirstPage(page("abc", "c"), page("xyz", "z"))).toEqual(page("xyz", "z"));
  });
});

describe("replaceCard", () => {
  test("keeps the place, and ignores files that are not loaded", () => {
    const { cards } = page("abc");
    expect(replaceCard(cards, "b", card("b", 2))[1]).toMatchObject({ id: "b", unseenComments: 2 });
    expect(idsOf({ cards: replaceCard(cards, "b", null) })).toBe("ac");
    expect(replaceCard(cards, "x", card("x"))).toBe(cards);
  });
});

describe("unseenFiles", () => {
  test("prefers the state of the board", () => {
    const files = unseenFiles([card("a", 1), card("b", 2)], [card("b"), card("c", 3), card("d")]);
    expect(idsOf({ cards: files })).toBe("ac");
  });
});
