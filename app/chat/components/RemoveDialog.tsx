import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";

interface RemoveDialogProps {
  open: boolean;
  onRemove(): void;
  onClose(): void;
}

export function RemoveDialog({ open, onRemove, onClose }: RemoveDialogProps) {
  const t = useMessages();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      kind="question"
      title={t("lines.delete.title")}
      description={t("lines.delete.text")}
      actions={
        <>
          <Button onClick={onClose}>{t("lines.delete.keep")}</Button>
          <Button variant="danger" onClick={onRemove}>
            {t("lines.delete")}
          </Button>
        </>
      }
    />
  );
}
