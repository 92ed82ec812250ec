import { useEffect, useRef, useState } from "react";
import type { Mark } from "#contracts/lines.ts";
import type { TimelineEntry } from "~/chat/core/index.ts";
import { useMessages } from "~/i18n/index.tsx";
import { MarkIcon, useAtWork } from "~/transcripts/late.ts";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { errorText } from "~/ui/errors.tsx";
import type { ToastOptions } from "~/ui/Toast.tsx";
import type { CallView } from "../callView.ts";
import type { Room } from "../core/createRoom.ts";
import { lineAround, lineOfPress, type MarkPress } from "../markByKey.ts";

interface MarkByKeyProps {
  /** Only grows; each is carried out once. */
  presses: readonly MarkPress[];
  room: Pick<Room, "lineWork">;
  snapshot: CallView;
  toast(one: ToastOptions): void;
}

const SAID = {
  decision: "lines.marked.decision",
  task: "lines.marked.task",
  question: "lines.marked.question",
} as const;

/** Marks set by a key: said in a toast, which takes them back; of a task it is asked whose it is. */
export function MarkByKey({ presses, room, snapshot, toast }: MarkByKeyProps) {
  const t = useMessages();
  const { work } = useAtWork(room.lineWork, snapshot.participants);
  const done = useRef(0);
  const [task, setTask] = useState<TimelineEntry | null>(null);
  const [asking, setAsking] = useState(false);

  async function set(line: TimelineEntry, next: Mark | Omit<Mark, "by"> | null): Promise<boolean> {
    const answer = await work.mark(line.id, next);
    if (!answer.ok) toast({ tone: "warning", text: errorText(t, answer.error.code) });
    return answer.ok;
  }

  async function carryOut(press: MarkPress) {
    const line = lineOfPress({ on: lineAround(press.on), entries: press.entries });
    if (line === null) return toast({ tone: "warning", text: t("lines.marked.nothing") });
    const before = line.mark;
    const taken = before?.kind === press.kind;
    if (!(await set(line, taken ? null : { kind: press.kind, who: null, done: false }))) return;
    const words = line.shown.kind === "translated" ? line.shown : line;
    toast({
      text: t(taken ? "lines.marked.taken" : SAID[press.kind]),
      detail: (
        <span lang={words.language} dir="auto" className="line-clamp-2">
          {words.text}
        </span>
      ),
      action: { label: t("lines.marked.undo"), onPress: () => void set(line, before) },
    });
    if (taken || press.kind !== "task") return;
    setTask(line);
    setAsking(true);
  }

  const act = useRef(carryOut);
  act.current = carryOut;
  useEffect(() => {
    for (const press of presses.slice(done.current)) void act.current(press);
    done.current = presses.length;
  }, [presses]);

  if (task === null) return null;
  const choose = (who: string | null) => {
    setAsking(false);
    // Nobody's it is already.
    if (who !== null) void set(task, { kind: "task", who, done: false });
  };
  const here = snapshot.people.map(({ participant }) => participant);
  return (
    <Dialog
      open={asking}
      onClose={() => setAsking(false)}
      title={t("transcript.who")}
      description={
        <span lang={task.language} dir="auto" className="line-clamp-3">
          {task.shown.kind === "translated" ? task.shown.text : task.text}
        </span>
      }
      theme="dark"
    >
      <ul className="mt-4 grid gap-2">
        {here.map(({ user_id, display_name }, index) => (
          <li key={user_id} className="grid grid-cols-[minmax(0,1fr)]">
            <Button
              data-autofocus={index === 0 ? "" : undefined}
              onClick={() => choose(user_id)}
              className="justify-start!"
            >
              <MarkIcon kind="task" />
              <bdi className="min-w-0 truncate">{display_name}</bdi>
            </Button>
          </li>
        ))}
        <li className="grid">
          <Button variant="ghost" onClick={() => choose(null)} className="justify-start!">
            {t("transcript.nobody")}
          </Button>
        </li>
      </ul>
    </Dialog>
  );
}
