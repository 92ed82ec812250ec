import { memo, useState } from "react";
import { MarkShortcuts } from "../lazy.tsx";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { useCallUi } from "../screen/CallUiProvider.tsx";
import { usePanels } from "../screen/usePanels.ts";
import type { MarkKeyPress } from "./markTarget.ts";
import { useCallShortcuts } from "./useCallShortcuts.ts";
import { useCaptionDisplay } from "./useCaptionDisplay.ts";
import { useCamera, useMicrophone } from "./useCaptureDevice.ts";
import { useRaisedHand } from "./useRaisedHand.ts";
import { useSingleKeys } from "./useSingleKeys.ts";

/** Handles the single keys of the call. */
export const CallShortcuts = memo(function CallShortcuts() {
  const { call, timeline } = useRoom();
  const { dialog } = useCallUi();
  const microphone = useMicrophone();
  const camera = useCamera();
  const hand = useRaisedHand();
  const captions = useCaptionDisplay();
  const { togglePanel } = usePanels();
  const textOnly = useCallView(({ mode }) => mode === "text");
  const { enabled } = useSingleKeys();
  const [markRequests, setMarkRequests] = useState<readonly MarkKeyPress[]>([]);
  const requestMark = (kind: MarkKeyPress["kind"]) => {
    const { entries } = timeline.getSnapshot();
    setMarkRequests((previous) => [...previous, { kind, target: document.activeElement, entries }]);
  };
  useCallShortcuts({
    enabled,
    handlers: {
      microphone: microphone.toggle,
      camera: camera.toggle,
      hand: hand.toggle,
      captions: captions.toggle,
      chat: () => togglePanel("chat"),
      decision: () => requestMark("decision"),
      task: () => requestMark("task"),
      question: () => requestMark("question"),
      help: () => dialog.set("shortcuts"),
    },
    canTalk: () => !microphone.on && !microphone.muted && !textOnly,
    setTalking: call.setPushToTalk,
  });
  return markRequests.length > 0 ? <MarkShortcuts requests={markRequests} /> : null;
});
