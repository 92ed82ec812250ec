import { useSyncExternalStore } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { Dialog } from "~/ui/Dialog.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { deviceControlView, isOpeningDevices } from "../deviceControlView.ts";
import type { DeviceOption } from "../deviceOptions.ts";
import type { Devices } from "../devices.ts";
import type { DeviceKind } from "../getUserMedia.ts";
import { MicLevelMeter } from "../MicLevelMeter.tsx";
import { AddressSwitch } from "./AddressSwitch.tsx";
import { AlertSwitches } from "./AlertSwitches.tsx";
import { ConnectionTest } from "./ConnectionTest.tsx";
import { DeviceSelect } from "./DeviceSelect.tsx";
import { PermissionHelp } from "./PermissionHelp.tsx";
import { SpeakerSettings } from "./SpeakerSettings.tsx";

export interface DeviceSettingsDialogProps {
  open: boolean;
  onClose(): void;
  devices: Devices;
  env: PublicEnv;
  /** As in `ConnectionTestProps`. */
  meetingCode: string | null;
  /** The call is always dark. */
  theme?: "dark";
}

/** Selects and tests microphone, camera, speaker and connection. */
export function DeviceSettingsDialog({ open, onClose, devices, env, meetingCode, theme }: DeviceSettingsDialogProps) {
  const t = useMessages();
  const snapshot = useSyncExternalStore(devices.subscribe, devices.getSnapshot);
  const microphone = deviceControlView(snapshot.microphone);
  const camera = deviceControlView(snapshot.camera);
  const choose = (kind: DeviceKind | "speaker") => (id: string) => void devices.choose(kind, id);
  const denied = microphone.error === "device/permission-denied" || camera.error === "device/permission-denied";
  return (
    <Dialog open={open} onClose={onClose} title={t("devices.title")} {...(theme && { theme })}>
      <div className="mt-4 grid gap-6">
        <section className="grid gap-3">
          <DeviceField
            kind="microphone"
            options={snapshot.microphones}
            selectedId={snapshot.chosen.microphone}
            error={microphone.error}
            onChange={choose("microphone")}
          />
          <MicLevelMeter
            microphone={microphone}
            level={devices.level}
            silent={snapshot.silent}
            permissionPending={isOpeningDevices(snapshot)}
          />
          <p role="status" className="text-14 leading-snug text-pretty text-ink-soft empty:hidden">
            {snapshot.silent && t("devices.silent")}
          </p>
        </section>
        <DeviceField
          kind="camera"
          options={snapshot.cameras}
          selectedId={snapshot.chosen.camera}
          error={camera.error}
          onChange={choose("camera")}
        />
        {denied && <PermissionHelp />}
        <SpeakerSettings devices={snapshot} onChange={choose("speaker")} />
        <AlertSwitches />
        <AddressSwitch env={env} />
        <ConnectionTest env={env} meetingCode={meetingCode} />
        <p className="border-t border-line pt-4 text-13 text-ink-soft">{t("devices.remembered")}</p>
      </div>
    </Dialog>
  );
}

interface DeviceFieldProps {
  kind: DeviceKind;
  options: readonly DeviceOption[];
  selectedId: string | null;
  error: ErrorCode | null;
  onChange(id: string): void;
}

/** Shows the devices to select from, or the reason why there are none. */
function DeviceField({ kind, options, selectedId, error, onChange }: DeviceFieldProps) {
  const t = useMessages();
  const label = t(`devices.${kind}`);
  return (
    <div className="grid gap-1.5">
      {options.length > 0 ? (
        <DeviceSelect label={label} devices={options} selectedId={selectedId} onChange={onChange} />
      ) : (
        <>
          <h3 className="text-14 font-strong">{label}</h3>
          <p className="text-14 text-pretty text-ink-soft">
            {error === "device/not-found" ? t(`devices.none.${kind}`) : t("devices.hidden")}
          </p>
        </>
      )}
      {error !== null && (options.length > 0 || error !== "device/not-found") && (
        <p role="alert" className="text-13 leading-snug text-danger">
          {errorText(t, error)}
        </p>
      )}
    </div>
  );
}
