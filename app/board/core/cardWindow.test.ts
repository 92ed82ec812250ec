import { describe, expect, test } from "vitest";
import { cardWindow } from "./cardWindow.ts";

const options = { count: 1_000, columns: 4, heightOf: () => 100, top: 0, bottom: 1_000, kept: null };

const cardsOf = (columns: ReturnType<typeof cardWindow>) =>
  columns.flatMap(({ parts }) => parts.flatMap(({ cards }) => cards));

describe("cardWindow", () => {
  test("has the cards near the screen in their columns", () => {
    const [first, second] = cardWindow({ ...options, count: 8, columns: 2, top: 150, bottom: 250 });
    expect(first).toEqual({ parts: [{ spaceBefore: 100, cards: [2, 4] }], spaceAfter: 100 });
    expect(second).toEqual({ parts: [{ spaceBefore: 100, cards: [3, 5] }], spaceAfter: 100 });
  });

  test("keeps the height of each column", () => {
    const heightOf = (index: number) => 80 + (index % 7) * 30;
    for (const top of [0, 3_333, 12_000, 99_999])
      cardWindow({ ...options, heightOf, top, bottom: top + 2_000, kept: 5 }).forEach(
        ({ parts, spaceAfter }, column) => {
          let height = spaceAfter;
          for (const { spaceBefore, cards } of parts) {
            height += spaceBefore;
            for (const card of cards) height += heightOf(card);
          }
          let all = 0;
          for (let index = column; index < options.count; index += options.columns) all += heightOf(index);
          expect(height).toBe(all);
        },
      );
  });

  test("keeps the card with the focus, once", () => {
    expect(cardsOf(cardWindow({ ...options, top: 20_000, bottom: 20_100, kept: 6 }))).toContain(6);
    const near = cardsOf(cardWindow({ ...options, kept: 6 }));
    expect(near.filter((card) => card === 6)).toEqual([6]);
    expect(near).toHaveLength(40);
  });

  test("is empty without cards", () => {
    expect(cardsOf(cardWindow({ ...options, count: 0 }))).toEqual([]);
  });
});
