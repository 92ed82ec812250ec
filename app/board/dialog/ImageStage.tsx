import Panzoom, { type PanzoomObject } from "@panzoom/panzoom";
import ZoomIn from "lucide-react/icons/zoom-in";
import ZoomOut from "lucide-react/icons/zoom-out";
import { useEffect, useRef, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { cx } from "~/ui/cx.ts";
import { IconButton } from "~/ui/IconButton.tsx";
import { useEventCallback } from "~/ui/useEventCallback.ts";

const MAX_SCALE = 8;
const DOUBLE_TAP_SCALE = 2.5;

interface ImageStageProps {
  /** Address of the picture. */
  source: string;
  /** Text alternative. */
  alt: string;
  onBroken(): void;
  onZoom(zoomed: boolean): void;
}

/** A picture with zoom by pinch, double tap, wheel and buttons, and pan while it is zoomed. */
export function ImageStage({ source, alt, onBroken, onZoom }: ImageStageProps) {
  const t = useMessages();
  const image = useRef<HTMLImageElement>(null);
  const panzoom = useRef<PanzoomObject | null>(null);
  const [loaded, setLoaded] = useState(false);
  const [scale, setScale] = useState(1);
  const announceZoom = useEventCallback(onZoom);
  useEffect(() => {
    const element = image.current;
    if (element === null) return;
    // While the picture fits, a vertical swipe scrolls the dialog and a horizontal one changes the file.
    const zoom = Panzoom(element, {
      ...{ minScale: 1, maxScale: MAX_SCALE, panOnlyWhenZoomed: true, contain: "outside" },
      ...{ touchAction: "pan-y", cursor: "default" },
    });
    panzoom.current = zoom;
    const onChange = () => {
      const next = zoom.getScale();
      setScale(next);
      announceZoom(next > 1);
      zoom.setOptions({ touchAction: next > 1 ? "none" : "pan-y", cursor: next > 1 ? "move" : "default" });
    };
    const onWheel = (event: WheelEvent) => zoom.zoomWithWheel(event);
    const onDoubleClick = (event: MouseEvent) =>
      zoom.getScale() > 1 ? zoom.reset() : zoom.zoomToPoint(DOUBLE_TAP_SCALE, event);
    element.addEventListener("panzoomchange", onChange);
    element.addEventListener("wheel", onWheel, { passive: false });
    element.addEventListener("dblclick", onDoubleClick);
    return () => {
      element.removeEventListener("panzoomchange", onChange);
      element.removeEventListener("wheel", onWheel);
      element.removeEventListener("dblclick", onDoubleClick);
      zoom.destroy();
    };
  }, [announceZoom]);
  return (
    <>
      <div className="size-full overflow-hidden">
        <img
          ref={image}
          src={source}
          alt={alt}
          draggable={false}
          onLoad={() => setLoaded(true)}
          onError={onBroken}
          className={cx("size-full object-contain transition-opacity duration-(--calm)", !loaded && "opacity-0")}
        />
      </div>
      <div className="absolute bottom-3 left-1/2 flex -translate-x-1/2 gap-1 rounded-m border border-line bg-raised p-1 shadow-2">
        <IconButton
          size="s"
          label={t("fileDialog.zoomOut")}
          icon={<ZoomOut />}
          className="disabled:border-transparent! disabled:bg-transparent!"
          disabled={scale <= 1}
          onClick={() => panzoom.current?.zoomOut()}
        />
        <IconButton
          size="s"
          label={t("fileDialog.zoomIn")}
          icon={<ZoomIn />}
          className="disabled:border-transparent! disabled:bg-transparent!"
          disabled={scale >= MAX_SCALE}
          onClick={() => panzoom.current?.zoomIn()}
        />
      </div>
    </>
  );
}
