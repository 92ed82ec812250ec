import { cx } from "./cx.ts";

/** A spinner; the text beside it describes the action. */
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
