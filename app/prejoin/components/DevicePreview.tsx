import Mic from "lucide-react/icons/mic";
import MicOff from "lucide-react/icons/mic-off";
import Settings from "lucide-react/icons/settings";
import VideoIcon from "lucide-react/icons/video";
import VideoOff from "lucide-react/icons/video-off";
import { useState } from "react";
import type { Devices } from "~/devices/devices.ts";
import { DeviceSettingsDialog } from "~/devices/lazy.tsx";
import { MicLevelMeter } from "~/devices/MicLevelMeter.tsx";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { Avatar } from "~/ui/Avatar.tsx";
import { ControlButton } from "~/ui/ControlButton.tsx";
import { Spinner } from "~/ui/Spinner.tsx";
import { Tile, Video } from "~/ui/Tile.tsx";
import { DeviceErrors } from "./DeviceErrors.tsx";
import { useDevicePreview } from "./useDevicePreview.ts";

interface DevicePreviewProps {
  /** `null` before hydration. */
  devices: Devices | null;
  env: PublicEnv;
  /** Code of the meeting if its connection may be tested, else null. */
  code: string | null;
  colour: number;
  name: string;
}

/** Local preview with microphone level and device choice. */
export function DevicePreview({ devices, env, code, colour, name }: DevicePreviewProps) {
  const t = useMessages();
  const preview = useDevicePreview(devices);
  const [settingsRequested, setSettingsRequested] = useState(false);
  const [settingsOpen, setSettingsOpen] = useState(false);
  const { stream, promptOpen, microphone, camera, level, silent } = preview;
  const videoShown = stream !== null && camera.on && camera.error === null;
  const deviceError = camera.error ?? microphone.error;
  return (
    <section aria-label={t("prejoin.preview")} className="min-w-0">
      <Tile colour={colour} className="aspect-16/11 rounded-l! shadow-2 m:aspect-4/3 m:rounded-xl!">
        {stream !== null && <Video stream={stream} label={t("prejoin.preview")} isLocal videoOff={!videoShown} />}
        {!videoShown && (
          <div className="absolute inset-0 bottom-16 grid place-content-center justify-items-center gap-3 px-6 text-center">
            <Avatar colour={colour} name={name} size="xl" />
            <p className="flex items-center gap-2 text-14 text-balance">
              {promptOpen && <Spinner />}
              {promptOpen ? t("prejoin.asking") : deviceError === null && t("prejoin.cameraOff")}
            </p>
          </div>
        )}
        <div className="absolute inset-x-0 bottom-4 flex justify-center gap-2">
          <ControlButton
            label={t("prejoin.microphone")}
            title={t("prejoin.microphone")}
            icon={microphone.on && !microphone.error ? <Mic /> : <MicOff />}
            muted={!microphone.on || microphone.error !== null}
            pressed={microphone.on && microphone.error === null}
            disabled={promptOpen}
            onClick={() => void devices?.toggle("microphone")}
          />
          <ControlButton
            label={t("prejoin.camera")}
            title={t("prejoin.camera")}
            icon={camera.on && !camera.error ? <VideoIcon /> : <VideoOff />}
            muted={!camera.on || camera.error !== null}
            pressed={camera.on && camera.error === null}
            disabled={promptOpen}
            onClick={() => void devices?.toggle("camera")}
          />
          <ControlButton
            label={t("prejoin.settings")}
            title={t("prejoin.settings")}
            icon={<Settings />}
            // Before hydration a click would be lost.
            disabled={devices === null}
            aria-haspopup="dialog"
            onPointerEnter={DeviceSettingsDialog.preload}
            onFocus={DeviceSettingsDialog.preload}
            onClick={() => {
              setSettingsRequested(true);
              setSettingsOpen(true);
            }}
          />
        </div>
      </Tile>
      <MicLevelMeter
        microphone={microphone}
        level={level}
        silent={silent}
        permissionPending={promptOpen}
        className="mt-4"
      />
      <DeviceErrors microphone={microphone} camera={camera} onRetry={() => void devices?.retry()} />
      {settingsRequested && devices !== null && (
        <DeviceSettingsDialog
          open={settingsOpen}
          onClose={() => setSettingsOpen(false)}
          devices={devices}
          env={env}
          meetingCode={code}
        />
      )}
    </section>
  );
}
