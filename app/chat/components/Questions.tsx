import { useEffect, useState } from "react";
import type { Timeline } from "../core/index.ts";
import type { LineView } from "../view.ts";
import { Late } from "./late.ts";

export interface Asked {
  readonly name: "remove" | "forward";
  readonly line: LineView;
}

interface QuestionsProps {
  asked: Asked | null;
  timeline: Timeline;
  onClose(): void;
  /** What asks could not be had. */
  onFailed(): void;
}

/** What is asked about a line before something is done with it. Each dialog is loaded with its first question. */
export function Questions({ asked, timeline, onClose, onFailed }: QuestionsProps) {
  // The last one stays while it goes away.
  const [last, setLast] = useState(asked);
  useEffect(() => {
    if (asked !== null) setLast(asked);
  }, [asked]);
  if (last === null) return null;
  const { name, line } = last;
  const open = asked !== null;
  const failed = () => {
    setLast(null);
    onClose();
    onFailed();
  };
  return (
    <Late onFailed={failed}>
      {({ RemoveDialog, ForwardDialog }) =>
        name === "remove" ? (
          <RemoveDialog
            open={open}
            onRemove={() => {
              onClose();
              timeline.remove(line.id);
            }}
            onClose={onClose}
          />
        ) : (
          <ForwardDialog key={line.id} open={open} line={line} timeline={timeline} onClose={onClose} />
        )
      }
    </Late>
  );
}
