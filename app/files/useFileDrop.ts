import { useEffect } from "react";
import type { FileRequest } from "./fileRequest.ts";

const DRAG_EVENTS = ["dragenter", "dragover", "drop"] as const;

/**
 * Requests the drop area while files are dragged over the page. A drop elsewhere does nothing. By default the browser would
 * leave the call and open the file.
 */
export function useFileDrop(onRequest: (source: FileRequest["source"]) => void): void {
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
