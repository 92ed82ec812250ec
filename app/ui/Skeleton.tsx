import { cx } from "./cx.ts";

const SHAPES = { line: "h-3.5 rounded-s", circle: "size-8 flex-none rounded-full", block: "h-24 rounded-l" } as const;

/** What is on its way, in the shape of what comes; the words beside it, or a live region, say that one waits. */
export function Skeleton({ shape = "line", className }: { shape?: keyof typeof SHAPES; className?: string }) {
  return <span aria-hidden="true" className={cx("block animate-breathe bg-line", SHAPES[shape], className)} />;
}
