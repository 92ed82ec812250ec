import { useState } from "react";
import type { Captioning } from "~/captions/late.ts";
import type { PublicEnv } from "~/platform/context.ts";
import { lateComponent } from "~/ui/late.tsx";
import type { CallView } from "../callView.ts";
import type { Room } from "../core/createRoom.ts";
import type { Devices } from "../core/devices.ts";
import { EndDialog, LanguagesDialog, MeetingDialog, ShareDialog } from "./people/index.ts";

export type DialogName = "share" | "captions" | "mode" | "devices" | "languages" | "meeting" | "shortcuts" | "end";

const ModeDialog = lateComponent("more", () => import("./extras.ts").then((loaded) => loaded.ModeDialog));
const CaptionsDialog = lateComponent(["captions", "transcripts"], () =>
  import("~/captions/late.ts").then((loaded) => loaded.CaptionsDialog),
);
const DeviceSettings = lateComponent("devices", () =>
  import("./deviceExtras.ts").then((loaded) => loaded.DeviceSettings),
);
const ShortcutsDialog = lateComponent("keys", () => import("./extras.ts").then((loaded) => loaded.ShortcutsDialog));

interface CallDialogsProps {
  /** `null`: none is open. */
  name: DialogName | null;
  snapshot: CallView;
  room: Room;
  /** Null until it is there. */
  captioning: Captioning | null;
  devices: Devices;
  env: PublicEnv;
  /** Something here may translate what is written. */
  translates: boolean;
  onClose(): void;
}

/** The dialogs of a call. Each is loaded when it is first opened, and then stays, to go away as it came and to give the keyboard back. */
export function CallDialogs({ name, snapshot, room, captioning, devices, env, translates, onClose }: CallDialogsProps) {
  const [opened, setOpened] = useState<ReadonlySet<DialogName>>(new Set());
  if (name !== null && !opened.has(name)) setOpened(new Set([...opened, name]));
  const place = (one: DialogName) => ({ open: name === one, onClose });
  const meeting = { snapshot, lead: room.lead };
  return (
    <>
      {opened.has("share") && <ShareDialog {...place("share")} {...meeting} />}
      {opened.has("captions") && captioning !== null && (
        <CaptionsDialog
          {...place("captions")}
          captioning={captioning}
          participants={snapshot.participants}
          me={snapshot.me}
          timeline={room.timeline}
          lineWork={room.lineWork}
        />
      )}
      {opened.has("mode") && <ModeDialog {...place("mode")} mode={snapshot.mode} onMode={room.call.setMode} />}
      {opened.has("devices") && (
        <DeviceSettings
          {...place("devices")}
          devices={devices}
          env={env}
          code={snapshot.meeting?.code ?? null}
          theme="dark"
        />
      )}
      {opened.has("languages") && <LanguagesDialog {...place("languages")} {...meeting} translates={translates} />}
      {opened.has("meeting") && <MeetingDialog {...place("meeting")} {...meeting} />}
      {opened.has("shortcuts") && <ShortcutsDialog {...place("shortcuts")} />}
      {opened.has("end") && <EndDialog {...place("end")} {...meeting} />}
    </>
  );
}
