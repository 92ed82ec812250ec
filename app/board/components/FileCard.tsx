import { memo } from "react";
import type { DateFormatter } from "~/lib/dates.ts";
import type { BoardCard } from "../boardView.ts";
import { FileCaption } from "./FileCaption.tsx";
import { FileTile } from "./FileTile.tsx";

export interface FilePlace {
  card: BoardCard;
  /** The place in the list, from 0. */
  index: number;
  /** The number of files; -1 while it is not known. */
  size: number;
  times: DateFormatter;
  now: number;
  showMeeting: boolean;
}

/** A file of the board. Its height includes the gap below it. */
export const FileCard = memo(function FileCard({ card, index, size, ...caption }: FilePlace) {
  return (
    <div data-at={index} className="pb-4 [contain:layout]">
      <article
        aria-posinset={index + 1}
        aria-setsize={size}
        className="relative overflow-hidden rounded-l border border-line bg-raised hover:bg-hover has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-(--focus)"
      >
        <FileTile card={card} shape="card" />
        <div className="p-3.5">
          <FileCaption card={card} {...caption} />
        </div>
      </article>
    </div>
  );
});
