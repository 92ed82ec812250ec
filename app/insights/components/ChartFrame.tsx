import { type ReactElement, useEffect, useRef, useState } from "react";

/** Measures the width of an element. The first drawing waits for it. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}

/** Places a chart of known height in the available width. Its geometry is left to right; `reversed` axes mirror it. */
export function ChartFrame({ height, children }: { height: number; children(width: number): ReactElement }) {
  const { element, width } = useWidth();
  return (
    <div ref={element} dir="ltr" style={{ height }} className="min-w-0">
      {width > 0 && children(width)}
    </div>
  );
}
