import { type ReactNode, useEffect, useState } from "react";
import Masonry from "react-masonry-css";
import type { DateFormatter } from "~/lib/dates.ts";
import type { BoardCard, BoardFilter } from "../boardView.ts";
import { FileCard } from "./FileCard.tsx";
import { FileRow } from "./FileRow.tsx";
import { useCardWindow } from "./useCardWindow.ts";

/** The largest window width, in pixels, of each number of columns. */
const COLUMNS = [
  [419, 1],
  [959, 2],
  [1279, 3],
] as const;
const MOST_COLUMNS = 4;

interface FileListProps {
  cards: readonly BoardCard[];
  view: BoardFilter["view"];
  /** True if `cards` are all files. */
  complete: boolean;
  times: DateFormatter;
  now: number;
  showMeeting: boolean;
}

/** The same columns by the style sheet, for the page before hydration: the first row stays where it is. */
const GRID_CLASS = "grid items-start gap-x-4 min-[420px]:grid-cols-2 min-[960px]:grid-cols-3 min-[1280px]:grid-cols-4";

/** The files as a board of cards, or as a list whose order is the same for eyes, keyboards and screen readers. */
export function FileList({ cards, view, complete, ...caption }: FileListProps) {
  const columns = useColumns();
  const isList = view === "list";
  const { board, window } = useCardWindow(cards, isList ? 1 : (columns ?? 1), isList);
  const size = complete ? cards.length : -1;
  const draw = (index: number): ReactNode => {
    const card = cards[index];
    if (card === undefined) return null;
    const place = { index, size, card };
    return isList ? (
      <FileRow key={card.id} {...place} {...caption} />
    ) : (
      <FileCard key={card.id} {...place} {...caption} />
    );
  };
  const Space = isList ? "li" : "div";
  const drawn = window.map(({ parts, spaceAfter }) => [
    ...parts.flatMap(({ spaceBefore, cards: [first = 0, ...rest] }) => [
      <Space key={`before ${first}`} aria-hidden style={{ height: spaceBefore }} />,
      ...[first, ...rest].map(draw),
    ]),
    <Space key="after" aria-hidden style={{ height: spaceAfter }} />,
  ]);
  return (
    <div ref={board}>
      {isList ? (
        <ul>{drawn}</ul>
      ) : columns === null ? (
        <div className={GRID_CLASS}>{cards.map((_, index) => draw(index))}</div>
      ) : (
        <Masonry breakpointCols={columns} className="flex gap-4" columnClassName="min-w-0">
          {drawn.map((column, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
            <div key={at}>{column}</div>
          ))}
        </Masonry>
      )}
    </div>
  );
}

/** Returns the number of columns. Null before hydration, when the style sheet decides. */
function useColumns(): number | null {
  const [columns, setColumns] = useState<number | null>(null);
  useEffect(() => {
    const measure = () => setColumns(COLUMNS.find(([width]) => innerWidth <= width)?.[1] ?? MOST_COLUMNS);
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  return columns;
}
