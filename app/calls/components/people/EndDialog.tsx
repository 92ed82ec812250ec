import { useMessages } from "~/i18n/index.tsx";
import type { CallView } from "../../callView.ts";
import type { Lead } from "../../core/lead.ts";
import { Question } from "./Question.tsx";

interface EndDialogProps {
  open: boolean;
  onClose(): void;
  snapshot: CallView;
  lead: Lead;
}

/** Ends the meeting for everybody, after asking once; for rank 2 and above. */
export function EndDialog({ open, onClose, snapshot, lead }: EndDialogProps) {
  const t = useMessages();
  return (
    <Question
      open={open}
      onClose={onClose}
      title={t("people.end.title")}
      text={t("people.end.text", { count: snapshot.people.filter(({ isMe }) => !isMe).length })}
      press={t("people.end")}
      run={lead.endMeeting}
    />
  );
}
