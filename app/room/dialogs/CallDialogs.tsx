import { memo, useCallback, useState, useSyncExternalStore } from "react";
import { CaptionHistoryDialog, CaptionsDialog } from "~/captions/lazy.tsx";
import { DeviceSettingsDialog } from "~/devices/lazy.tsx";
import { useMeetingConfig } from "~/lib/MeetingConfig.tsx";
import { lazyComponent } from "~/ui/lazy.tsx";
import type { DialogName } from "../core/callUi.ts";
import {
  EndMeetingDialog,
  LanguagesDialog,
  MediaModeDialog,
  MeetingDialog,
  ReadingLanguageSelect,
  ShareDialog,
  ShortcutsDialog,
} from "../lazy.tsx";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { useCallUi, useLoadedCaptions } from "../screen/CallUiProvider.tsx";

const CallGuards = lazyComponent("devices", async () => (await import("../alerts/CallGuards.tsx")).CallGuards);
// Back must not drop a call that has just begun. The pre-join page loads this module, before the call.
CallGuards.preload();

interface DialogProps {
  open: boolean;
  onClose(): void;
}

export const CallDialogs = memo(function CallDialogs() {
  const { dialog } = useCallUi();
  const openDialog = useSyncExternalStore(dialog.subscribe, dialog.getSnapshot);
  const close = useCallback(
    // A dialog that closes with its animation must not close the dialog that replaced it.
    (name: DialogName) => dialog.getSnapshot() === name && dialog.set(null),
    [dialog],
  );
  return (
    <>
      <OpenedDialogs openDialog={openDialog} onClose={close} />
      <CallGuards />
    </>
  );
});

interface OpenedDialogsProps {
  openDialog: DialogName | null;
  onClose(name: DialogName): void;
}

/**
 * The dialogs of a call. Each loads when it first opens and stays mounted, to animate its closing and to restore the focus.
 * It does not read the store itself: React 18 misses the next change of a store that a component reads while it also sets
 * state during a render.
 */
function OpenedDialogs({ openDialog, onClose }: OpenedDialogsProps) {
  const [mounted, setMounted] = useState<ReadonlySet<DialogName>>(new Set());
  if (openDialog !== null && !mounted.has(openDialog)) setMounted(new Set([...mounted, openDialog]));
  const propsOf = (name: DialogName): DialogProps => ({ open: openDialog === name, onClose: () => onClose(name) });
  return (
    <>
      {mounted.has("share") && <ShareDialog {...propsOf("share")} />}
      {mounted.has("captions") && <CallCaptionsDialog {...propsOf("captions")} />}
      {mounted.has("captionHistory") && <CallCaptionHistory {...propsOf("captionHistory")} />}
      {mounted.has("mode") && <MediaModeDialog {...propsOf("mode")} />}
      {mounted.has("devices") && <CallDeviceDialog {...propsOf("devices")} />}
      {mounted.has("languages") && <LanguagesDialog {...propsOf("languages")} />}
      {mounted.has("meeting") && <MeetingDialog {...propsOf("meeting")} />}
      {mounted.has("shortcuts") && <ShortcutsDialog {...propsOf("shortcuts")} />}
      {mounted.has("end") && <CallEndDialog {...propsOf("end")} />}
    </>
  );
}

function CallCaptionsDialog(props: DialogProps) {
  const session = useLoadedCaptions();
  const participants = useCallView((view) => view.participants);
  const me = useCallView((view) => view.me);
  if (session === null) return null;
  const readingLanguage = me && <ReadingLanguageSelect me={me} />;
  return <CaptionsDialog {...props} {...{ session, participants, me, readingLanguage }} />;
}

function CallCaptionHistory(props: DialogProps) {
  const { timeline, lineEditing } = useRoom();
  const session = useLoadedCaptions();
  const participants = useCallView((view) => view.participants);
  if (session === null) return null;
  return <CaptionHistoryDialog {...props} {...{ session, participants, timeline, lineEditing }} />;
}

function CallDeviceDialog(props: DialogProps) {
  const { devices } = useRoom();
  const { env } = useMeetingConfig();
  const meetingCode = useCallView(({ meeting }) => meeting?.code ?? null);
  return <DeviceSettingsDialog {...props} devices={devices} env={env} meetingCode={meetingCode} theme="dark" />;
}

function CallEndDialog(props: DialogProps) {
  const { moderation } = useRoom();
  const othersCount = useCallView(({ people }) => people.filter(({ isMe }) => !isMe).length);
  return <EndMeetingDialog {...props} othersCount={othersCount} onConfirm={moderation.endMeeting} />;
}
