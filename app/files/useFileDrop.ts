import { useEffect } from "react";
import type { FileRequest } from "./fileRequest.ts";

const DRAG_EVENTS = ["dragenter", "dragover", "drop"] as const;

/**
 * Files that are dragged over the page are wanted: where they may be dropped is shown then. Elsewhere a drop does nothing:
 * browsers would open the file in the place of the call.
 */
export function useFileDrop(onRequest: (what: FileRequest["source"]) => void): void {
  useEffect(() => {
    const onDragEvent = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      if (event.type === "dragenter") onRequest("drag");
    };
    for (const name of DRAG_EVENTS) addEventListener(name, onDragEvent);
    return () => {
      for (const name of DRAG_EVENTS) removeEventListener(name, onDragEvent);
    };
  }, [onRequest]);
}
