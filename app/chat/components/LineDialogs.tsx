import { useEffect, useRef, useState } from "react";
import type { createForwarding, Forwarding, ForwardingOptions } from "../core/forwarding.ts";
import { LineExtras } from "../lazy.tsx";
import type { LineView } from "../lineView.ts";
import type { Timeline } from "../timeline.ts";

export interface LineDialogRequest {
  readonly name: "remove" | "forward";
  readonly line: LineView;
}

interface LineDialogsProps {
  request: LineDialogRequest | null;
  timeline: Timeline;
  forwardingOptions: ForwardingOptions;
  onClose(): void;
  /** What asks could not be had. */
  onLoadError(): void;
}

/** What is asked about a line before something is done with it. Each dialog is loaded with its first question. */
export function LineDialogs({ request, timeline, forwardingOptions, onClose, onLoadError }: LineDialogsProps) {
  // The same for all lines: what failed is sent again, not anew.
  const forwarding = useRef<Forwarding | null>(null);
  const forwardingBy = (create: typeof createForwarding) => {
    forwarding.current ??= create(forwardingOptions);
    return forwarding.current;
  };
  // The last one stays while it goes away.
  const [last, setLast] = useState(request);
  useEffect(() => {
    if (request !== null) setLast(request);
  }, [request]);
  if (last === null) return null;
  const { name, line } = last;
  const open = request !== null;
  const failed = () => {
    setLast(null);
    onClose();
    onLoadError();
  };
  return (
    <LineExtras onFailed={failed}>
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
    </LineExtras>
  );
}
