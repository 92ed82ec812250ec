import { useEffect, useState } from "react";
import { systemClock } from "~/lib/clock.ts";
import { type Absence, type AbsenceTracker, createAbsenceTracker } from "./core/absenceTracker.ts";
import type { CatchUpSource } from "./core/catchUpStore.ts";

export interface AbsenceState {
  readonly tracker: AbsenceTracker | null;
  readonly absence: Absence | null;
}

/** Tracks absences from the moment of entry: an outage may begin before the offer's code is loaded. */
export function useAbsences({ call, timeline, rpc }: CatchUpSource): AbsenceState {
  const [tracker, setTracker] = useState<AbsenceTracker | null>(null);
  const [absence, setAbsence] = useState<Absence | null>(null);
  useEffect(() => {
    const newTracker = createAbsenceTracker({ call, timeline, rpc, clock: systemClock, storage: () => localStorage });
    const unsubscribe = newTracker.subscribe(() => setAbsence(newTracker.getSnapshot()));
    setTracker(newTracker);
    setAbsence(newTracker.getSnapshot());
    addEventListener("pagehide", newTracker.save);
    return () => {
      removeEventListener("pagehide", newTracker.save);
      unsubscribe();
      newTracker.close();
    };
  }, [call, timeline, rpc]);
  return { tracker, absence };
}
