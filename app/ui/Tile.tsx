import { type ReactNode, useEffect, useRef } from "react";
import { cx } from "./cx.ts";
import { personColour } from "./person.ts";

interface TileProps {
  /** Number of the participant. */
  number: number;
  speaking?: boolean;
  className?: string;
  children: ReactNode;
  /** The one who is kept in sight when there is room for one only. */
  stage?: boolean;
}

/** Somebody's place: their colour as ground and as the ring while they speak. Its look is in `styles/call.css`. */
export function Tile({ number, speaking = false, stage = false, className, children }: TileProps) {
  return (
    <div
      data-theme="dark"
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
  own: boolean;
  /** The picture is off; its sound goes on. */
  hidden: boolean;
  /** The browser wants a press before it plays sound. */
  onBlocked?: () => void;
}

export function Video({ stream, label, own, hidden, onBlocked }: VideoProps) {
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
  return (
    <video
      ref={element}
      aria-label={label}
      autoPlay
      playsInline
      muted={own}
      className={cx("absolute inset-0 size-full object-cover", own && "-scale-x-100", hidden && "invisible")}
    />
  );
}
