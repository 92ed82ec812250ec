import { cx } from "./cx.ts";

/** Something is going on; the words beside it say what. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        "inline-block size-4 flex-none animate-spin rounded-full border-2 border-current border-e-transparent opacity-85",
        className,
      )}
    />
  );
}

/** A line of text that is on its way, in the shape of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx("block h-3.5 animate-breathe rounded-s bg-line", className)} />;
}
