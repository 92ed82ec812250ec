import CircleCheck from "lucide-react/icons/circle-check";
import CircleHelp from "lucide-react/icons/circle-help";
import Square from "lucide-react/icons/square";
import SquareCheck from "lucide-react/icons/square-check";
import type { Mark } from "#contracts/lines.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { cx } from "~/ui/cx.ts";

export const LINE_MARK_KINDS = ["decision", "task", "question"] as const satisfies readonly Mark["kind"][];

const MARK_STYLES = {
  decision: { icon: CircleCheck, tone: "text-success" },
  task: { icon: SquareCheck, tone: "text-accent" },
  question: { icon: CircleHelp, tone: "text-warning" },
} as const;

interface MarkIconProps {
  kind: Mark["kind"];
  /** Whether a task is completed: it shows a filled and soft box, and an open task an empty box. */
  done?: boolean;
  className?: string;
}

export function MarkIcon({ kind, done, className }: MarkIconProps) {
  const { icon, tone } = MARK_STYLES[kind];
  const Icon = kind === "task" && done === false ? Square : icon;
  return <Icon className={cx("size-4.5", done ? "fill-sunken text-ink-soft" : tone, className)} />;
}

/** `Task, Tom`, `Question · Answered`. `name`: the assignee of a task. */
export function MarkLabel({ mark, name, icon = true }: { mark: Mark; name: string | null; icon?: boolean }) {
  const t = useMessages();
  const done = mark.done ? ` · ${t(mark.kind === "question" ? "transcript.answered" : "transcript.done")}` : "";
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5 text-13 leading-snug",
        mark.done ? "text-ink-soft" : MARK_STYLES[mark.kind].tone,
      )}
    >
      {icon && <MarkIcon {...mark} />}
      <span>
        {mark.kind === "task" && name !== null
          ? t.rich("transcript.taskOf", { name: <bdi>{name}</bdi> })
          : t(`transcript.${mark.kind}`)}
        {done}
      </span>
    </span>
  );
}
