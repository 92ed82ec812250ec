/**
 * Which cards of a long board are in the document: those near the screen. The others are replaced by space of their height,
 * so that nothing moves.
 */

/** Cards of one column between two spaces. Heights in pixels, gaps included. */
export interface ColumnPart {
  readonly spaceBefore: number;
  /** Indices of cards. */
  readonly cards: readonly number[];
}

export interface ColumnWindow {
  readonly parts: readonly ColumnPart[];
  readonly spaceAfter: number;
}

interface WindowOptions {
  readonly count: number;
  readonly columns: number;
  /** The height of a card with the gap below it: measured, or estimated. */
  heightOf(index: number): number;
  /** The part of the board that is drawn, in pixels from its top. */
  readonly top: number;
  readonly bottom: number;
  /** A card that stays, because it has the focus. */
  readonly kept: number | null;
}

/** Returns the cards of each column. Card `i` is in column `i % columns`, as `react-masonry-css` places them. */
export function cardWindow({ count, columns, heightOf, top, bottom, kept }: WindowOptions): readonly ColumnWindow[] {
  return Array.from({ length: columns }, (_, column) => {
    const parts: { spaceBefore: number; cards: number[] }[] = [];
    let [y, space] = [0, 0];
    let last: number | null = null;
    for (let index = column; index < count; index += columns) {
      const height = heightOf(index);
      if ((y + height > top && y < bottom) || index === kept) {
        const part = parts.at(-1);
        if (part !== undefined && last === index - columns) part.cards.push(index);
        else parts.push({ spaceBefore: space, cards: [index] });
        [last, space] = [index, 0];
      } else space += height;
      y += height;
    }
    return { parts, spaceAfter: space };
  });
}
