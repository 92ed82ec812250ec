import { useSyncExternalStore } from "react";
import { useCaptionDisplay } from "../controls/useCaptionDisplay.ts";
import type { DialogName } from "../core/callUi.ts";
import { CallDialogs } from "../dialogs/CallDialogs.tsx";
import { ConfirmationsPanel, PeoplePanel } from "../lazy.tsx";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { useStageLayout } from "../stage/useStageLayout.ts";
import { CallMain } from "./CallMain.tsx";
import { CallUiProvider, useCallUi } from "./CallUiProvider.tsx";
import { RoomChat } from "./RoomChat.tsx";
import { SidePanel } from "./SidePanel.tsx";
import { useLoadCaptions } from "./useLoadCaptions.ts";
import { useParticipantViews } from "./useParticipantViews.ts";

/** The call, with the chat or the participants beside it. It fills the window and is dark; the panel has the page's theme. */
export function CallScreen() {
  return (
    <CallUiProvider>
      <CallLayout />
    </CallUiProvider>
  );
}

/** The dialogs that stand above the bar, over the start of the captions. */
const SETTINGS: readonly (DialogName | null)[] = ["captions", "languages"];

function CallLayout() {
  const { panel } = useRoom();
  const { dialog } = useCallUi();
  const openPanel = useSyncExternalStore(panel.subscribe, panel.getSnapshot);
  const openDialog = useSyncExternalStore(dialog.subscribe, dialog.getSnapshot);
  const captions = useCaptionDisplay();
  const mode = useCallView((view) => view.mode);
  const people = useParticipantViews();
  const stage = useStageLayout(people, mode === "all");
  const { key, pinned } = stage.stageLayout;
  useLoadCaptions();
  return (
    <div className="call">
      <div
        className="call-frame"
        data-panel={openPanel ?? "none"}
        data-mode={mode}
        data-captions={captions.shown}
        data-settings={SETTINGS.includes(openDialog)}
      >
        <main className="call-main text-ink" data-theme="dark">
          <CallMain people={people} stage={stage} />
          <CallDialogs />
        </main>
        <SidePanel
          chat={<RoomChat />}
          people={<PeoplePanel pinnedUserId={pinned ? key : null} onPin={stage.pin} />}
          confirmations={<ConfirmationsPanel />}
        />
      </div>
    </div>
  );
}
