import Check from "lucide-react/icons/check";
import Pencil from "lucide-react/icons/pencil";
import Square from "lucide-react/icons/square";
import SquareCheck from "lucide-react/icons/square-check";
import { type ReactNode, useId, useState } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";
import type { TranscriptLine } from "~/transcripts/transcriptLine.ts";
import type { TranscriptPerson } from "~/transcripts/transcriptView.ts";
import { Avatar } from "~/ui/Avatar.tsx";
import { cx } from "~/ui/cx.ts";
import { errorText } from "~/ui/errorMessages.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { DueDate } from "./components/DueDate.tsx";
import { LineWords } from "./components/LineWords.tsx";
import { TaskConfirmation } from "./components/TaskConfirmation.tsx";
import { TaskSettings } from "./components/TaskSettings.tsx";
import type { ConfirmationContext } from "./confirmationContext.ts";

export interface TaskListProps extends ConfirmationContext {
  tasks: readonly TranscriptLine[];
  people: readonly TranscriptPerson[];
  times: DateFormatter;
  /** The reader's day: `2026-12-01`. */
  today: string;
  /** The author of a task and the time. */
  aboutOf(line: TranscriptLine): ReactNode;
}

/** The tasks of a call, first those that are open, with a box to tick. */
export function TaskList({ tasks, ...shared }: TaskListProps) {
  const t = useMessages();
  const groups = [
    { key: "open", icon: Square, tasks: tasks.filter(({ mark }) => mark?.done === false) },
    { key: "closed", icon: SquareCheck, tasks: tasks.filter(({ mark }) => mark?.done === true) },
  ] as const;
  return groups.map(
    ({ key, icon: Icon, tasks: found }) =>
      found.length > 0 && (
        <div key={key} className="not-first:mt-5">
          <h3 className="flex items-center gap-2 pb-1.5 text-13 leading-snug font-strong text-ink-soft">
            <Icon className="size-4" />
            {t(`confirmations.task.${key}`, { count: found.length })}
          </h3>
          <ul className="border-b border-line">
            {found.map((line) => (
              <TaskItem key={line.id} line={line} {...shared} />
            ))}
          </ul>
        </div>
      ),
  );
}

type TaskItemProps = Omit<TaskListProps, "tasks"> & { line: TranscriptLine };

function TaskItem({ line, people, times, today, aboutOf, ...context }: TaskItemProps) {
  const t = useMessages();
  const { confirmations, state, column } = context;
  const [editing, setEditing] = useState(false);
  const [error, setError] = useState<ErrorCode | null>(null);
  const wordsId = useId();
  const { mark } = line;
  const owner = people.find(({ id }) => id === mark?.who);
  // Shown until the server has answered.
  const [ticked, setTicked] = useState<boolean | null>(null);
  const done = ticked ?? mark?.done ?? false;
  async function tick(next: boolean) {
    setTicked(next);
    const result = await confirmations.setDone(line, next);
    setTicked(null);
    setError(result.ok ? null : result.error.code);
  }
  return (
    <li id={`confirmation-${line.id}`} className="scroll-mt-6 border-t border-line py-3 break-inside-avoid">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 min-[40rem]:grid-cols-[auto_minmax(0,1fr)_auto_8.5rem_auto]">
        <TickBox done={done} labelledBy={wordsId} onTick={tick} />
        <div id={wordsId} className={cx("min-w-0", mark?.done && "text-ink-soft")}>
          <LineWords line={line} column={column} className="text-16" />
          <div className="mt-0.5 text-13 text-ink-soft">{aboutOf(line)}</div>
        </div>
        {owner !== undefined && (
          <span className="flex items-center gap-2 text-14 max-[39.99rem]:col-start-2 max-[39.99rem]:row-start-2">
            <Avatar colour={owner.colour} name={owner.name} size="s" />
            <span data-person={owner.colour} className={cx(mark?.done ? "text-ink-soft" : "font-strong text-person")}>
              <bdi>{owner.id === context.me ? t("confirmations.you") : owner.name}</bdi>
            </span>
          </span>
        )}
        <span className="text-end text-14 max-[39.99rem]:col-start-3 max-[39.99rem]:row-start-1 min-[40rem]:col-start-4">
          <DueDate date={state.taskDates.get(line.id)} done={mark?.done ?? false} {...{ times, today }} />
        </span>
        <IconButton
          size="s"
          label={t("confirmations.task.edit")}
          aria-expanded={editing}
          icon={<Pencil className="size-4" />}
          onClick={() => setEditing(!editing)}
          className="max-[39.99rem]:col-start-3 max-[39.99rem]:row-start-2 max-[39.99rem]:justify-self-end min-[40rem]:col-start-5 print:hidden"
        />
      </div>
      {error !== null && (
        <p role="alert" className="ms-9 mt-1 text-13 leading-snug text-danger">
          {errorText(t, error)}
        </p>
      )}
      {editing && <TaskSettings line={line} people={people} confirmations={confirmations} state={state} />}
      <TaskConfirmation line={line} {...context} />
    </li>
  );
}

interface TickBoxProps {
  done: boolean;
  labelledBy: string;
  onTick(done: boolean): void;
}

/** The native checkbox, with Parley's styles. */
function TickBox({ done, labelledBy, onTick }: TickBoxProps) {
  return (
    <span className="relative mt-0.5 grid size-6 place-items-center pointer-coarse:size-8">
      <input
        type="checkbox"
        checked={done}
        aria-labelledby={labelledBy}
        onChange={({ target }) => onTick(target.checked)}
        className="peer size-5.5 appearance-none rounded-[6px] border-2 border-line-strong bg-raised checked:border-success checked:bg-success hover:border-ink-soft"
      />
      <Check className="pointer-events-none absolute hidden size-4 text-surface peer-checked:block" />
    </span>
  );
}
