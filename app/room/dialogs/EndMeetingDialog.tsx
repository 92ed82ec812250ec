import type { Result } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

interface EndMeetingDialogProps {
  open: boolean;
  onClose(): void;
  /** Remote participants in the call. */
  othersCount: number;
  onConfirm(): Promise<Result<unknown>>;
}

/** Asks for confirmation before the meeting ends for everybody. For rank 2 and above. */
export function EndMeetingDialog({ othersCount, ...dialog }: EndMeetingDialogProps) {
  const t = useMessages();
  return (
    <ConfirmDialog
      {...dialog}
      title={t("people.end.title")}
      description={t("people.end.text", { count: othersCount })}
      confirmLabel={t("people.end")}
    />
  );
}
