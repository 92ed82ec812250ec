import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useEventCallback } from "~/ui/useEventCallback.ts";
import { type Crop, moveCrop, zoomCrop, zoomOf } from "../core/crop.ts";

interface CropAreaProps {
  picture: ImageBitmap;
  crop: Crop;
  onChange(change: (crop: Crop) => Crop): void;
}

/** Pixels of the canvas, so that it is sharp on dense screens. */
const CANVAS_SIDE = 576;
/** The part of the square by which a key moves it. */
const KEY_STEP = 0.05;
const KEY_ZOOM = 0.25;
const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const ZOOM_KEYS: Readonly<Record<string, number>> = { "+": KEY_ZOOM, "=": KEY_ZOOM, "-": -KEY_ZOOM };

/** The square part under a round frame. One pointer moves it, two and the wheel zoom; so do arrow keys, plus and minus. */
export function CropArea({ picture, crop, onChange }: CropAreaProps) {
  const t = useMessages();
  const hint = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    context.imageSmoothingQuality = "high";
    context.fillStyle = "#fff";
    context.fillRect(0, 0, CANVAS_SIDE, CANVAS_SIDE);
    const { left, top, side } = crop;
    context.drawImage(picture, left, top, side, side, 0, 0, CANVAS_SIDE, CANVAS_SIDE);
  }, [picture, crop]);

  const placeOf = (x: number, y: number) => {
    const box = area.current?.getBoundingClientRect();
    return box ? { x: (x - box.left) / box.width, y: (y - box.top) / box.height } : { x: 0.5, y: 0.5 };
  };
  // React listens passively, so the page would scroll.
  const onWheel = useEventCallback((event: WheelEvent) => {
    event.preventDefault();
    const place = placeOf(event.clientX, event.clientY);
    const factor = Math.exp(-event.deltaY / 400);
    onChange((current) => zoomCrop(current, picture, zoomOf(current, picture) * factor, place));
  });
  useEffect(() => {
    const element = area.current;
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, [onWheel]);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const before = pointers.current.get(event.pointerId);
    const width = area.current?.clientWidth;
    if (before === undefined || !width) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (other === undefined) {
      const moved = (by: number, side: number) => (-by * side) / width;
      onChange((current) =>
        moveCrop(current, picture, moved(now.x - before.x, current.side), moved(now.y - before.y, current.side)),
      );
      return;
    }
    const distance = (point: { x: number; y: number }) => Math.hypot(point.x - other.x, point.y - other.y);
    if (distance(before) === 0) return;
    const factor = distance(now) / distance(before);
    const place = placeOf((now.x + other.x) / 2, (now.y + other.y) / 2);
    onChange((current) => zoomCrop(current, picture, zoomOf(current, picture) * factor, place));
  };
  const onPointerEnd = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = DIRECTIONS[event.key];
    const zoom = ZOOM_KEYS[event.key];
    if (direction === undefined && zoom === undefined) return;
    event.preventDefault();
    onChange((current) => {
      if (zoom !== undefined) return zoomCrop(current, picture, zoomOf(current, picture) + zoom);
      const [right = 0, down = 0] = direction ?? [];
      const step = KEY_STEP * current.side;
      return moveCrop(current, picture, right * step, down * step);
    });
  };
  return (
    <div className="grid w-full justify-items-center gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups the fields of a form, and this is a picture that moves */}
      <div
        ref={area}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the focus, because arrow keys move the picture
        tabIndex={0}
        aria-label={t("avatars.part")}
        aria-describedby={hint}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        onKeyDown={onKeyDown}
        className="relative aspect-square w-full max-w-72 cursor-move touch-none overflow-hidden rounded-m bg-sunken"
      >
        <canvas ref={canvas} width={CANVAS_SIDE} height={CANVAS_SIDE} className="size-full" />
        <span aria-hidden className="pointer-events-none absolute inset-0 rounded-full ring-[999px] ring-overlay" />
      </div>
      <p id={hint} className="text-center text-13 text-pretty text-ink-soft">
        {t("avatars.part.hint")}
      </p>
    </div>
  );
}
