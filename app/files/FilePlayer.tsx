import { useCallback, useEffect, useRef } from "react";
import type { SharedFile } from "#contracts/files.ts";
import { cx } from "~/ui/cx.ts";
import { keepPlaying } from "./core/keepPlaying.ts";

interface FilePlayerProps {
  id: string;
  file: SharedFile;
  /** The browser cannot play the file. */
  onBroken(): void;
  /** Replaces the size of a player in the chat. */
  className?: string;
}

/** Plays a shared audio or video file. It loads nothing before the first click. */
export function FilePlayer({ id, file, onBroken, className }: FilePlayerProps) {
  const player = useRef<HTMLMediaElement | null>(null);
  const reference = useCallback((element: HTMLMediaElement | null) => {
    player.current = element;
  }, []);
  useEffect(() => (player.current ? keepPlaying(player.current, onBroken) : undefined), [onBroken]);
  const props = { src: `/files/${id}?show`, controls: true, preload: "none", "aria-label": file.name } as const;
  return file.type.startsWith("audio/") ? (
    <audio ref={reference} {...props} className={cx(className ?? "mt-1 w-full max-w-80", "print:hidden")} />
  ) : (
    <video
      ref={reference}
      {...props}
      playsInline
      className={cx(
        className ?? "mt-1 aspect-video w-full max-w-80 rounded-m border border-line",
        "bg-sunken print:hidden",
      )}
    />
  );
}
