import Mic from "lucide-react/icons/mic";
import MicOff from "lucide-react/icons/mic-off";
import Settings from "lucide-react/icons/settings";
import VideoIcon from "lucide-react/icons/video";
import VideoOff from "lucide-react/icons/video-off";
import { useState } from "react";
import { DeviceLevel, type Devices, loadDeviceSettings } from "~/calls/index.ts";
import { useMessages } from "~/i18n/index.tsx";
import type { PublicEnv } from "~/platform/context.ts";
import { Avatar } from "~/ui/Avatar.tsx";
import { ControlButton } from "~/ui/ControlButton.tsx";
import { lateComponent } from "~/ui/late.tsx";
import { Spinner } from "~/ui/Spinner.tsx";
import { Tile, Video } from "~/ui/Tile.tsx";
import { usePreview } from "../usePreview.ts";
import { DeviceTrouble } from "./DeviceTrouble.tsx";

const DeviceSettings = lateComponent([], loadDeviceSettings);

interface PreviewProps {
  /** `null` before the page has any. */
  devices: Devices | null;
  env: PublicEnv;
  /** Of a meeting that one may enter, or waits at; null: of none yet. */
  code: string | null;
  /** Of oneself when known from before, else the next in order. */
  number: number;
  name: string;
}

/** Seeing and hearing oneself before others do, and choosing with what. */
export function Preview({ devices, env, code, number, name }: PreviewProps) {
  const t = useMessages();
  const preview = usePreview(devices);
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const { stream, asking, microphone, camera, level, silent } = preview;
  const shown = stream !== null && camera.on && camera.error === null;
  const wrong = camera.error ?? microphone.error;
  return (
    <section aria-label={t("door.preview")} className="min-w-0">
      <Tile number={number} className="aspect-16/11 rounded-l! shadow-2 m:aspect-4/3 m:rounded-xl!">
        {stream !== null && <Video stream={stream} label={t("door.preview")} own hidden={!shown} />}
        {!shown && (
          <div className="absolute inset-0 bottom-16 grid place-content-center justify-items-center gap-3 px-6 text-center">
            <Avatar number={number} name={name} size="xl" />
            <p className="flex items-center gap-2 text-14 text-balance">
              {asking && <Spinner />}
              {asking ? t("door.asking") : wrong === null && t("door.cameraOff")}
            </p>
          </div>
        )}
        <div className="absolute inset-x-0 bottom-4 flex justify-center gap-2">
          <ControlButton
            label={t("door.microphone")}
            title={t("door.microphone")}
            icon={microphone.on && !microphone.error ? <Mic /> : <MicOff />}
            off={!microphone.on || microphone.error !== null}
            pressed={microphone.on && microphone.error === null}
            disabled={asking}
            onClick={() => void devices?.toggle("microphone")}
          />
          <ControlButton
            label={t("door.camera")}
            title={t("door.camera")}
            icon={camera.on && !camera.error ? <VideoIcon /> : <VideoOff />}
            off={!camera.on || camera.error !== null}
            pressed={camera.on && camera.error === null}
            disabled={asking}
            onClick={() => void devices?.toggle("camera")}
          />
          <ControlButton
            label={t("door.settings")}
            title={t("door.settings")}
            icon={<Settings />}
            // Before the page is alive a press would be lost.
            disabled={devices === null}
            aria-haspopup="dialog"
            onPointerEnter={DeviceSettings.preload}
            onFocus={DeviceSettings.preload}
            onClick={() => {
              setWanted(true);
              setOpen(true);
            }}
          />
        </div>
      </Tile>
      <DeviceLevel microphone={microphone} level={level} silent={silent} asking={asking} className="mt-4" />
      <DeviceTrouble microphone={microphone} camera={camera} onRetry={() => void devices?.retry()} />
      {wanted && devices !== null && (
        <DeviceSettings open={open} onClose={() => setOpen(false)} devices={devices} env={env} code={code} />
      )}
    </section>
  );
}
