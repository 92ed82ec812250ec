import { type ReactNode, useCallback, useState } from "react";
import type { PublicEnv } from "~/platform/context.ts";
import type { Devices } from "../core/devices.ts";
import { CallDialogs, type DialogName } from "./CallDialogs.tsx";
import { CallMain, type CallMainProps } from "./CallMain.tsx";
import { PeoplePanel } from "./people/index.ts";
import { SidePanel } from "./SidePanel.tsx";
import { useCaptioning } from "./useCaptioning.ts";
import { useStaging } from "./useStaging.ts";

interface CallScreenProps extends Omit<CallMainProps, "staging" | "captioning" | "onDialog"> {
  devices: Devices;
  env: PublicEnv;
  /** Something here may translate what is written. */
  translates: boolean;
  chat: ReactNode;
}

/** The call: faces and controls, chat or people beside. Fills the window; always dark but for the panel, which is as the page. */
export function CallScreen(props: CallScreenProps) {
  const { room, snapshot, people, panel, onPanel } = props;
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const staging = useStaging(people, snapshot.mode === "all");
  const close = useCallback(() => onPanel(null), [onPanel]);
  const captioning = useCaptioning(room, snapshot, dialog === "captions");
  return (
    <div className="call">
      <div className="call-frame" data-panel={panel ?? "none"} data-mode={snapshot.mode}>
        <main className="call-main text-ink" data-theme="dark">
          <CallMain {...props} staging={staging} captioning={captioning} onDialog={setDialog} />
          <CallDialogs
            name={dialog}
            snapshot={snapshot}
            room={room}
            captioning={captioning}
            devices={props.devices}
            env={props.env}
            translates={props.translates}
            onClose={() => setDialog(null)}
          />
        </main>
        <SidePanel
          open={panel}
          onClose={close}
          chat={props.chat}
          people={
            <PeoplePanel
              snapshot={snapshot}
              lead={room.lead}
              timeline={room.timeline}
              translates={props.translates}
              captioning={captioning}
              quota={room.timeline.quota}
              pinned={staging.staged.pinned ? staging.staged.key : null}
              onPin={staging.pin}
              onInvite={() => setDialog("share")}
              onLanguages={() => setDialog("languages")}
              onClose={close}
            />
          }
        />
      </div>
    </div>
  );
}
