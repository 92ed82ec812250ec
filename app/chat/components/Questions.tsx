import { lazy, Suspense, useEffect, useState } from "react";
import type { Timeline } from "../core/index.ts";
import { keepEscape } from "../keepEscape.ts";
import type { LineView } from "../view.ts";

const RemoveDialog = lazy(() => import("./RemoveDialog.tsx").then((loaded) => ({ default: loaded.RemoveDialog })));
const ForwardDialog = lazy(() => import("./ForwardDialog.tsx").then((loaded) => ({ default: loaded.ForwardDialog })));

export interface Asked {
  readonly name: "remove" | "forward";
  readonly line: LineView;
}

/** What is asked about a line before something is done with it. Each dialog is loaded with its first question. */
export function Questions({ asked, timeline, onClose }: { asked: Asked | null; timeline: Timeline; onClose(): void }) {
  // The last one stays while it goes away.
  const [last, setLast] = useState(asked);
  useEffect(() => {
    if (asked !== null) setLast(asked);
  }, [asked]);
  if (last === null) return null;
  const { name, line } = last;
  const open = asked !== null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dialogs stand elsewhere in the page, but their keys pass through here
    <div onKeyDown={keepEscape}>
      <Suspense>
        {name === "remove" ? (
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
        )}
      </Suspense>
    </div>
  );
}
