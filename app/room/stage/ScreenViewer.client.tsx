import Panzoom, { type PanzoomObject } from "@panzoom/panzoom";
import X from "lucide-react/icons/x";
import ZoomIn from "lucide-react/icons/zoom-in";
import ZoomOut from "lucide-react/icons/zoom-out";
import { useEffect, useRef } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { IconButton } from "~/ui/IconButton.tsx";

/** Shows a screen of 2560 pixels in full size on a phone. */
const MAX_SCALE = 8;
const DOUBLE_TAP_SCALE = 2.5;

interface ScreenViewerProps {
  stream: MediaStream;
  label: string;
  onClose(): void;
}

/** A shared screen that fills the window, with zoom by pinch, double tap, wheel and buttons. Its tile plays the audio. */
export function ScreenViewer({ stream, label, onClose }: ScreenViewerProps) {
  const t = useMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    // Phones hide their bars. Without support the dialog fills the window.
    element.requestFullscreen?.().catch(() => {});
    const onFullscreenChange = () => document.fullscreenElement === null && element.close();
    element.addEventListener("fullscreenchange", onFullscreenChange);
    return () => {
      element.removeEventListener("fullscreenchange", onFullscreenChange);
      if (document.fullscreenElement === element) void document.exitFullscreen();
    };
  }, []);
  const panzoom = useRef<PanzoomObject | null>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    const zoom = Panzoom(element, { minScale: 1, maxScale: MAX_SCALE, panOnlyWhenZoomed: true });
    panzoom.current = zoom;
    const onWheel = (event: WheelEvent) => zoom.zoomWithWheel(event);
    const onDoubleClick = (event: MouseEvent) =>
      zoom.getScale() > 1 ? zoom.reset() : zoom.zoomToPoint(DOUBLE_TAP_SCALE, event);
    element.addEventListener("wheel", onWheel, { passive: false });
    element.addEventListener("dblclick", onDoubleClick);
    return () => {
      element.removeEventListener("wheel", onWheel);
      element.removeEventListener("dblclick", onDoubleClick);
      zoom.destroy();
    };
  }, []);
  useEffect(() => {
    if (video.current === null) return;
    video.current.srcObject = stream;
    void video.current.play().catch(() => {});
  }, [stream]);
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      data-theme="dark"
      onClose={onClose}
      onDoubleClick={(event) => event.stopPropagation()}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-hidden border-0 bg-room p-0 text-ink"
    >
      <video ref={video} aria-label={label} autoPlay playsInline muted className="size-full object-contain" />
      <div className="absolute end-3 top-3 flex gap-2 rounded-m bg-raised p-1">
        <IconButton label={t("call.zoomOut")} icon={<ZoomOut />} onClick={() => panzoom.current?.zoomOut()} />
        <IconButton label={t("call.zoomIn")} icon={<ZoomIn />} onClick={() => panzoom.current?.zoomIn()} />
        <IconButton label={t("action.close")} icon={<X />} onClick={() => dialog.current?.close()} />
      </div>
    </dialog>
  );
}
