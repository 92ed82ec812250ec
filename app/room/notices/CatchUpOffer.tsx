import { useEffect } from "react";
import { CatchUp } from "~/catch-up/lazy.tsx";
import { useAbsences } from "~/catch-up/useAbsences.ts";
import { useDelayedFlag } from "~/ui/useDelayedFlag.ts";
import { isJoined, useCallView, useRoom } from "../RoomProvider.tsx";

/** Catching up waits, so that it does not compete with the first video frames. */
const CATCH_UP_DELAY_MS = 1_000;

export function CatchUpOffer() {
  const room = useRoom();
  const absences = useAbsences(room);
  const joined = useCallView(isJoined);
  const ready = useDelayedFlag(joined, CATCH_UP_DELAY_MS);
  useEffect(() => {
    if (ready) room.timeline.warmUpTranslation();
  }, [ready, room]);
  return ready ? <CatchUp room={room} {...absences} /> : null;
}
