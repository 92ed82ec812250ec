import { useEffect, useState, useSyncExternalStore } from "react";
import { isHeard } from "~/captions/landing.ts";
import type { Captioning } from "~/captions/late.ts";
import type { CallView } from "../callView.ts";
import type { Room } from "../core/createRoom.ts";

/**
 * Captions come when this person wants their voice to have them, when somebody else's has, when something was said already,
 * or when they are asked for. Null until then.
 */
export function useCaptioning(room: Room, snapshot: CallView, asked: boolean): Captioning | null {
  const [captioning, setCaptioning] = useState<Captioning | null>(null);
  const { timeline } = room;
  const said = useSyncExternalStore(timeline.subscribe, () =>
    timeline.getSnapshot().lines.some(({ kind }) => kind === "speech"),
  );
  const { people, participants, me, callId } = snapshot;
  const { call } = room;
  const hears = useSyncExternalStore(call.subscribe, () =>
    call.getSnapshot().people.some(({ isMe, saying }) => !isMe && saying !== null),
  );
  const wanted =
    callId !== null &&
    (asked ||
      said ||
      hears ||
      isHeard() ||
      people.some(({ isMe, recogniser }) => !isMe && recogniser !== "off") ||
      [...participants.values()].some(({ captioner }) => captioner !== null && captioner === me?.user_id));
  useEffect(() => {
    if (!wanted || captioning !== null) return;
    let stays = true;
    room.captioning().then(
      (came) => stays && setCaptioning(came),
      // Without a network they do not come; what wanted them asks again.
      () => {},
    );
    return () => {
      stays = false;
    };
  }, [room, wanted, captioning]);
  return captioning;
}
