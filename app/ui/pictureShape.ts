import { ABUSE_EVENT, MAX_FRAME_PIXELS } from "~/lib/pictureAbuse.ts";

/** Tiles have between 3:2 and 16:9. A camera of about that shape fills its tile, and any other is shown whole. */
const FILLING_RATIOS = { min: 1.45, max: 1.85 };
/** A peer can send a picture of another size with each frame, and each new shape costs a layout and a drawing. */
const MEASURE_INTERVAL_MS = 2_000;
/** A phone that turns, or a browser that adapts to its network, changes the size a few times between two measures. */
const MAX_SIZES = 30;
/** By stream, so that another element goes on counting. */
const sizeCounts = new WeakMap<EventTarget, number>();

/**
 * Calls `onShape` with whether the picture has the shape of a tile: now, at the next size, and then at most every two seconds.
 * Returns a function that stops it. Reports to the stream if its pictures would freeze the page.
 */
export function watchPictureShape(
  video: EventTarget & Pick<HTMLVideoElement, "videoWidth" | "videoHeight">,
  stream: EventTarget,
  onShape: (isWide: boolean) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const measure = () => {
    const ratio = video.videoWidth / video.videoHeight;
    // Without a picture the ratio is NaN.
    onShape(!(ratio < FILLING_RATIOS.min || ratio > FILLING_RATIOS.max));
  };
  // A phone that turns changes the size of its picture.
  const handleResize = () => {
    const count = (sizeCounts.get(stream) ?? 0) + 1;
    sizeCounts.set(stream, count);
    if (count > MAX_SIZES || video.videoWidth * video.videoHeight > MAX_FRAME_PIXELS)
      stream.dispatchEvent(new Event(ABUSE_EVENT));
    if (timer !== undefined) return;
    measure();
    timer = setTimeout(() => {
      timer = undefined;
      sizeCounts.delete(stream);
      measure();
    }, MEASURE_INTERVAL_MS);
  };
  measure();
  video.addEventListener("resize", handleResize);
  return () => {
    video.removeEventListener("resize", handleResize);
    clearTimeout(timer);
  };
}
