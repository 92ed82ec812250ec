import { useEffect, useState, useSyncExternalStore } from "react";
import type { FileComments, FileCommentsSnapshot } from "./fileComments.ts";
import type { FileServices } from "./fileServices.ts";

const NONE: FileCommentsSnapshot = { loaded: null, comments: [], lastSeq: null, name: null };
const noSnapshot = () => NONE;
const noSubscription = () => () => {};

/** Returns the comments of the open file. Null while the dialog is closed, and until the next file's have been created. */
export function useFileComments(
  services: FileServices,
  fileId: string,
  open: boolean,
): readonly [FileComments | null, FileCommentsSnapshot] {
  const [current, setCurrent] = useState<{ fileId: string; comments: FileComments } | null>(null);
  useEffect(() => {
    if (!open) return;
    const comments = services.createComments(fileId);
    setCurrent({ fileId, comments });
    const stop = comments.start();
    window.addEventListener("online", comments.resume);
    return () => {
      window.removeEventListener("online", comments.resume);
      stop();
      setCurrent(null);
    };
  }, [services, fileId, open]);
  const comments = current?.fileId === fileId ? current.comments : null;
  const snapshot = useSyncExternalStore(comments?.subscribe ?? noSubscription, comments?.getSnapshot ?? noSnapshot);
  return [comments, snapshot];
}
