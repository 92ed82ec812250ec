import { useEffect, useRef, useState } from "react";
import type { createForwarding, Forwarding, ForwardingParts } from "../core/forwarding.ts";
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
  parts: ForwardingParts;
  onClose(): void;
  /** What asks could not be had. */
  onFailed(): void;
}

/** What is asked about a line before something is done with it. Each dialog is loaded with its first question. */
export function Questions({ asked, timeline, parts, onClose, onFailed }: QuestionsProps) {
  // The same for all lines: what failed is sent again, not anew.
  const forwarding = useRef<Forwarding | null>(null);
  const forwardingBy = (create: typeof createForwarding) => {
    forwarding.current ??= create(parts);
    return forwarding.current;
  };
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
      {({ RemoveDialog, ForwardDialog, createForwarding }) =>
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
          <ForwardDialog
            key={line.id}
            open={open}
            line={line}
            forwarding={forwardingBy(createForwarding)}
            onClose={onClose}
          />
        )
      }
    </Late>
  );
}
