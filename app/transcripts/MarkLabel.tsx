import CircleCheck from "lucide-react/icons/circle-check";
import CircleHelp from "lucide-react/icons/circle-help";
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

export function MarkIcon({ kind, className }: { kind: Mark["kind"]; className?: string }) {
  const { icon: Icon, tone } = MARK_STYLES[kind];
  return <Icon className={cx("size-4.5", tone, className)} />;
}

/** `Task, Tom`, `Question · Answered`. `name`: the assignee of a task. */
export function MarkLabel({ mark, name, icon = true }: { mark: Mark; name: string | null; icon?: boolean }) {
  const t = useMessages();
  const done = mark.done ? ` · ${t(mark.kind === "question" ? "transcript.answered" : "transcript.done")}` : "";
  return (
    <span className={cx("inline-flex items-center gap-1.5 text-13 leading-snug", MARK_STYLES[mark.kind].tone)}>
      {icon && <MarkIcon kind={mark.kind} />}
      <span>
        {mark.kind === "task" && name !== null
          ? t.rich("transcript.taskOf", { name: <bdi>{name}</bdi> })
          : t(`transcript.${mark.kind}`)}
        {done}
      </span>
    </span>
  );
}
