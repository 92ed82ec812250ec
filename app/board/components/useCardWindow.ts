import { type RefObject, startTransition, useCallback, useEffect, useRef, useState } from "react";
import type { BoardCard } from "../boardView.ts";
import { type ColumnWindow, cardWindow } from "../core/cardWindow.ts";
import { tileAspect } from "../core/tileAspect.ts";

/** How far beyond the screen cards are drawn, in screens. */
const SCREENS_BEYOND = 1.5;

/** The window moves in steps of this part of a screen, so that most frames of a scroll draw nothing. */
const STEP = 0.25;

/** Height of a row and of the text of a card before they are measured, in pixels. */
const ROW_PX = 105;
const CAPTION_PX = 165;

/** Height of a card before it is measured, in pixels: of its tile by the width of a column, and of its text. */
const estimate = (card: BoardCard, columnWidth: number) => columnWidth / tileAspect(card) + CAPTION_PX;

interface Shown {
  readonly top: number;
  readonly bottom: number;
  readonly kept: number | null;
  readonly width: number;
}

/**
 * Returns which cards are drawn. Each drawn card has its index as `data-at`. Before hydration all are: there is no more
 * than a page.
 */
export function useCardWindow(
  cards: readonly BoardCard[],
  columns: number,
  isList: boolean,
): { board: RefObject<HTMLDivElement>; window: readonly ColumnWindow[] } {
  const board = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<string, number>());
  const [shown, setShown] = useState<Shown | null>(null);
  const look = useCallback(() => {
    const element = board.current;
    if (element === null) return;
    const { top, width } = element.getBoundingClientRect();
    const step = innerHeight * STEP;
    const start = Math.floor(-top / step) * step;
    const focused = document.activeElement?.closest("[data-at]");
    const kept = focused && element.contains(focused) ? Number(focused.getAttribute("data-at")) : null;
    const next = {
      ...{ top: start - innerHeight * SCREENS_BEYOND, bottom: start + innerHeight * (1 + STEP + SCREENS_BEYOND) },
      ...{ kept, width },
    };
    // A new window waits for frames in between; cards beyond the screen hide the delay.
    const move = (last: Shown | null): Shown => {
      // Other columns have other heights.
      if (last !== null && last.width !== width) heights.current.clear();
      const same = last?.top === next.top && last.bottom === next.bottom && last.width === width && last.kept === kept;
      return same ? last : next;
    };
    startTransition(() => setShown(move));
  }, []);
  useEffect(() => {
    let frame = 0;
    const schedule = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        look();
      });
    };
    look();
    addEventListener("scroll", schedule, { passive: true });
    addEventListener("resize", schedule);
    addEventListener("focusin", schedule);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", schedule);
      removeEventListener("resize", schedule);
      removeEventListener("focusin", schedule);
    };
  }, [look]);
  // Rows and cards have other heights.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for another view.
  useEffect(() => heights.current.clear(), [isList, columns]);
  // After each drawing, so that a card that leaves is replaced by its exact height.
  useEffect(() => {
    for (const element of board.current?.querySelectorAll<HTMLElement>("[data-at]") ?? []) {
      const card = cards[Number(element.dataset.at)];
      if (card !== undefined && !heights.current.has(card.id))
        heights.current.set(card.id, element.getBoundingClientRect().height);
    }
  });
  const columnWidth = (shown?.width ?? 0) / columns;
  return {
    board,
    window: cardWindow({
      ...{ count: cards.length, columns },
      heightOf: (index) => {
        const card = cards[index];
        return card === undefined
          ? 0
          : (heights.current.get(card.id) ?? (isList ? ROW_PX : estimate(card, columnWidth)));
      },
      top: shown?.top ?? 0,
      bottom: shown?.bottom ?? Number.POSITIVE_INFINITY,
      kept: shown?.kept ?? null,
    }),
  };
}
