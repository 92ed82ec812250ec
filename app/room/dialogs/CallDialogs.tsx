import { useState } from "react";
import type { CaptionSession } from "~/captions/captionSession.ts";
import { CaptionsDialog } from "~/captions/lazy.tsx";
import type { Devices } from "~/devices/devices.ts";
import { DeviceSettingsDialog } from "~/devices/lazy.tsx";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { lazyComponent } from "~/ui/lazy.tsx";
import type { CallView } from "../core/callView.ts";
import type { RoomServices } from "../createRoom.ts";
import { EndMeetingDialog, LanguagesDialog, MeetingDialog, ShareDialog } from "../screen/lazyParts.tsx";

export type DialogName = "share" | "captions" | "mode" | "devices" | "languages" | "meeting" | "shortcuts" | "end";

const MediaModeDialog = lazyComponent("more", () =>
  import("../screen/roomExtras.ts").then((loaded) => loaded.MediaModeDialog),
);
const ShortcutsDialog = lazyComponent("keys", () =>
  import("../screen/roomExtras.ts").then((loaded) => loaded.ShortcutsDialog),
);

interface CallDialogsProps {
  /** `null`: none is open. */
  openDialog: DialogName | null;
  snapshot: CallView;
  room: RoomServices;
  /** Null until it is there. */
  captionSession: CaptionSession | null;
  devices: Devices;
  env: PublicEnv;
  /** Something here may translate what is written. */
  translates: boolean;
  onClose(): void;
}

/** The dialogs of a call. Each is loaded when it is first opened, and then stays, to go away as it came and to give the keyboard back. */
export function CallDialogs({
  openDialog,
  snapshot,
  room,
  captionSession,
  devices,
  env,
  translates,
  onClose,
}: CallDialogsProps) {
  const [mounted, setMounted] = useState<ReadonlySet<DialogName>>(new Set());
  if (openDialog !== null && !mounted.has(openDialog)) setMounted(new Set([...mounted, openDialog]));
  const dialogProps = (dialog: DialogName) => ({ open: openDialog === dialog, onClose });
  const meetingProps = { snapshot, moderation: room.moderation };
  return (
    <>
      {mounted.has("share") && <ShareDialog {...dialogProps("share")} {...meetingProps} />}
      {mounted.has("captions") && captionSession !== null && (
        <CaptionsDialog
          {...dialogProps("captions")}
          session={captionSession}
          participants={snapshot.participants}
          me={snapshot.me}
          timeline={room.timeline}
          lineEditing={room.lineEditing}
        />
      )}
      {mounted.has("mode") && (
        <MediaModeDialog {...dialogProps("mode")} mode={snapshot.mode} onModeChange={room.call.setMode} />
      )}
      {mounted.has("devices") && (
        <DeviceSettingsDialog
          {...dialogProps("devices")}
          devices={devices}
          env={env}
          meetingCode={snapshot.meeting?.code ?? null}
          theme="dark"
        />
      )}
      {mounted.has("languages") && (
        <LanguagesDialog {...dialogProps("languages")} {...meetingProps} translates={translates} />
      )}
      {mounted.has("meeting") && <MeetingDialog {...dialogProps("meeting")} {...meetingProps} />}
      {mounted.has("shortcuts") && <ShortcutsDialog {...dialogProps("shortcuts")} />}
      {mounted.has("end") && <EndMeetingDialog {...dialogProps("end")} {...meetingProps} />}
    </>
  );
}
