import { ok } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

interface LeaveDialogProps {
  open: boolean;
  /** Stays in the call. */
  onClose(): void;
  onLeave(): void;
}

/** Asks before the browser's Back leaves the call. */
export function LeaveDialog({ onLeave, ...dialog }: LeaveDialogProps) {
  const t = useMessages();
  return (
    <ConfirmDialog
      {...dialog}
      title={t("people.leave.title")}
      description={t("people.leave.text")}
      confirmLabel={t("call.leave")}
      onConfirm={async () => {
        onLeave();
        return ok(null);
      }}
    />
  );
}
