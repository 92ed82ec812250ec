import { useEffect, useState } from "react";
import Masonry from "react-masonry-css";
import type { DateFormatter } from "~/lib/dates.ts";
import type { BoardCard, BoardFilter } from "../boardView.ts";
import { FileCaption } from "./FileCaption.tsx";
import { FileTile } from "./FileTile.tsx";

/** The largest window width, in pixels, of each number of columns. */
const COLUMNS = { default: 4, 1279: 3, 959: 2, 419: 1 } as const;

interface FileListProps {
  cards: readonly BoardCard[];
  view: BoardFilter["view"];
  times: DateFormatter;
  now: number;
  showMeeting: boolean;
}

/** The same columns by the style sheet, for the page before hydration: the first row stays where it is. */
const GRID_CLASS = "grid items-start gap-4 min-[420px]:grid-cols-2 min-[960px]:grid-cols-3 min-[1280px]:grid-cols-4";

/** The files as a board of cards, or as a list whose order is the same for eyes, keyboards and screen readers. */
export function FileList({ cards, view, ...caption }: FileListProps) {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  if (view === "list")
    return (
      <ul className="grid">
        {cards.map((card) => (
          <li
            key={card.id}
            className="relative grid grid-cols-[48px_minmax(0,1fr)] items-center gap-4 border-t border-line py-3 hover:bg-hover"
          >
            <FileTile card={card} shape="icon" />
            <FileCaption card={card} {...caption} />
          </li>
        ))}
      </ul>
    );
  const items = cards.map((card) => (
    <article
      key={card.id}
      className="relative overflow-hidden rounded-l border border-line bg-raised hover:bg-hover has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-(--focus)"
    >
      <FileTile card={card} shape="card" />
      <div className="p-3.5">
        <FileCaption card={card} {...caption} />
      </div>
    </article>
  ));
  if (!hydrated) return <div className={GRID_CLASS}>{items}</div>;
  return (
    <Masonry breakpointCols={COLUMNS} className="flex gap-4" columnClassName="grid min-w-0 content-start gap-4">
      {items}
    </Masonry>
  );
}
