import type { ParticipantsById } from "~/call/roster.ts";
import type { Timeline } from "~/chat/timeline.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { LineEditingOptions } from "~/transcripts/lineEditing.ts";
import { Dialog } from "~/ui/Dialog.tsx";
import type { CaptionSession } from "../captionSession.ts";
import { CaptionLog } from "./CaptionLog.tsx";

interface CaptionHistoryDialogProps {
  open: boolean;
  onClose(): void;
  session: CaptionSession;
  participants: ParticipantsById;
  timeline: Timeline;
  lineEditing: LineEditingOptions;
}

/** The captions of this call, to read at leisure, to mark and to correct. */
export function CaptionHistoryDialog({ open, onClose, session, ...log }: CaptionHistoryDialogProps) {
  const t = useMessages();
  return (
    <Dialog open={open} onClose={onClose} title={t("captions.log")} theme="dark" className="max-w-130">
      <div className="mt-4">
        <CaptionLog display={session.display} {...log} />
      </div>
    </Dialog>
  );
}
