import { useLayoutEffect, useRef } from "react";
import type { Waiting } from "#contracts/meetings.ts";
import { keyOf } from "./useUnanswered.ts";

/** A press so soon after the card changed was meant for what stood there before. Milliseconds. */
const SOON = 1_000;

interface Press {
  /** Milliseconds by the page's own clock. */
  readonly timeStamp: number;
  readonly detail: number;
}

/** Tells whom a press on the card can have meant: people who knock, go or are answered elsewhere change it under a hand. */
export function useMeant(waiting: readonly Waiting[]) {
  const shown = useRef<ReadonlyMap<string, number>>(new Map());
  const first = useRef<{ readonly key: string | null; readonly since: number }>({ key: null, since: -SOON });
  const answered = useRef<string | null>(null);
  const [head] = waiting;
  const key = head === undefined ? null : keyOf(head);
  // Before the page is drawn: no press comes between what is seen and what is known of it.
  useLayoutEffect(() => {
    const now = performance.now();
    shown.current = new Map(waiting.map((one) => [keyOf(one), shown.current.get(keyOf(one)) ?? now]));
    const before = first.current.key;
    if (before === key) return;
    // Nobody is surprised by who comes after the one whom they have just answered.
    const surprises = before !== null && key !== null && before !== answered.current;
    first.current = { key, since: surprises ? now : -SOON };
  }, [waiting, key]);
  return {
    /** The one who stands first. A double press answers the first of two who wait, never the second in its place. */
    first: ({ timeStamp, detail }: Press) => detail <= 1 && timeStamp - first.current.since >= SOON,
    /** Of all who wait those whom one had the time to see. */
    among: ({ timeStamp, detail }: Press): readonly Waiting[] =>
      detail > 1 ? [] : waiting.filter((one) => timeStamp - (shown.current.get(keyOf(one)) ?? timeStamp) >= SOON),
    answers(one: Waiting) {
      answered.current = keyOf(one);
    },
  };
}
