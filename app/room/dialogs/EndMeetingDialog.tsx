import type { Moderation } from "~/call/moderation.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { CallView } from "../core/callView.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

interface EndMeetingDialogProps {
  open: boolean;
  onClose(): void;
  snapshot: CallView;
  moderation: Moderation;
}

/** Ends the meeting for everybody, after asking once; for rank 2 and above. */
export function EndMeetingDialog({ open, onClose, snapshot, moderation }: EndMeetingDialogProps) {
  const t = useMessages();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t("people.end.title")}
      description={t("people.end.text", { count: snapshot.people.filter(({ isMe }) => !isMe).length })}
      confirmLabel={t("people.end")}
      onConfirm={moderation.endMeeting}
    />
  );
}
