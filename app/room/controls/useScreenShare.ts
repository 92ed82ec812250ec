import { useCallback, useSyncExternalStore } from "react";
import { useRoom } from "../RoomProvider.tsx";

/** The local participant's shared screen. `sharing` is null if the browser cannot share a screen. */
export function useScreenShare() {
  const { call, screenShare } = useRoom();
  const state = useSyncExternalStore(screenShare.subscribe, screenShare.getSnapshot);
  const active = state.name === "live" || state.name === "asking";
  const toggle = useCallback(() => {
    if (active) return screenShare.stop();
    // The other modes send no video.
    call.setMode("all");
    void screenShare.start();
  }, [active, call, screenShare]);
  return {
    sharing: screenShare.supported ? active : null,
    stream: state.name === "live" ? state.stream : null,
    failure: state.name === "error" ? state.error.code : null,
    toggle,
    stop: screenShare.stop,
  };
}
