import { type HTMLAttributes, type ReactNode, useEffect, useRef } from "react";
import { cx } from "./cx.ts";
import { personColour } from "./person.ts";

interface TileProps extends Pick<HTMLAttributes<HTMLDivElement>, "onDoubleClick"> {
  /** The participant's number. */
  number: number;
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
  const { number, speaking = false, stage = false, kind = "person", className, children, ...rest } = props;
  return (
    <div
      {...rest}
      data-theme="dark"
      data-kind={kind}
      data-person={personColour(number)}
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
  contain?: boolean;
  /** Called with the media element, such as to choose its speaker, and again when the callback changes. */
  onElement?: (video: HTMLVideoElement) => void;
  /** Called when the browser blocks audio until a click. */
  onBlocked?: () => void;
}

export function Video(props: VideoProps) {
  const { stream, label, isLocal, videoOff, muted = false, contain = false, onElement, onBlocked } = props;
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
  return (
    <video
      ref={element}
      aria-label={label}
      autoPlay
      playsInline
      muted={isLocal || muted}
      className={cx(
        "absolute inset-0 size-full",
        contain ? "object-contain" : "object-cover",
        isLocal && !contain && "-scale-x-100",
        videoOff && "invisible",
      )}
    />
  );
}
