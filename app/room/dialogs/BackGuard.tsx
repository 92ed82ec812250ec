import { useBlocker } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { LeaveDialog } from "../lazy.tsx";
import { useRoom } from "../RoomProvider.tsx";
import { useCallUi } from "../screen/CallUiProvider.tsx";

/** Phones, upright and lying: people expect Back to close what they opened. */
const PHONE_QUERY = "(max-width: 599px), (max-height: 480px)";

/** Keeps Back from dropping the call: it closes what is open, and otherwise asks. */
export function BackGuard() {
  const { panel, callView } = useRoom();
  const { dialog } = useCallUi();
  const blocker = useBlocker(({ historyAction }) => historyAction === "POP");
  const blockerRef = useRef(blocker);
  blockerRef.current = blocker;
  const [mounted, setMounted] = useState(false);
  const leaving = useRef(false);
  const [asking, setAsking] = useState(false);
  const blocked = blocker.state === "blocked";
  useEffect(() => {
    if (!blocked) return;
    const panelOpen =
      matchMedia(PHONE_QUERY).matches && panel.getSnapshot() !== null && callView.getSnapshot().mode !== "text";
    if (dialog.getSnapshot() !== null) dialog.set(null);
    else if (panelOpen) panel.set(null);
    else {
      setMounted(true);
      return setAsking(true);
    }
    blockerRef.current.reset?.();
  }, [blocked, dialog, panel, callView]);
  const stay = () => {
    setAsking(false);
    // After the confirmation the dialog closes, too.
    if (!leaving.current) blocker.reset?.();
  };
  const leave = () => {
    leaving.current = true;
    blocker.proceed?.();
  };
  return mounted && <LeaveDialog open={asking} onClose={stay} onLeave={leave} />;
}
