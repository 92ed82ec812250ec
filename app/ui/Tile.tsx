import { type HTMLAttributes, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { cx } from "./cx.ts";

interface TileProps extends Pick<HTMLAttributes<HTMLDivElement>, "onDoubleClick"> {
  colour: number;
  speaking?: boolean;
  className?: string;
  children: ReactNode;
  /** Whether this tile stays visible if there is room for one only. */
  stage?: boolean;
  /** A shared screen: shown in full, on black. */
  kind?: "person" | "screen";
}

/** A participant's tile: their colour as background, and as a ring while they speak. Styled in `styles/tile.css`. */
export function Tile(props: TileProps) {
  const { colour, speaking = false, stage = false, kind = "person", className, children, ...rest } = props;
  return (
    <div
      {...rest}
      data-theme="dark"
      data-kind={kind}
      data-person={colour}
      data-speaking={speaking}
      data-stage={stage}
      className={cx("tile text-ink", className)}
    >
      {children}
    </div>
  );
}

interface VideoProps {
  stream: MediaStream;
  label: string;
  /** The local video: muted and mirrored. */
  isLocal: boolean;
  /** Whether the video is off; the audio continues. */
  videoOff: boolean;
  /** Whether to mute it; the local video always is. */
  muted?: boolean;
  /** Whether it is a screen: shown in full and never mirrored. */
  isScreen?: boolean;
  /** Called with the media element, such as to choose its speaker, and again when the callback changes. */
  onElement?: (video: HTMLVideoElement) => void;
  /** Called when the browser blocks audio until a click. */
  onBlocked?: () => void;
}

export function Video(props: VideoProps) {
  const { stream, label, isLocal, videoOff, muted = false, isScreen = false, onElement, onBlocked } = props;
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = element.current;
    if (video === null) return;
    video.srcObject = stream;
    video.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "NotAllowedError") onBlocked?.();
    });
    return () => {
      video.srcObject = null;
    };
  }, [stream, onBlocked]);
  useEffect(() => {
    if (element.current !== null) onElement?.(element.current);
  }, [onElement]);
  const isWide = useIsWide(element);
  const isMirrored = isLocal && !isScreen;
  return (
    <>
      {!isScreen && !isWide && !videoOff && <SoftFill video={element} isMirrored={isMirrored} />}
      <video
        ref={element}
        aria-label={label}
        autoPlay
        playsInline
        muted={isLocal || muted}
        className={cx(
          "absolute inset-0 size-full",
          isScreen || !isWide ? "object-contain" : "object-cover",
          isMirrored && "-scale-x-100",
          videoOff && "invisible",
        )}
      />
    </>
  );
}

/** Tiles have between 3:2 and 16:9. A camera of about that shape fills its tile, and any other is shown whole. */
const FILLING_RATIOS = { min: 1.45, max: 1.85 };

/** Whether the picture of a camera has the shape of a tile. True until its size is known. */
function useIsWide(video: RefObject<HTMLVideoElement>): boolean {
  const [isWide, setIsWide] = useState(true);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    const measure = () => {
      const ratio = element.videoWidth / element.videoHeight;
      // Without a picture the ratio is NaN.
      setIsWide(!(ratio < FILLING_RATIOS.min || ratio > FILLING_RATIOS.max));
    };
    measure();
    // A phone that turns changes the size of its picture.
    element.addEventListener("resize", measure);
    return () => element.removeEventListener("resize", measure);
  }, [video]);
  return isWide;
}

const FILL_SIZE = { width: 16, height: 9 };
const FILL_INTERVAL_MS = 2_000;

/** The colours of a picture that does not fill its tile, blurred. A few pixels every two seconds cost nothing. */
function SoftFill({ video, isMirrored }: { video: RefObject<HTMLVideoElement>; isMirrored: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const draw = () => {
      const { width, height } = FILL_SIZE;
      if (video.current !== null) canvas.current?.getContext("2d")?.drawImage(video.current, 0, 0, width, height);
    };
    draw();
    const timer = setInterval(draw, FILL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [video]);
  return (
    <span aria-hidden="true" className="absolute inset-0">
      <canvas
        ref={canvas}
        {...FILL_SIZE}
        className={cx("size-full scale-110 blur-[20px] brightness-75", isMirrored && "-scale-x-110")}
      />
    </span>
  );
}
