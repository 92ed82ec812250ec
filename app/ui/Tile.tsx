import { type HTMLAttributes, type ReactNode, useEffect, useRef } from "react";
import { cx } from "./cx.ts";
import { personColour } from "./person.ts";

interface TileProps extends Pick<HTMLAttributes<HTMLDivElement>, "onDoubleClick"> {
  /** Number of the participant. */
  number: number;
  speaking?: boolean;
  className?: string;
  children: ReactNode;
  /** The one who is kept in sight when there is room for one only. */
  stage?: boolean;
  /** A screen is shown whole, on black. */
  kind?: "person" | "screen";
}

/** Somebody's place: their colour as ground and as the ring while they speak. Its look is in `styles/tile.css`. */
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
  /** One's own picture: without sound, and as in a mirror. */
  isLocal: boolean;
  /** The picture is off; its sound goes on. */
  videoOff: boolean;
  /** Not to be heard: one's own always is. */
  muted?: boolean;
  /** Shown whole, and never as in a mirror: a screen. */
  contain?: boolean;
  /** What is to be done with the element that plays, such as choosing its speaker; again when it changes. */
  onElement?: (video: HTMLVideoElement) => void;
  /** The browser wants a press before it plays sound. */
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
