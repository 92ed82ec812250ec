import { useCallback, useEffect, useMemo, useState } from "react";
import type { Current } from "./components/LineList.tsx";
import { type TranscriptLine, wordsIn } from "./core/line.ts";
import { createSearch, type Hit } from "./core/search.ts";
import type { Columns } from "./view.ts";

interface Wanted {
  readonly id: string;
  readonly hit: Hit | null;
}

export interface Finding {
  readonly typed: string;
  /** One is about to type. */
  prepare(): void;
  type(typed: string): void;
  readonly hits: readonly Hit[];
  /** Which of them is shown; -1: none. */
  readonly hit: number;
  /** To the next or the one before, around the end. */
  step(by: 1 | -1): void;
  readonly current: Current | null;
  jump(id: string): void;
}

/** Where one is in the transcript, and what was looked for. */
export function useFinding(of: {
  lines: readonly TranscriptLine[];
  searched: readonly TranscriptLine[];
  columns: Columns;
}): Finding {
  const { lines, searched, columns } = of;
  const [search] = useState(createSearch);
  const [typed, setTyped] = useState("");
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const hits = useMemo(() => search.find(searched, typed), [search, searched, typed]);
  const hit = wanted?.hit ? hits.findIndex(({ id }) => id === wanted.id) : -1;

  // The browser guesses the height of what it has not drawn: once there, it is looked for again.
  useEffect(() => {
    if (wanted === null) return;
    const row = document.getElementById(`line-${wanted.id}`);
    row?.scrollIntoView({ block: "center" });
    if (wanted.hit === null) row?.focus({ preventScroll: true });
    const frame = requestAnimationFrame(() => row?.scrollIntoView({ block: "center" }));
    return () => cancelAnimationFrame(frame);
  }, [wanted]);

  const jump = useCallback((id: string) => setWanted({ id, hit: null }), []);
  const current = useMemo<Current | null>(() => {
    if (wanted === null) return null;
    const line = lines.find(({ id }) => id === wanted.id);
    if (line === undefined || wanted.hit === null) return { id: wanted.id, foundIn: null };
    const shown = [columns.left, columns.right].flatMap((column) =>
      column === "none" ? [] : [wordsIn(line, column).language],
    );
    const { languages } = wanted.hit;
    return { id: wanted.id, foundIn: languages.some((one) => shown.includes(one)) ? null : (languages[0] ?? null) };
  }, [wanted, lines, columns]);

  return {
    typed,
    hits,
    hit,
    current,
    jump,
    prepare: () => search.prepare(searched),
    type(next) {
      setTyped(next);
      setWanted(null);
    },
    step(by) {
      if (hits.length === 0) return;
      const next = hit === -1 ? (by === 1 ? 0 : hits.length - 1) : (hit + by + hits.length) % hits.length;
      const found = hits[next];
      if (found) setWanted({ id: found.id, hit: found });
    },
  };
}
