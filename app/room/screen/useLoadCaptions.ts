import { useEffect, useSyncExternalStore } from "react";
import { captionsEnabled } from "~/captions/captionsEnabled.ts";
import type { CallView } from "../core/callView.ts";
import { isJoined, useCallView, useRoom } from "../RoomProvider.tsx";
import { useCallUi, useLoadedCaptions } from "./CallUiProvider.tsx";

/** Loads captions when they are enabled here, when somebody else has captions, or when the captions dialog opens. */
export function useLoadCaptions(): void {
  const { call, timeline, loadCaptions } = useRoom();
  const { dialog, captionSession } = useCallUi();
  const loaded = useLoadedCaptions() !== null;
  const dialogOpen = useSyncExternalStore(dialog.subscribe, () => dialog.getSnapshot() === "captions");
  const hasSpeech = useSyncExternalStore(timeline.subscribe, () =>
    timeline.getSnapshot().lines.some(({ kind }) => kind === "speech"),
  );
  const othersCaptioned = useSyncExternalStore(call.subscribe, () =>
    call.getSnapshot().people.some(({ isMe, liveCaption }) => !isMe && liveCaption !== null),
  );
  const joined = useCallView(isJoined);
  const expected = useCallView(expectsCaptions);
  const wanted = joined && (dialogOpen || hasSpeech || othersCaptioned || captionsEnabled() || expected);
  useEffect(() => {
    if (!wanted || loaded) return;
    let mounted = true;
    loadCaptions().then(
      (session) => mounted && captionSession.set(session),
      // The next condition that becomes true retries.
      () => {},
    );
    return () => {
      mounted = false;
    };
  }, [wanted, loaded, loadCaptions, captionSession]);
}

/** Whether a remote participant has a recogniser, or the local participant types captions for somebody. */
const expectsCaptions = ({ people, me }: CallView): boolean =>
  people.some(
    ({ isMe, recogniser, participant }) => !isMe && (recogniser !== "off" || participant.captioner === me?.user_id),
  );
