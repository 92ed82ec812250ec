import { useEffect, useState } from "react";
import { systemClock } from "~/lib/clock.ts";
import type { RoomServices } from "~/room/createRoom.ts";
import { type Absence, type AbsenceTracker, createAbsenceTracker } from "./core/absenceTracker.ts";

/** Outlives the page. Where it is forbidden, reading the property already throws, and the core forgets. */
const lastSeenStorage = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => localStorage.setItem(key, value),
};

export interface AbsenceState {
  readonly tracker: AbsenceTracker | null;
  readonly absence: Absence | null;
}

/** From the moment that somebody is inside: a line may be lost a second later, before what offers the gap has come. */
export function useAbsences(room: Pick<RoomServices, "call" | "timeline" | "rpc">): AbsenceState {
  const [gaps, setGaps] = useState<AbsenceTracker | null>(null);
  const [gap, setGap] = useState<Absence | null>(null);
  useEffect(() => {
    const made = createAbsenceTracker({ ...room, clock: systemClock, storage: lastSeenStorage });
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
  return { tracker: gaps, absence: gap };
}
