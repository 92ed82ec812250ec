import { useEffect, useRef, useState } from "react";
import type { Mark } from "#contracts/lines.ts";
import type { TimelineEntry } from "~/chat/timelineEntry.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { MarkIcon } from "~/transcripts/MarkLabel.tsx";
import { useLineEditing } from "~/transcripts/useLineEditing.ts";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { useCallUi } from "../screen/CallUiProvider.tsx";
import { lineIdAround, type MarkKeyPress, markTargetFor } from "./markTarget.ts";

interface MarkShortcutsProps {
  /** The list only grows. Each request is handled once. */
  requests: readonly MarkKeyPress[];
}

const MARKED_MESSAGES = {
  decision: "lines.marked.decision",
  task: "lines.marked.task",
  question: "lines.marked.question",
} as const;

/** Marks lines by key. A toast offers to undo the mark; a dialog asks for the assignee of a task. */
export function MarkShortcuts({ requests }: MarkShortcutsProps) {
  const t = useMessages();
  const { lineEditing } = useRoom();
  const { showToast } = useCallUi();
  const participants = useCallView((view) => view.participants);
  const people = useCallView((view) => view.people);
  const { editing } = useLineEditing(lineEditing, participants);
  const handledCount = useRef(0);
  const [task, setTask] = useState<TimelineEntry | null>(null);
  const [dialogOpen, setDialogOpen] = useState(false);

  async function saveMark(line: TimelineEntry, next: Mark | Omit<Mark, "by"> | null): Promise<boolean> {
    const result = await editing.setMark(line.id, next);
    if (!result.ok) showToast({ tone: "warning", text: errorText(t, result.error.code) });
    return result.ok;
  }

  async function handleRequest(request: MarkKeyPress) {
    const line = markTargetFor({ on: lineIdAround(request.target), entries: request.entries });
    if (line === null) return showToast({ tone: "warning", text: t("lines.marked.nothing") });
    const previousMark = line.mark;
    const wasMarked = previousMark?.kind === request.kind;
    if (!(await saveMark(line, wasMarked ? null : { kind: request.kind, who: null, done: false }))) return;
    const displayed = line.display.kind === "translated" ? line.display : line;
    showToast({
      text: t(wasMarked ? "lines.marked.taken" : MARKED_MESSAGES[request.kind]),
      detail: (
        <span lang={displayed.language} dir="auto" className="line-clamp-2">
          {displayed.text}
        </span>
      ),
      action: { label: t("lines.marked.undo"), onPress: () => void saveMark(line, previousMark) },
    });
    if (wasMarked || request.kind !== "task") return;
    setTask(line);
    setDialogOpen(true);
  }

  const latestHandler = useRef(handleRequest);
  latestHandler.current = handleRequest;
  useEffect(() => {
    for (const request of requests.slice(handledCount.current)) void latestHandler.current(request);
    handledCount.current = requests.length;
  }, [requests]);

  if (task === null) return null;
  const assign = (who: string | null) => {
    setDialogOpen(false);
    // A new task has no assignee.
    if (who !== null) void saveMark(task, { kind: "task", who, done: false });
  };
  const candidates = people.map(({ participant }) => participant);
  return (
    <Dialog
      open={dialogOpen}
      onClose={() => setDialogOpen(false)}
      title={t("transcript.who")}
      description={
        <span lang={task.language} dir="auto" className="line-clamp-3">
          {task.display.kind === "translated" ? task.display.text : task.text}
        </span>
      }
      theme="dark"
    >
      <ul className="mt-4 grid gap-2">
        {candidates.map(({ user_id, display_name }, index) => (
          <li key={user_id} className="grid grid-cols-[minmax(0,1fr)]">
            <Button
              data-autofocus={index === 0 ? "" : undefined}
              onClick={() => assign(user_id)}
              className="justify-start!"
            >
              <MarkIcon kind="task" />
              <bdi className="min-w-0 truncate">{display_name}</bdi>
            </Button>
          </li>
        ))}
        <li className="grid">
          <Button variant="ghost" onClick={() => assign(null)} className="justify-start!">
            {t("transcript.nobody")}
          </Button>
        </li>
      </ul>
    </Dialog>
  );
}
