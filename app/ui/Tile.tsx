import { type HTMLAttributes, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { lazyModule } from "./lazy.tsx";
import { watchPictureShape } from "./pictureShape.ts";

const { LazyBoundary } = lazyModule([], () => import("./SoftFill.client.tsx"));

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
  const isWide = useIsWide(element, stream);
  const isMirrored = isLocal && !isScreen;
  return (
    <>
      <LazyBoundary active={!isScreen && !isWide && !videoOff} onFailed={() => {}}>
        {({ SoftFill }) => <SoftFill video={element} isMirrored={isMirrored} />}
      </LazyBoundary>
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

/** Whether the picture of a camera has the shape of a tile. True until its size is known. */
function useIsWide(video: RefObject<HTMLVideoElement>, stream: MediaStream): boolean {
  const [isWide, setIsWide] = useState(true);
  useEffect(
    () => (video.current === null ? undefined : watchPictureShape(video.current, stream, setIsWide)),
    [video, stream],
  );
  return isWide;
}
