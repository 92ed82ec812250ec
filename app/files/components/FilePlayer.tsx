import { useCallback, useEffect, useRef } from "react";
import type { SharedFile } from "#contracts/files.ts";
import { keepPlaying } from "../core/keepPlaying.ts";

interface FilePlayerProps {
  id: string;
  file: SharedFile;
  /** The browser cannot play the file. */
  onBroken(): void;
}

/** Plays a shared audio or video file. It loads nothing before the first click. */
export function FilePlayer({ id, file, onBroken }: FilePlayerProps) {
  const player = useRef<HTMLMediaElement | null>(null);
  const reference = useCallback((element: HTMLMediaElement | null) => {
    player.current = element;
  }, []);
  useEffect(() => (player.current ? keepPlaying(player.current, onBroken) : undefined), [onBroken]);
  const props = { src: `/files/${id}?show`, controls: true, preload: "none", "aria-label": file.name } as const;
  return file.type.startsWith("audio/") ? (
    <audio ref={reference} {...props} className="mt-1 w-full max-w-80 print:hidden" />
  ) : (
    <video
      ref={reference}
      {...props}
      playsInline
      className="mt-1 aspect-video w-full max-w-80 rounded-m border border-line bg-sunken print:hidden"
    />
  );
}
