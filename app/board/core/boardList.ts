/** The loaded files of a board, while others add, change and delete files. */
import type { BoardCard, BoardPage } from "../boardView.ts";

/** Returns the list with the next page. No file is there twice. */
export const appendPage = (list: BoardPage, page: BoardPage): BoardPage => ({
  cards: [...new Map([...list.cards, ...page.cards].map((card) => [card.id, card])).values()],
  after: page.after,
});

/**
 * Returns the list with a newer first page. Later pages stay loaded. A file within the first page that the newer one lacks
 * was deleted or has moved, so it is dropped.
 */
export function mergeFirstPage(list: BoardPage, first: BoardPage): BoardPage {
  if (first.after === null) return first;
  const freshIds = new Set(first.cards.map(({ id }) => id));
  const lastKnown = list.cards.findLastIndex(({ id }) => freshIds.has(id));
  // Nothing is known of the files between the two.
  if (lastKnown === -1) return first;
  const later = list.cards.slice(lastKnown + 1);
  return later.length === 0 ? first : { cards: [...first.cards, ...later], after: list.after };
}

/** Returns the cards with a newer one, at the same place. Null removes the file. */
export const replaceCard = (cards: readonly BoardCard[], id: string, card: BoardCard | null): readonly BoardCard[] =>
  cards.some((other) => other.id === id) ? cards.flatMap((other) => (other.id === id ? (card ?? []) : other)) : cards;

/** Returns the files with unseen comments: those of the notices, then those of the board. */
export const unseenFiles = (notices: readonly BoardCard[], cards: readonly BoardCard[]): readonly BoardCard[] =>
  [...new Map([...notices, ...cards].map((card) => [card.id, card])).values()].filter(
    ({ unseenComments }) => unseenComments > 0,
  );
