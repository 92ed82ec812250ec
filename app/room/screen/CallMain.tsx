import { memo, useEffect, useRef, useSyncExternalStore } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import { useEventCallback } from "~/ui/useEventCallback.ts";
import { CallShortcuts } from "../controls/CallShortcuts.tsx";
import { ControlBar } from "../controls/ControlBar.tsx";
import type { ParticipantView } from "../core/participantView.ts";
import { CallToaster } from "../lazy.tsx";
import { useCallAnnouncements } from "../notices/useCallAnnouncements.ts";
import { isJoined, useCallView } from "../RoomProvider.tsx";
import { ParticipantStrip } from "../stage/ParticipantStrip.tsx";
import { Stage } from "../stage/Stage.tsx";
import { usePictureInPicture } from "../stage/usePictureInPicture.ts";
import type { StageState } from "../stage/useStageLayout.ts";
import { CallHeader } from "./CallHeader.tsx";
import { useCallUi } from "./CallUiProvider.tsx";
import { CaptionArea } from "./CaptionArea.tsx";

interface CallMainProps {
  people: readonly ParticipantView[];
  stage: StageState;
}

/** Everything except the side panel: top row, stage, captions, control bar. */
export function CallMain({ people, stage }: CallMainProps) {
  const mode = useCallView((view) => view.mode);
  const pip = usePictureInPicture(stage.pipStream);
  const onTogglePip = useEventCallback(pip.toggle);
  return (
    <>
      <CallHeader />
      <div className="call-middle">
        {mode === "text" ? <ParticipantStrip people={people} /> : <Stage people={people} stage={stage} />}
        <CaptionArea />
      </div>
      <ControlBar
        layout={people.length > 1 && mode !== "text" ? stage.layout : null}
        onLayoutChange={stage.setLayout}
        pipOpen={pip.open}
        onTogglePip={onTogglePip}
      />
      <Announcements people={people} />
      <CallShortcuts />
      <Toasts />
    </>
  );
}

function Announcements({ people }: Pick<CallMainProps, "people">) {
  const joined = useCallView(isJoined);
  return <LiveRegion message={useCallAnnouncements(joined ? people : null)} />;
}

const Toasts = memo(function Toasts() {
  const { toasts, showToast } = useCallUi();
  const t = useMessages();
  const muted = useCallView(({ me }) => me?.muted ?? false);
  const wasMuted = useRef(muted);
  useEffect(() => {
    if (wasMuted.current && !muted) showToast({ text: t("call.mayTalk") });
    wasMuted.current = muted;
  }, [muted, showToast, t]);
  const shown = useSyncExternalStore(toasts.subscribe, toasts.getSnapshot);
  return shown.length > 0 ? <CallToaster toasts={shown} /> : null;
});
