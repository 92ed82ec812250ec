import { useEffect, useState } from "react";
import { useEventCallback } from "~/ui/useEventCallback.ts";

/** Takes a file that is dropped anywhere on the page, which a browser would open instead. Returns whether a file is above the page. */
export function useFileDrop(enabled: boolean, onDrop: (file: File) => void): boolean {
  const [isAbove, setAbove] = useState(false);
  const take = useEventCallback(onDrop);
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true;
    const over = (event: DragEvent) => {
      // A dialog has its own area for files.
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = enabled ? "copy" : "none";
      setAbove(enabled);
    };
    // The pointer has left the window.
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setAbove(false);
    const drop = (event: DragEvent) => {
      setAbove(false);
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (enabled && file !== undefined) take(file);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, [enabled, take]);
  return enabled && isAbove;
}
