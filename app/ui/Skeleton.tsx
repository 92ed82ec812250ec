import { cx } from "./cx.ts";

const SHAPES = { line: "h-3.5 rounded-s", circle: "size-8 flex-none rounded-full", block: "h-24 rounded-l" } as const;

/** A placeholder in the shape of content that is loading. Text beside it, or a live region, announces the wait. */
export function Skeleton({ shape = "line", className }: { shape?: keyof typeof SHAPES; className?: string }) {
  return <span aria-hidden="true" className={cx("block animate-breathe bg-line", SHAPES[shape], className)} />;
}
