import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useDropzone } from "react-dropzone";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import type { FileRequest, FileTrayOptions } from "../fileRequest.ts";
import { SelectedFiles } from "./SelectedFiles.tsx";
import { useFileSharing } from "./useFileSharing.ts";

interface FileTrayProps {
  options: FileTrayOptions;
  /** The last request. */
  request: FileRequest;
  /** False in a meeting that keeps nothing. */
  filesAllowed: boolean;
  /** Receives the focus when the last file is gone. */
  focusTarget: RefObject<HTMLElement>;
}

/** Chosen, dropped or pasted files. Nothing is uploaded before the user clicks Share. */
export function FileTray({ options, request, filesAllowed, focusTarget }: FileTrayProps) {
  const t = useMessages();
  const sharing = useFileSharing(options);
  const hasFiles = useSyncExternalStore(sharing.subscribe, () => sharing.getSnapshot().files.length > 0);
  const [dragging, setDragging] = useState(false);
  const { getRootProps, getInputProps, open } = useDropzone({
    ...{ noClick: true, noKeyboard: true, useFsAccessApi: false },
    onDrop: sharing.add,
  });
  useEffect(() => {
    if (!dragging) return;
    // The drop was elsewhere, or the drag left the window.
    const endDrag = (event: DragEvent) => {
      if (event.type === "drop" || event.relatedTarget === null) setDragging(false);
    };
    addEventListener("drop", endDrag);
    addEventListener("dragleave", endDrag);
    return () => {
      removeEventListener("drop", endDrag);
      removeEventListener("dragleave", endDrag);
    };
  }, [dragging]);
  const handledRequest = useRef<FileRequest | null>(null);
  useEffect(
    () => () => {
      sharing.close();
      // In development React mounts twice, and the second mount needs the files of the request again.
      if (typeof handledRequest.current?.source === "object") handledRequest.current = null;
    },
    [sharing],
  );
  useEffect(() => {
    // Handles each request once.
    if (!filesAllowed || handledRequest.current === request) return;
    handledRequest.current = request;
    if (request.source === "choose") open();
    else if (request.source === "drag") setDragging(true);
    else sharing.add(request.source);
  }, [request, filesAllowed, open, sharing]);
  const [dismissedRequest, setDismissedRequest] = useState<FileRequest | null>(null);
  const [hadFiles, setHadFiles] = useState(false);
  useEffect(() => {
    // The focused button was removed.
    if (hadFiles && !hasFiles && document.activeElement === document.body) focusTarget.current?.focus();
    setHadFiles(hasFiles);
  }, [hadFiles, hasFiles, focusTarget]);

  if (!filesAllowed)
    return dismissedRequest !== request ? (
      <div className="border-t border-line p-3">
        <ErrorNotice
          shape="row"
          code="file/not-kept"
          action={
            <Button size="s" onClick={() => setDismissedRequest(request)}>
              {t("action.close")}
            </Button>
          }
        />
      </div>
    ) : null;
  return (
    <>
      <input {...getInputProps()} aria-label={t("files.choose")} />
      {dragging && (
        <div
          {...getRootProps()}
          className="absolute inset-0 z-10 grid animate-rise place-items-center border-2 border-dashed border-accent bg-accent-soft p-6 text-center font-strong text-accent"
        >
          <p className="pointer-events-none text-balance">{t("files.drop")}</p>
        </div>
      )}
      <SelectedFiles options={options} sharing={sharing} onMore={open} className="border-t border-line p-3" />
    </>
  );
}
