import Upload from "lucide-react/icons/upload";
import type { ReactNode } from "react";
import { cx } from "~/ui/cx.ts";

interface DropFrameProps {
  /** States who can see the files. */
  text: string;
  /** The button that chooses files. */
  children: ReactNode;
  active?: boolean;
}

/** The frame of an area for files. A page shows it before the area has loaded, so that nothing moves. */
export const DropFrame = ({ text, children, active = false }: DropFrameProps) => (
  <div
    className={cx(
      "flex flex-wrap items-center gap-4 rounded-l border border-dashed p-5",
      active ? "border-accent bg-accent-soft" : "border-line-strong",
    )}
  >
    <Upload className="size-6 flex-none text-ink-soft" />
    <p className="min-w-40 flex-1 text-14 text-pretty text-ink-soft">{text}</p>
    {children}
  </div>
);
