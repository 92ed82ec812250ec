import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface EmptyStateProps {
  icon: ReactNode;
  title: ReactNode;
  /** One inviting sentence. */
  text: ReactNode;
  /** One action. */
  action?: ReactNode;
  /** Heading level of the title. */
  level?: 1 | 2 | 3;
  className?: string;
}

/** A placeholder for content that does not exist yet. */
export function EmptyState({ icon, title, text, action, level = 2, className }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div
      className={cx(
        "grid content-start justify-items-start gap-2.5 rounded-l border border-line bg-raised px-6 py-8",
        className,
      )}
    >
      <span className="text-ink-soft *:size-6">{icon}</span>
      <div>
        <Heading className="leading-snug font-strong">{title}</Heading>
        <p className="mt-1.5 text-pretty text-ink-soft">{text}</p>
      </div>
      {action && <div className="mt-1.5 flex flex-wrap gap-2">{action}</div>}
    </div>
  );
}
