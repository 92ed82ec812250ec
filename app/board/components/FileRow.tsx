import { memo } from "react";
import { FileCaption } from "./FileCaption.tsx";
import type { FilePlace } from "./FileCard.tsx";
import { FileTile } from "./FileTile.tsx";

/** A file of the list. */
export const FileRow = memo(function FileRow({ card, index, size, ...caption }: FilePlace) {
  return (
    <li
      data-at={index}
      aria-posinset={index + 1}
      aria-setsize={size}
      className="relative grid grid-cols-[48px_minmax(0,1fr)] items-center gap-4 border-t border-line py-3 hover:bg-hover"
    >
      <FileTile card={card} shape="icon" />
      <FileCaption card={card} {...caption} />
    </li>
  );
});
