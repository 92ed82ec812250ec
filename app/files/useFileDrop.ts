import { useEffect } from "react";
import type { Wish } from "./wish.ts";

const EVENTS = ["dragenter", "dragover", "drop"] as const;

/**
 * Files that are dragged over the page are wanted: where they may be dropped is shown then. Elsewhere a drop does nothing:
 * browsers would open the file in the place of the call.
 */
export function useFileDrop(want: (what: Wish["what"]) => void): void {
  useEffect(() => {
    const dragged = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      if (event.type === "dragenter") want("drag");
    };
    for (const name of EVENTS) addEventListener(name, dragged);
    return () => {
      for (const name of EVENTS) removeEventListener(name, dragged);
    };
  }, [want]);
}
