import { useLayoutEffect, useRef } from "react";
import type { WaitingParticipant } from "#contracts/meetings.ts";
import { knockKey } from "./usePendingKnocks.ts";

/** A click this soon after a change was meant for the previous row. */
const MISCLICK_WINDOW_MS = 1_000;

interface ClickInfo {
  /** Milliseconds since navigation start, as `performance.now()`. */
  readonly timeStamp: number;
  readonly detail: number;
}

/** The times since a visitor has been shown, and in this place, as `performance.now()`. */
interface RowHistory {
  readonly index: number;
  readonly shownAt: number;
  readonly placedAt: number;
}

/**
 * Ignores clicks on rows that changed just before: visitors knock, leave, and are admitted by other moderators at any time.
 * `opened`: the user opened the list, so its first visitors count as seen.
 */
export function useMisclickGuard(waiting: readonly WaitingParticipant[], { opened = false } = {}) {
  const rowsRef = useRef<ReadonlyMap<string, RowHistory> | null>(null);
  const answered = useRef(new Set<string>());
  // A layout effect runs before painting, so no click comes between the new rows and their history.
  useLayoutEffect(() => {
    const now = performance.now();
    const previousRows = rowsRef.current ?? new Map<string, RowHistory>();
    const initialShownAt = rowsRef.current === null && opened ? -MISCLICK_WINDOW_MS : now;
    const keys = waiting.map(knockKey);
    const removedKeys = [...previousRows.keys()].filter((key) => !keys.includes(key));
    // After the user's own answer the next visitor is expected.
    const removedElsewhere = removedKeys.some((key) => !answered.current.has(key));
    rowsRef.current = new Map(
      keys.map((key, index) => {
        const previous = previousRows.get(key);
        const unchangedSince = previous?.index === index ? previous.placedAt : -MISCLICK_WINDOW_MS;
        const placedAt = removedElsewhere && previous?.index !== index ? now : unchangedSince;
        return [key, { index, shownAt: previous?.shownAt ?? initialShownAt, placedAt }];
      }),
    );
  }, [waiting, opened]);
  const historyOf = (visitor: WaitingParticipant) => rowsRef.current?.get(knockKey(visitor));
  return {
    /** Returns whether the click was meant for this visitor. The second click of a double click is ignored. */
    allows: (visitor: WaitingParticipant, { timeStamp, detail }: ClickInfo) =>
      detail <= 1 && timeStamp - (historyOf(visitor)?.placedAt ?? timeStamp) >= MISCLICK_WINDOW_MS,
    /** Returns the visitors that were visible long enough to be noticed. */
    seenLongEnough: ({ timeStamp, detail }: ClickInfo): readonly WaitingParticipant[] =>
      detail > 1
        ? []
        : waiting.filter((visitor) => timeStamp - (historyOf(visitor)?.shownAt ?? timeStamp) >= MISCLICK_WINDOW_MS),
    markAnswered(...visitors: readonly WaitingParticipant[]) {
      for (const visitor of visitors) answered.current.add(knockKey(visitor));
    },
  };
}

export type MisclickGuard = ReturnType<typeof useMisclickGuard>;
