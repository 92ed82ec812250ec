import { useSyncExternalStore } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import type { FileSharing } from "../core/fileSharing.ts";
import { isShareable } from "../core/selectedFile.ts";
import type { FileTrayOptions } from "../fileRequest.ts";
import { AllowanceNotice } from "./AllowanceNotice.tsx";
import { SelectedFileRow } from "./SelectedFileRow.tsx";

interface SelectedFilesProps {
  options: Pick<FileTrayOptions, "rpc" | "place">;
  sharing: FileSharing;
  /** Opens the file picker. */
  onMore(): void;
  className?: string;
}

/** The chosen files with their progress and errors, and the button that shares them. Without files it shows nothing. */
export function SelectedFiles({ options, sharing, onMore, className }: SelectedFilesProps) {
  const t = useMessages();
  const { files, busy, shared } = useSyncExternalStore(sharing.subscribe, sharing.getSnapshot, sharing.getSnapshot);
  const shareable = files.filter(isShareable);
  const toShare = shareable.length;
  return (
    <>
      {files.length > 0 && (
        <section aria-label={t("files.title")} className={cx("grid gap-2", className)}>
          <ul className="grid max-h-56 auto-rows-max gap-1.5 overflow-y-auto">
            {files.map((file) => (
              <SelectedFileRow key={file.id} file={file} sharing={sharing} />
            ))}
          </ul>
          {toShare > 0 && (
            // It is read again after each shared file.
            <AllowanceNotice
              key={shared}
              options={options}
              bytes={shareable.reduce((sum, file) => sum + file.bytes, 0)}
            />
          )}
          <div className="flex flex-wrap gap-2">
            {toShare > 0 && (
              <Button size="s" variant="primary" busy={busy} onClick={() => void sharing.shareAll()}>
                {busy ? t("files.sharing") : t("files.share", { count: toShare })}
              </Button>
            )}
            <Button size="s" onClick={onMore}>
              {t("files.more")}
            </Button>
          </div>
        </section>
      )}
      <LiveRegion message={statusMessage()} />
    </>
  );

  function statusMessage(): string {
    if (busy) return t("files.sharing");
    const failed = files.some(({ state }) => state.name === "failed");
    if (failed) return t("files.left", { count: toShare });
    return shared > 0 ? t("files.shared", { count: shared }) : "";
  }
}
