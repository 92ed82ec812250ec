import { useLayoutEffect, useRef } from "react";
import type { Waiting } from "#contracts/meetings.ts";
import { keyOf } from "./useUnanswered.ts";

/** A press so soon after what is pressed changed was meant for what stood there before. Milliseconds. */
const SOON = 1_000;

interface Press {
  /** Milliseconds by the page's own clock. */
  readonly timeStamp: number;
  readonly detail: number;
}

/** Since when somebody is shown, and in this place; milliseconds by the page's own clock. */
interface Standing {
  readonly place: number;
  readonly shown: number;
  readonly placed: number;
}

/**
 * Tells whom a press can have meant: people who knock, go or are answered elsewhere change what is under a hand.
 * `opened`: it was opened to answer those who wait, and does not come up by itself; who is there then was seen.
 */
export function useMeant(waiting: readonly Waiting[], { opened = false } = {}) {
  const standing = useRef<ReadonlyMap<string, Standing> | null>(null);
  const answered = useRef(new Set<string>());
  // Before the page is drawn: no press comes between what is seen and what is known of it.
  useLayoutEffect(() => {
    const now = performance.now();
    const before = standing.current ?? new Map<string, Standing>();
    const first = standing.current === null && opened ? -SOON : now;
    const keys = waiting.map(keyOf);
    const gone = [...before.keys()].filter((key) => !keys.includes(key));
    // Nobody is surprised by who comes after the one whom they have just answered.
    const surprises = gone.some((key) => !answered.current.has(key));
    standing.current = new Map(
      keys.map((key, place) => {
        const was = before.get(key);
        const stays = was?.place === place ? was.placed : -SOON;
        const placed = surprises && was?.place !== place ? now : stays;
        return [key, { place, shown: was?.shown ?? first, placed }];
      }),
    );
  }, [waiting, opened]);
  const of = (one: Waiting) => standing.current?.get(keyOf(one));
  return {
    /** This one. A double press answers the first of two who wait, never the second in its place. */
    one: (one: Waiting, { timeStamp, detail }: Press) =>
      detail <= 1 && timeStamp - (of(one)?.placed ?? timeStamp) >= SOON,
    /** Of all who wait those whom one had the time to see. */
    among: ({ timeStamp, detail }: Press): readonly Waiting[] =>
      detail > 1 ? [] : waiting.filter((one) => timeStamp - (of(one)?.shown ?? timeStamp) >= SOON),
    answers(...ones: readonly Waiting[]) {
      for (const one of ones) answered.current.add(keyOf(one));
    },
  };
}

export type Meant = ReturnType<typeof useMeant>;
