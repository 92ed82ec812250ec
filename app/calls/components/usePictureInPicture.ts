import { useCallback, useEffect, useRef, useState } from "react";

export interface Floating {
  /** `null` where a browser has no such window, or there is no picture to show in it. */
  readonly open: boolean | null;
  /** Only in a press. */
  toggle(): void;
}

/** A window of its own, over other programs, with the picture of who is on stage; without sound, which the page plays. */
export function usePictureInPicture(stream: MediaStream | null): Floating {
  const video = useRef<HTMLVideoElement | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (video.current === null) return;
    video.current.srcObject = stream;
    if (stream !== null) video.current.play().catch(() => {});
  }, [stream]);
  const end = useCallback(() => {
    const element = video.current;
    video.current = null;
    setOpen(false);
    if (element === null) return;
    if (document.pictureInPictureElement === element) document.exitPictureInPicture().catch(() => {});
    element.srcObject = null;
    element.remove();
  }, []);
  useEffect(() => end, [end]);

  const begin = async (picture: MediaStream) => {
    const element = document.createElement("video");
    element.muted = true;
    element.playsInline = true;
    element.className = "pointer-events-none fixed size-px opacity-0";
    element.setAttribute("aria-hidden", "true");
    element.srcObject = picture;
    document.body.appendChild(element);
    video.current = element;
    element.addEventListener("leavepictureinpicture", end);
    try {
      await element.play();
      await element.requestPictureInPicture();
      setOpen(true);
    } catch {
      end();
    }
  };

  const possible = stream !== null && "pictureInPictureEnabled" in document && document.pictureInPictureEnabled;
  return {
    open: open ? true : possible ? false : null,
    toggle() {
      if (video.current !== null) end();
      else if (stream !== null) void begin(stream);
    },
  };
}
