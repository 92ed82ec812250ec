import { useEffect, useState } from "react";
import type { Room } from "~/calls/index.ts";
import { systemClock } from "~/platform/clock.ts";
import { createGaps, type Gap, type Gaps } from "../core/gaps.ts";

/** Outlives the page. Where it is forbidden, reading the property already throws, and the core forgets. */
const storage = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => localStorage.setItem(key, value),
};

export interface Missed {
  readonly gaps: Gaps | null;
  readonly gap: Gap | null;
}

/** From the moment that somebody is inside: a line may be lost a second later, before what offers the gap has come. */
export function useGaps(room: Pick<Room, "call" | "timeline" | "rpc">): Missed {
  const [gaps, setGaps] = useState<Gaps | null>(null);
  const [gap, setGap] = useState<Gap | null>(null);
  useEffect(() => {
    const made = createGaps({ ...room, clock: systemClock, storage });
    const end = made.subscribe(() => setGap(made.getSnapshot()));
    setGaps(made);
    setGap(made.getSnapshot());
    addEventListener("pagehide", made.save);
    return () => {
      removeEventListener("pagehide", made.save);
      end();
      made.close();
    };
  }, [room]);
  return { gaps, gap };
}
