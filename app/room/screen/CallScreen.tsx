import { type ReactNode, useCallback, useState } from "react";
import type { Devices } from "~/devices/devices.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { CallDialogs, type DialogName } from "../dialogs/CallDialogs.tsx";
import { useStageLayout } from "../stage/useStageLayout.ts";
import { CallMain, type CallMainProps } from "./CallMain.tsx";
import { PeoplePanel } from "./lazyParts.tsx";
import { SidePanel } from "./SidePanel.tsx";
import { useCaptionSession } from "./useCaptionSession.ts";

interface CallScreenProps extends Omit<CallMainProps, "stage" | "captionSession" | "onOpenDialog"> {
  devices: Devices;
  env: PublicEnv;
  /** Something here may translate what is written. */
  translates: boolean;
  chat: ReactNode;
}

/** The call: faces and controls, chat or people beside. Fills the window; always dark but for the panel, which is as the page. */
export function CallScreen(props: CallScreenProps) {
  const { room, snapshot, people, panel, onPanelChange } = props;
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const stage = useStageLayout(people, snapshot.mode === "all");
  const closePanel = useCallback(() => onPanelChange(null), [onPanelChange]);
  const captionSession = useCaptionSession(room, snapshot, dialog === "captions");
  return (
    <div className="call">
      <div className="call-frame" data-panel={panel ?? "none"} data-mode={snapshot.mode}>
        <main className="call-main text-ink" data-theme="dark">
          <CallMain {...props} stage={stage} captionSession={captionSession} onOpenDialog={setDialog} />
          <CallDialogs
            openDialog={dialog}
            snapshot={snapshot}
            room={room}
            captionSession={captionSession}
            devices={props.devices}
            env={props.env}
            translates={props.translates}
            onClose={() => setDialog(null)}
          />
        </main>
        <SidePanel
          open={panel}
          onClose={closePanel}
          chat={props.chat}
          people={
            <PeoplePanel
              snapshot={snapshot}
              moderation={room.moderation}
              timeline={room.timeline}
              translates={props.translates}
              captionSession={captionSession}
              readQuota={room.timeline.fetchQuota}
              pinnedUserId={stage.stageLayout.pinned ? stage.stageLayout.key : null}
              onPin={stage.pin}
              onInvite={() => setDialog("share")}
              onOpenLanguages={() => setDialog("languages")}
              onClose={closePanel}
            />
          }
        />
      </div>
    </div>
  );
}
