import { useCallback, useEffect, useMemo, useState } from "react";
import { type CurrentLine, createTranscriptSearch, type SearchHit } from "../core/transcriptSearch.ts";
import { columnText, type TranscriptLine } from "../transcriptLine.ts";
import type { TranscriptColumns } from "../transcriptView.ts";

interface SearchTarget {
  readonly id: string;
  readonly searchHit: SearchHit | null;
}

export interface TranscriptSearchState {
  readonly query: string;
  /** Builds the search index before the first key. */
  prepare(): void;
  setQuery(query: string): void;
  readonly hits: readonly SearchHit[];
  /** The current hit; -1: none. */
  readonly hitIndex: number;
  /** Moves to the next or previous hit, and wraps around. */
  step(by: 1 | -1): void;
  readonly current: CurrentLine | null;
  jump(id: string): void;
}

/** The search and the current line of a transcript. */
export function useTranscriptSearch(options: {
  lines: readonly TranscriptLine[];
  searched: readonly TranscriptLine[];
  columns: TranscriptColumns;
}): TranscriptSearchState {
  const { lines, searched: searchedLines, columns } = options;
  const [search] = useState(createTranscriptSearch);
  const [query, setQueryText] = useState("");
  const [target, setTarget] = useState<SearchTarget | null>(null);
  const hits = useMemo(() => search.find(searchedLines, query), [search, searchedLines, query]);
  const hitIndex = target?.searchHit ? hits.findIndex(({ id }) => id === target.id) : -1;

  // The browser only estimates the height of rows outside the viewport, so the row is scrolled to twice.
  useEffect(() => {
    if (target === null) return;
    const row = document.getElementById(`line-${target.id}`);
    row?.scrollIntoView({ block: "center" });
    if (target.searchHit === null) row?.focus({ preventScroll: true });
    const frame = requestAnimationFrame(() => row?.scrollIntoView({ block: "center" }));
    return () => cancelAnimationFrame(frame);
  }, [target]);

  const jump = useCallback((id: string) => setTarget({ id, searchHit: null }), []);
  const current = useMemo<CurrentLine | null>(() => {
    if (target === null) return null;
    const line = lines.find(({ id }) => id === target.id);
    if (line === undefined || target.searchHit === null) return { id: target.id, foundIn: null };
    const shownLanguages = [columns.left, columns.right].flatMap((column) =>
      column === "none" ? [] : [columnText(line, column).language],
    );
    const { languages } = target.searchHit;
    return {
      id: target.id,
      foundIn: languages.some((language) => shownLanguages.includes(language)) ? null : (languages[0] ?? null),
    };
  }, [target, lines, columns]);

  return {
    query,
    hits,
    hitIndex,
    current,
    jump,
    prepare: () => search.prepare(searchedLines),
    setQuery(next) {
      setQueryText(next);
      setTarget(null);
    },
    step(by) {
      if (hits.length === 0) return;
      const next = hitIndex === -1 ? (by === 1 ? 0 : hits.length - 1) : (hitIndex + by + hits.length) % hits.length;
      const found = hits[next];
      if (found) setTarget({ id: found.id, searchHit: found });
    },
  };
}
