import Download from "lucide-react/icons/download";
import Forward from "lucide-react/icons/forward";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { ForwardDialog } from "~/chat/ForwardDialog.tsx";
import { createForwarding } from "~/chat/forwarding.ts";
import { removeBytes } from "~/files/requestFiles.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import type { BoardCard } from "../boardView.ts";
import type { FileServices } from "./fileServices.ts";

interface FileActionsProps {
  card: BoardCard;
  mayDelete: boolean;
  services: FileServices;
  onDeleted(): void;
}

/** Download, forward and delete. */
export function FileActions({ card, mayDelete, services, onDeleted }: FileActionsProps) {
  const t = useMessages();
  const [dialog, setDialog] = useState<"forward" | "delete" | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorCode | null>(null);
  const [forwarding] = useState(() =>
    createForwarding({
      ...{ meetingId: card.meeting.id, rpc: services.rpc, newId: services.newId },
      copy: (copyId, fileId, meetingId) =>
        services.rpc("forward_file", { p_line_id: copyId, p_file_id: fileId, p_meeting_id: meetingId }),
    }),
  );

  async function handleDelete() {
    setBusy(true);
    setError(null);
    const result = await services.rpc("delete_file", { p_file_id: card.id });
    setBusy(false);
    // Somebody else may have deleted it.
    if (!result.ok && result.error.code !== "file/not-found") return setError(result.error.code);
    // If this fails, the daily sweep removes the bytes.
    if (result.ok) void removeBytes(services.http, [card.id]);
    setDialog(null);
    onDeleted();
  }
  return (
    <div className="flex flex-wrap gap-2">
      <a href={`/files/${card.id}`} target="_blank" rel="noopener" className={buttonClass({ size: "s" })}>
        <Download className="size-4.5" />
        {t("files.open")}
      </a>
      <Button size="s" onClick={() => setDialog("forward")}>
        <Forward className="size-4.5 rtl:-scale-x-100" />
        {t("lines.forward")}
      </Button>
      {mayDelete && (
        <IconButton
          size="s"
          label={t("fileDialog.delete")}
          icon={<Trash2 className="size-4.5" />}
          className="ms-auto text-danger!"
          onClick={() => setDialog("delete")}
        />
      )}
      <ForwardDialog
        open={dialog === "forward"}
        line={{
          ...{ id: card.id, authorColour: card.author.colour, authorName: card.author.name, isMe: false },
          ...{ time: card.sharedAt, ...(card.original ?? card.name), original: (card.original ?? card.name).text },
          display: card.original ? { kind: "translated", ...card.name, source: "server" } : { kind: "original" },
          delivery: "sent",
        }}
        forwarding={forwarding}
        description={t("fileDialog.forward.text")}
        onClose={() => setDialog(null)}
      />
      <Dialog
        kind="question"
        open={dialog === "delete"}
        onClose={() => setDialog(null)}
        title={t("fileDialog.delete.title")}
        description={t("fileDialog.delete.text")}
        actions={
          <>
            <Button variant="ghost" onClick={() => setDialog(null)}>
              {t("fileDialog.cancel")}
            </Button>
            <Button variant="danger" busy={busy} onClick={handleDelete}>
              {t("fileDialog.delete.confirm")}
            </Button>
          </>
        }
      >
        {error && <ErrorNotice shape="row" code={error} className="mt-4" />}
      </Dialog>
    </div>
  );
}
