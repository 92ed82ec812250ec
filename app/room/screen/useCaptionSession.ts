import { useEffect, useState, useSyncExternalStore } from "react";
import { captionsEnabled } from "~/captions/captionsEnabled.ts";
import type { CaptionSession } from "~/captions/components/captionExtras.ts";
import type { CallView } from "../core/callView.ts";
import type { RoomServices } from "../createRoom.ts";

/**
 * Captions come when this person wants their voice to have them, when somebody else's has, when something was said already,
 * or when they are asked for. Null until then.
 */
export function useCaptionSession(room: RoomServices, snapshot: CallView, requested: boolean): CaptionSession | null {
  const [captionSession, setCaptionSession] = useState<CaptionSession | null>(null);
  const { timeline } = room;
  const hasSpeech = useSyncExternalStore(timeline.subscribe, () =>
    timeline.getSnapshot().lines.some(({ kind }) => kind === "speech"),
  );
  const { people, participants, me, callId } = snapshot;
  const { call } = room;
  const othersCaptioned = useSyncExternalStore(call.subscribe, () =>
    call.getSnapshot().people.some(({ isMe, liveCaption }) => !isMe && liveCaption !== null),
  );
  const wanted =
    callId !== null &&
    (requested ||
      hasSpeech ||
      othersCaptioned ||
      captionsEnabled() ||
      people.some(({ isMe, recogniser }) => !isMe && recogniser !== "off") ||
      [...participants.values()].some(({ captioner }) => captioner !== null && captioner === me?.user_id));
  useEffect(() => {
    if (!wanted || captionSession !== null) return;
    let mounted = true;
    room.loadCaptions().then(
      (loaded) => mounted && setCaptionSession(loaded),
      // Without a network they do not come; what wanted them asks again.
      () => {},
    );
    return () => {
      mounted = false;
    };
  }, [room, wanted, captionSession]);
  return captionSession;
}
