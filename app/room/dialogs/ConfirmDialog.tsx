import { type ReactNode, useEffect } from "react";
import type { Result } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { ActionError } from "./ActionError.tsx";
import { useAsyncActions } from "./useAsyncActions.ts";

interface ConfirmDialogProps {
  open: boolean;
  onClose(): void;
  title: ReactNode;
  description: ReactNode;
  /** Names the action. */
  confirmLabel: string;
  onConfirm(): Promise<Result<unknown>>;
}

/** Asks for confirmation. Closes when the action succeeds, and shows its error otherwise. */
export function ConfirmDialog({ open, onClose, title, description, confirmLabel, onConfirm }: ConfirmDialogProps) {
  const t = useMessages();
  const actions = useAsyncActions();
  const { dismissError } = actions;
  useEffect(() => {
    if (open) dismissError();
  }, [open, dismissError]);
  const confirm = async () => {
    if (await actions.run("run", onConfirm)) onClose();
  };
  return (
    <Dialog
      kind="question"
      theme="dark"
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t("people.cancel")}
          </Button>
          <Button variant="danger" busy={actions.isPending("run")} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <ActionError actions={actions} className="mt-4" />
    </Dialog>
  );
}
