import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useDropzone } from "react-dropzone";
import { useMessages } from "~/i18n/index.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import { createSharing } from "../core/sharing.ts";
import { makeTusUpload } from "../tusUpload.client.ts";
import type { FileParts, Wish } from "../wish.ts";
import { ChosenRow } from "./ChosenRow.tsx";

interface FileTrayProps {
  parts: FileParts;
  /** What was asked for last. */
  wish: Wish;
  /** The meeting keeps what is shared in it. */
  keeps: boolean;
  /** Takes the keyboard when nothing is left to share. */
  field: RefObject<HTMLElement>;
}

/** Files that were chosen, dropped or pasted, until they are shared or left out. Nothing goes before the press on Share. */
export function FileTray({ parts, wish, keeps, field }: FileTrayProps) {
  const t = useMessages();
  const [sharing] = useState(() => createSharing({ ...parts, makeUpload: makeTusUpload(parts) }));
  const { files, tooMany, busy, shared } = useSyncExternalStore(sharing.subscribe, sharing.getSnapshot);
  useEffect(() => sharing.close, [sharing]);
  const [over, setOver] = useState(false);
  const { getRootProps, getInputProps, open } = useDropzone({
    ...{ noClick: true, noKeyboard: true, useFsAccessApi: false },
    onDrop: sharing.add,
  });
  useEffect(() => {
    if (!over) return;
    // Dropped beside it, or out of the window again.
    const ended = (event: DragEvent) => {
      if (event.type === "drop" || event.relatedTarget === null) setOver(false);
    };
    addEventListener("drop", ended);
    addEventListener("dragleave", ended);
    return () => {
      removeEventListener("drop", ended);
      removeEventListener("dragleave", ended);
    };
  }, [over]);
  const met = useRef<Wish | null>(null);
  useEffect(() => {
    // Once for each.
    if (!keeps || met.current === wish) return;
    met.current = wish;
    if (wish.what === "choose") open();
    else if (wish.what === "drag") setOver(true);
    else sharing.add(wish.what);
  }, [wish, keeps, open, sharing]);
  const [closed, setClosed] = useState<Wish | null>(null);
  const toShare = files.filter(({ state }) => state.name !== "refused").length;
  const left = files.length > 0;
  const [had, setHad] = useState(false);
  useEffect(() => {
    // What held the keyboard is gone.
    if (had && !left && document.activeElement === document.body) field.current?.focus();
    setHad(left);
  }, [had, left, field]);

  if (!keeps)
    return closed !== wish ? (
      <div className="border-t border-line p-3">
        <ErrorNotice
          shape="row"
          code="file/not-kept"
          action={
            <Button size="s" onClick={() => setClosed(wish)}>
              {t("action.close")}
            </Button>
          }
        />
      </div>
    ) : null;
  return (
    <>
      <input {...getInputProps()} aria-label={t("files.choose")} />
      {over && (
        <div
          {...getRootProps()}
          className="absolute inset-0 z-10 grid animate-rise place-items-center border-2 border-dashed border-accent bg-accent-soft p-6 text-center font-strong text-accent"
        >
          <p className="pointer-events-none text-balance">{t("files.drop")}</p>
        </div>
      )}
      {left && (
        <section aria-label={t("files.title")} className="grid gap-2 border-t border-line p-3">
          <ul className="grid max-h-56 auto-rows-max gap-1.5 overflow-y-auto">
            {files.map((file) => (
              <ChosenRow key={file.id} file={file} onRemove={() => sharing.remove(file.id)} />
            ))}
          </ul>
          {tooMany && <ErrorNotice shape="row" code="file/too-many" />}
          <div className="flex flex-wrap gap-2">
            {toShare > 0 && (
              <Button size="s" variant="primary" busy={busy} onClick={() => void sharing.share()}>
                {busy ? t("files.sharing") : t("files.share", { count: toShare })}
              </Button>
            )}
            <Button size="s" onClick={open}>
              {t("files.more")}
            </Button>
          </div>
        </section>
      )}
      <LiveRegion message={outcome()} />
    </>
  );

  function outcome(): string {
    if (busy) return t("files.sharing");
    const failed = files.some(({ state }) => state.name === "failed");
    if (failed) return t("files.left", { count: toShare });
    return shared > 0 ? t("files.shared", { count: shared }) : "";
  }
}
