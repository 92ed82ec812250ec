import { type DragEvent, useEffect } from "react";
import type { Wish } from "~/files/index.ts";

const holdsFiles = (transfer: DataTransfer | null) => transfer?.types.includes("Files") ?? false;

/** Beside the chat a file that is dropped does nothing: browsers would open it in the place of the call. */
function keepPage(event: globalThis.DragEvent) {
  if (holdsFiles(event.dataTransfer)) event.preventDefault();
}

/** For the element over which files may be dropped: what stands over it then may take them first. */
export function useFileDrop(want: (what: Wish["what"]) => void) {
  useEffect(() => {
    addEventListener("dragover", keepPage);
    addEventListener("drop", keepPage);
    return () => {
      removeEventListener("dragover", keepPage);
      removeEventListener("drop", keepPage);
    };
  }, []);
  return {
    onDragEnter(event: DragEvent) {
      if (holdsFiles(event.dataTransfer)) want("drag");
    },
    onDrop(event: DragEvent) {
      if (!event.defaultPrevented && holdsFiles(event.dataTransfer)) want([...event.dataTransfer.files]);
    },
  };
}
