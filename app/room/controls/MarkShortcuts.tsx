import { useEffect, useRef, useState } from "react";
import type { Mark } from "#contracts/lines.ts";
import type { TimelineEntry } from "~/chat/timelineEntry.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { MarkIcon } from "~/transcripts/MarkLabel.tsx";
import { useLineEditing } from "~/transcripts/useLineEditing.ts";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import type { ToastOptions } from "~/ui/Toast.tsx";
import type { CallView } from "../core/callView.ts";
import type { RoomServices } from "../createRoom.ts";
import { lineIdAround, type MarkKeyPress, markTargetFor } from "./markTarget.ts";

interface MarkShortcutsProps {
  /** Only grows; each is carried out once. */
  requests: readonly MarkKeyPress[];
  room: Pick<RoomServices, "lineEditing">;
  snapshot: CallView;
  toast(one: ToastOptions): void;
}

const MARKED_MESSAGES = {
  decision: "lines.marked.decision",
  task: "lines.marked.task",
  question: "lines.marked.question",
} as const;

/** Marks set by a key: said in a toast, which takes them back; of a task it is asked whose it is. */
export function MarkShortcuts({ requests, room, snapshot, toast }: MarkShortcutsProps) {
  const t = useMessages();
  const { editing } = useLineEditing(room.lineEditing, snapshot.participants);
  const handledCount = useRef(0);
  const [task, setTask] = useState<TimelineEntry | null>(null);
  const [dialogOpen, setDialogOpen] = useState(false);

  async function saveMark(line: TimelineEntry, next: Mark | Omit<Mark, "by"> | null): Promise<boolean> {
    const result = await editing.setMark(line.id, next);
    if (!result.ok) toast({ tone: "warning", text: errorText(t, result.error.code) });
    return result.ok;
  }

  async function handleRequest(request: MarkKeyPress) {
    const line = markTargetFor({ on: lineIdAround(request.target), entries: request.entries });
    if (line === null) return toast({ tone: "warning", text: t("lines.marked.nothing") });
    const previousMark = line.mark;
    const wasMarked = previousMark?.kind === request.kind;
    if (!(await saveMark(line, wasMarked ? null : { kind: request.kind, who: null, done: false }))) return;
    const displayed = line.display.kind === "translated" ? line.display : line;
    toast({
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
    for (const press of requests.slice(handledCount.current)) void latestHandler.current(press);
    handledCount.current = requests.length;
  }, [requests]);

  if (task === null) return null;
  const assign = (who: string | null) => {
    setDialogOpen(false);
    // Nobody's it is already.
    if (who !== null) void saveMark(task, { kind: "task", who, done: false });
  };
  const candidates = snapshot.people.map(({ participant }) => participant);
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
