import { useLayoutEffect, useRef } from "react";
import type { WaitingParticipant } from "#contracts/meetings.ts";
import { knockKey } from "./usePendingKnocks.ts";

/** A press so soon after what is pressed changed was meant for what stood there before. Milliseconds. */
const MISCLICK_WINDOW_MS = 1_000;

interface ClickInfo {
  /** Milliseconds by the page's own clock. */
  readonly timeStamp: number;
  readonly detail: number;
}

/** Since when somebody is shown, and in this place; milliseconds by the page's own clock. */
interface RowHistory {
  readonly index: number;
  readonly shownAt: number;
  readonly placedAt: number;
}

/**
 * Tells whom a press can have meant: people who knock, go or are answered elsewhere change what is under a hand.
 * `opened`: it was opened to answer those who wait, and does not come up by itself; who is there then was seen.
 */
export function useMisclickGuard(waiting: readonly WaitingParticipant[], { opened = false } = {}) {
  const rowsRef = useRef<ReadonlyMap<string, RowHistory> | null>(null);
  const answered = useRef(new Set<string>());
  // Before the page is drawn: no press comes between what is seen and what is known of it.
  useLayoutEffect(() => {
    const now = performance.now();
    const previousRows = rowsRef.current ?? new Map<string, RowHistory>();
    const initialShownAt = rowsRef.current === null && opened ? -MISCLICK_WINDOW_MS : now;
    const keys = waiting.map(knockKey);
    const removedKeys = [...previousRows.keys()].filter((key) => !keys.includes(key));
    // Nobody is surprised by who comes after the one whom they have just answered.
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
  const historyOf = (one: WaitingParticipant) => rowsRef.current?.get(knockKey(one));
  return {
    /** This one. A double press answers the first of two who wait, never the second in its place. */
    one: (one: WaitingParticipant, { timeStamp, detail }: ClickInfo) =>
      detail <= 1 && timeStamp - (historyOf(one)?.placedAt ?? timeStamp) >= MISCLICK_WINDOW_MS,
    /** Of all who wait those whom one had the time to see. */
    seenLongEnough: ({ timeStamp, detail }: ClickInfo): readonly WaitingParticipant[] =>
      detail > 1
        ? []
        : waiting.filter((one) => timeStamp - (historyOf(one)?.shownAt ?? timeStamp) >= MISCLICK_WINDOW_MS),
    markAnswered(...ones: readonly WaitingParticipant[]) {
      for (const one of ones) answered.current.add(knockKey(one));
    },
  };
}

export type MisclickGuard = ReturnType<typeof useMisclickGuard>;
