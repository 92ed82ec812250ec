import Mic from "lucide-react/icons/mic";
import MicOff from "lucide-react/icons/mic-off";
import VideoIcon from "lucide-react/icons/video";
import VideoOff from "lucide-react/icons/video-off";
import { useMessages } from "~/i18n/index.tsx";
import { Avatar } from "~/ui/Avatar.tsx";
import { Button } from "~/ui/Button.tsx";
import { ControlButton } from "~/ui/ControlButton.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Spinner } from "~/ui/Spinner.tsx";
import { Tile, Video } from "~/ui/Tile.tsx";
import type { PreviewView } from "../view.ts";
import { LevelMeter } from "./LevelMeter.tsx";

interface PreviewProps {
  preview: PreviewView;
  /** Of oneself when known from before, else the next in order. */
  number: number;
  name: string;
  onMicrophone(): void;
  onCamera(): void;
  onRetry(): void;
}

/** Seeing and hearing oneself before others do. */
export function Preview({ preview, number, name, onMicrophone, onCamera, onRetry }: PreviewProps) {
  const t = useMessages();
  const { stream, asking, microphone, camera, level } = preview;
  const shown = stream !== null && camera.on && camera.error === null;
  const error = camera.error ?? microphone.error;
  return (
    <section aria-label={t("door.preview")} className="min-w-0">
      <Tile number={number} className="aspect-16/11 rounded-l! shadow-2 m:aspect-4/3 m:rounded-xl!">
        {stream !== null && <Video stream={stream} label={t("door.preview")} own hidden={!shown} />}
        {!shown && (
          <div className="absolute inset-0 bottom-16 grid place-content-center justify-items-center gap-3 px-6 text-center">
            <Avatar number={number} name={name} size="xl" />
            <p className="flex items-center gap-2 text-14 text-balance">
              {asking && <Spinner />}
              {asking ? t("door.asking") : error === null && t("door.cameraOff")}
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
            onClick={onMicrophone}
          />
          <ControlButton
            label={t("door.camera")}
            title={t("door.camera")}
            icon={camera.on && !camera.error ? <VideoIcon /> : <VideoOff />}
            off={!camera.on || camera.error !== null}
            pressed={camera.on && camera.error === null}
            disabled={asking}
            onClick={onCamera}
          />
        </div>
      </Tile>
      <LevelMeter microphone={microphone} level={level} asking={asking} />
      {error !== null && (
        <>
          <ErrorNotice
            code={error}
            shape="row"
            className="mt-4"
            action={
              <Button size="s" onClick={onRetry}>
                {t("action.retry")}
              </Button>
            }
          />
          <p className="mt-2 text-14 text-ink-soft">{t("door.withoutMedia")}</p>
        </>
      )}
    </section>
  );
}
