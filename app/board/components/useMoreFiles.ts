import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { BoardCard, BoardPage, BoardView } from "../boardView.ts";

interface MoreFiles {
  /** Files that were deleted between two pages may be missing; none is there twice. */
  readonly cards: readonly BoardCard[];
  /** The address of the next page. Null after the last one. */
  readonly morePath: string | null;
  readonly loading: boolean;
  loadMore(): void;
}

/** Appends the next pages of files to the first one, until another first page arrives. */
export function useMoreFiles(first: BoardView): MoreFiles {
  const { pathname, search } = useLocation();
  const { state, data, load } = useFetcher<{ board: BoardView }>();
  const [pages, setPages] = useState<readonly BoardPage[]>([first]);
  useEffect(() => setPages([first]), [first]);
  const next = data?.board;
  useEffect(() => {
    if (next !== undefined) setPages((loaded) => [...loaded, next]);
  }, [next]);
  const after = pages.at(-1)?.after ?? null;
  const more = new URLSearchParams(search);
  if (after !== null) more.set("after", after);
  return {
    cards: [...new Map(pages.flatMap(({ cards }) => cards).map((card) => [card.id, card])).values()],
    morePath: after === null ? null : `${pathname}?${more}`,
    loading: state !== "idle",
    loadMore: () => state === "idle" && load(`${pathname}?index&${more}`),
  };
}
