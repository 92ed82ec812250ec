import { type RefObject, useEffect, useRef } from "react";
import { cx } from "./cx.ts";

const FILL_SIZE = { width: 16, height: 9 };
const FILL_INTERVAL_MS = 2_000;

interface SoftFillProps {
  video: RefObject<HTMLVideoElement>;
  isMirrored: boolean;
}

/** The colours of a picture that does not fill its tile, blurred. A few pixels every two seconds cost nothing. */
export function SoftFill({ video, isMirrored }: SoftFillProps) {
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
