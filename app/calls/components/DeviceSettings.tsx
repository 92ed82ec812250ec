import { useSyncExternalStore } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/index.tsx";
import type { PublicEnv } from "~/platform/context.ts";
import { Dialog } from "~/ui/Dialog.tsx";
import { errorText } from "~/ui/errors.tsx";
import type { Devices } from "../core/devices.ts";
import type { DeviceChoice } from "../core/devicesList.ts";
import type { DeviceKind } from "../core/getUserMedia.ts";
import { controlView, isAsking } from "../personViews.ts";
import { DeviceConnection } from "./DeviceConnection.tsx";
import { DeviceHelp } from "./DeviceHelp.tsx";
import { DeviceLevel } from "./DeviceLevel.tsx";
import { DeviceSelect } from "./DeviceSelect.tsx";
import { DeviceSpeaker } from "./DeviceSpeaker.tsx";

export interface DeviceSettingsProps {
  open: boolean;
  onClose(): void;
  devices: Devices;
  env: PublicEnv;
  /** As `DeviceConnection` takes it. */
  code: string | null;
  /** Over the call, which is dark. */
  theme?: "dark";
}

/** Microphone, camera and speaker to choose from and to try, and whether the connection will do. */
export function DeviceSettings({ open, onClose, devices, env, code, theme }: DeviceSettingsProps) {
  const t = useMessages();
  const now = useSyncExternalStore(devices.subscribe, devices.getSnapshot);
  const microphone = controlView(now.microphone);
  const camera = controlView(now.camera);
  const choose = (kind: DeviceKind | "speaker") => (id: string) => void devices.choose(kind, id);
  const denied = microphone.error === "device/permission-denied" || camera.error === "device/permission-denied";
  return (
    <Dialog open={open} onClose={onClose} title={t("devices.title")} {...(theme && { theme })}>
      <div className="mt-4 grid gap-6">
        <section className="grid gap-3">
          <Source
            kind="microphone"
            choices={now.microphones}
            chosen={now.chosen.microphone}
            error={microphone.error}
            onChoose={choose("microphone")}
          />
          <DeviceLevel microphone={microphone} level={devices.level} silent={now.silent} asking={isAsking(now)} />
          <p role="status" className="text-14 leading-snug text-pretty text-ink-soft empty:hidden">
            {now.silent && t("devices.silent")}
          </p>
        </section>
        <Source
          kind="camera"
          choices={now.cameras}
          chosen={now.chosen.camera}
          error={camera.error}
          onChoose={choose("camera")}
        />
        {denied && <DeviceHelp />}
        <DeviceSpeaker devices={now} onChoose={choose("speaker")} />
        <DeviceConnection env={env} code={code} />
        <p className="border-t border-line pt-4 text-13 text-ink-soft">{t("devices.remembered")}</p>
      </div>
    </Dialog>
  );
}

interface SourceProps {
  kind: DeviceKind;
  choices: readonly DeviceChoice[];
  chosen: string | null;
  error: ErrorCode | null;
  onChoose(id: string): void;
}

/** A list, or why there is none. */
function Source({ kind, choices, chosen, error, onChoose }: SourceProps) {
  const t = useMessages();
  const label = t(`devices.${kind}`);
  return (
    <div className="grid gap-1.5">
      {choices.length > 0 ? (
        <DeviceSelect label={label} choices={choices} chosen={chosen} onChoose={onChoose} />
      ) : (
        <>
          <h3 className="text-14 font-strong">{label}</h3>
          <p className="text-14 text-pretty text-ink-soft">
            {error === "device/not-found" ? t(`devices.none.${kind}`) : t("devices.hidden")}
          </p>
        </>
      )}
      {error !== null && (choices.length > 0 || error !== "device/not-found") && (
        <p role="alert" className="text-13 leading-snug text-danger">
          {errorText(t, error)}
        </p>
      )}
    </div>
  );
}
