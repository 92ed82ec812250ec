import { useMemo } from "react";
import { cx } from "./cx.ts";
import { qrPath } from "./qrPath.ts";

interface QrCodeProps {
  text: string;
  label: string;
  className?: string;
}

/** Dark on light in both themes, because many cameras read no inverted code. */
export function QrCode({ text, label, className = "w-32 @max-s/call:w-24" }: QrCodeProps) {
  const { size, path } = useMemo(() => qrPath(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cx("aspect-square flex-none rounded-m bg-[white]", className)}
    >
      <path d={path} fill="black" />
    </svg>
  );
}
