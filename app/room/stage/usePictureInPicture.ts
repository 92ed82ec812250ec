import { useCallback, useEffect, useRef, useState } from "react";

export interface PictureInPictureState {
  /** Null if the browser has no such window, or there is no video. */
  readonly open: boolean | null;
  /** Works in a click handler only. */
  toggle(): void;
}

/** A window above other programs with the spotlighted video. It is silent, because the page plays the audio. */
export function usePictureInPicture(stream: MediaStream | null): PictureInPictureState {
  const video = useRef<HTMLVideoElement | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (video.current === null) return;
    video.current.srcObject = stream;
    if (stream !== null) video.current.play().catch(() => {});
  }, [stream]);
  const close = useCallback(() => {
    const element = video.current;
    video.current = null;
    setOpen(false);
    if (element === null) return;
    if (document.pictureInPictureElement === element) document.exitPictureInPicture().catch(() => {});
    element.srcObject = null;
    element.remove();
  }, []);
  useEffect(() => close, [close]);

  const start = async (source: MediaStream) => {
    const element = document.createElement("video");
    element.muted = true;
    element.playsInline = true;
    element.className = "pointer-events-none fixed size-px opacity-0";
    element.setAttribute("aria-hidden", "true");
    element.srcObject = source;
    document.body.appendChild(element);
    video.current = element;
    element.addEventListener("leavepictureinpicture", close);
    try {
      await element.play();
      await element.requestPictureInPicture();
      setOpen(true);
    } catch {
      close();
    }
  };

  const supported = stream !== null && "pictureInPictureEnabled" in document && document.pictureInPictureEnabled;
  return {
    open: open ? true : supported ? false : null,
    toggle() {
      if (video.current !== null) close();
      else if (stream !== null) void start(stream);
    },
  };
}
