import { useCallback, useEffect, useMemo, useState } from "react";
import { createTranscriptSearch, type SearchHit } from "../core/transcriptSearch.ts";
import { columnText, type TranscriptLine } from "../transcriptLine.ts";
import type { TranscriptColumns } from "../transcriptView.ts";
import type { CurrentLine } from "./LineList.tsx";

interface SearchTarget {
  readonly id: string;
  readonly searchHit: SearchHit | null;
}

export interface TranscriptSearchState {
  readonly query: string;
  /** One is about to type. */
  prepare(): void;
  setQuery(typed: string): void;
  readonly hits: readonly SearchHit[];
  /** Which of them is shown; -1: none. */
  readonly hitIndex: number;
  /** To the next or the one before, around the end. */
  step(by: 1 | -1): void;
  readonly current: CurrentLine | null;
  jump(id: string): void;
}

/** Where one is in the transcript, and what was looked for. */
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

  // The browser guesses the height of what it has not drawn: once there, it is looked for again.
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
