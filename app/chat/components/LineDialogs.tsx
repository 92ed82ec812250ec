import { useEffect, useRef, useState } from "react";
import type { createForwarding, Forwarding, ForwardingOptions } from "../forwarding.ts";
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
  onLoadError(): void;
}

/** Dialogs about a line. Their code is loaded when the first of them opens. */
export function LineDialogs({ request, timeline, forwardingOptions, onClose, onLoadError }: LineDialogsProps) {
  // One instance for all lines, so that a retry reuses the id of the failed copy.
  const forwarding = useRef<Forwarding | null>(null);
  const forwardingBy = (create: typeof createForwarding) => {
    forwarding.current ??= create(forwardingOptions);
    return forwarding.current;
  };
  // Keep rendering the last dialog during its exit animation.
  const [last, setLast] = useState(request);
  useEffect(() => {
    if (request !== null) setLast(request);
  }, [request]);
  if (last === null) return null;
  const { name, line } = last;
  const open = request !== null;
  const handleLoadError = () => {
    setLast(null);
    onClose();
    onLoadError();
  };
  return (
    <LineExtras onFailed={handleLoadError}>
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
