import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";
import type { TaskDate } from "../confirmations.ts";
import { dueState } from "../core/answers.ts";

interface DueDateProps {
  date: TaskDate | undefined;
  done: boolean;
  times: DateFormatter;
  today: string;
}

/** `due tomorrow`, `2 days late`, `done 15 April`. */
export function DueDate({ date, done, times, today }: DueDateProps) {
  const t = useMessages();
  const now = Date.parse(today);
  if (date === undefined) return null;
  if (done)
    return (
      <span className="text-ink-soft">{t("confirmations.due.done", { date: times.date(date.markedAt, now) })}</span>
    );
  if (date.dueOn === null) return null;
  const state = dueState(date.dueOn, today);
  switch (state.kind) {
    case "late":
      return <span className="text-danger">{t("confirmations.due.late", { count: state.days })}</span>;
    case "today":
    case "tomorrow":
      return t(`confirmations.due.${state.kind}`);
    case "later":
      // Noon, so that no time zone moves it to another day.
      return t("confirmations.due.on", { date: times.date(Date.parse(`${date.dueOn}T12:00Z`), now) });
    default:
      return state satisfies never;
  }
}
