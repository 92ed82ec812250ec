import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { BoardCard, BoardChoicesView, BoardPage, BoardView } from "../boardView.ts";
import { appendPage, mergeFirstPage, replaceCard, unseenFiles } from "../core/boardList.ts";
import type { LiveBoard } from "../liveBoard.client.ts";
import { LIVE_PARAMETER } from "../loadLive.ts";
import { useBoardChanges, useLiveBoard } from "./useLiveBoard.ts";

interface BoardCards {
  /** Files that were deleted between two pages may be missing; none is there twice. */
  readonly cards: readonly BoardCard[];
  /** Own files with comments that the reader has not seen. */
  readonly unseen: readonly BoardCard[];
  /** The address of the next page. Null after the last one. */
  readonly morePath: string | null;
  readonly loading: boolean;
  loadMore(): void;
  readonly choices: BoardChoicesView | null;
  /** Null until its code has loaded. */
  readonly live: LiveBoard | null;
  /** Shows a newer state of a file. Null removes it. */
  replace(id: string, card: BoardCard | null): void;
}

/** The search parameters that do not choose files. */
const OTHER_PARAMETERS = ["after", "file"];

/** Changed files beyond these are read with the first page. */
const MAX_SINGLE_READS = 5;

/**
 * Returns the loaded files: the first page, further pages on demand, and changes as they happen. `shared`: the file that the
 * reader shared last.
 */
export function useBoardCards(view: BoardView, shared: string | null): BoardCards {
  const { pathname, search } = useLocation();
  const more = useFetcher<{ board: BoardView }>();
  const fresh = useFetcher<{ board: BoardView | null } | null>();
  const live = useLiveBoard(view);
  const [list, setList] = useState<BoardPage>(view);
  const [notices, setNotices] = useState(view.notices);
  const [choices, setChoices] = useState(view.choices);
  const filterKey = JSON.stringify(view.filter);
  const shownFilter = useRef(filterKey);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new filter comes with a new view
  useEffect(() => {
    setList((loaded) => (shownFilter.current === filterKey ? mergeFirstPage(loaded, view) : view));
    setNotices(view.notices);
    setChoices(view.choices);
    shownFilter.current = filterKey;
  }, [view]);
  const next = more.data?.board;
  useEffect(() => {
    // A page that was requested before the filters changed belongs to another list.
    if (next !== undefined && JSON.stringify(next.filter) === shownFilter.current)
      setList((loaded) => appendPage(loaded, next));
  }, [next]);
  const newest = fresh.data?.board;
  useEffect(() => {
    // The filter may have changed since the request.
    if (newest == null || JSON.stringify(newest.filter) !== shownFilter.current) return;
    setList((loaded) => mergeFirstPage(loaded, newest));
    setNotices(newest.notices);
    setChoices(newest.choices);
  }, [newest]);

  const replace = (id: string, card: BoardCard | null) => {
    setList((loaded) => ({ ...loaded, cards: replaceCard(loaded.cards, id, card) }));
    setNotices((shown) => replaceCard(shown, id, card));
  };
  const firstPage = new URLSearchParams(search);
  for (const name of OTHER_PARAMETERS) firstPage.delete(name);
  const changes = useBoardChanges(live, view.followed, shared, async (ids) => {
    const loaded = [...ids].filter((id): id is string => list.cards.some((card) => card.id === id));
    if (loaded.length < ids.size || loaded.length > MAX_SINGLE_READS) {
      changes.count((newest ?? view).readsPerLoad - 1);
      fresh.load(`${pathname}?index&${LIVE_PARAMETER}&${firstPage}`);
    }
    if (loaded.length > MAX_SINGLE_READS) return;
    for (const id of loaded) {
      const card = await live?.readCard(id);
      if (card === undefined) changes.retry(id);
      else replace(id, card);
    }
  });
  const couldNotRead = fresh.state === "idle" && fresh.data === null;
  useEffect(() => {
    if (couldNotRead) changes.retry(null);
  }, [couldNotRead, changes]);

  const { after } = list;
  const nextPage = new URLSearchParams(firstPage);
  if (after !== null) nextPage.set("after", after);
  return {
    cards: list.cards,
    choices,
    unseen: unseenFiles(notices, list.cards),
    morePath: after === null ? null : `${pathname}?${nextPage}`,
    loading: more.state !== "idle",
    loadMore: () => more.state === "idle" && after !== null && more.load(`${pathname}?index&${nextPage}`),
    live,
    replace,
  };
}
