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
  /** Says on its button what is done. */
  confirmLabel: string;
  onConfirm(): Promise<Result<unknown>>;
}

/** Asks once before something that others lose by. It closes when it is done; a failure is told in it. */
export function ConfirmDialog({ open, onClose, title, description, confirmLabel, onConfirm }: ConfirmDialogProps) {
  const t = useMessages();
  const asyncActions = useAsyncActions();
  const { dismissError } = asyncActions;
  useEffect(() => {
    if (open) dismissError();
  }, [open, dismissError]);
  const confirm = async () => {
    if (await asyncActions.run("run", onConfirm)) onClose();
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
          <Button variant="danger" busy={asyncActions.isPending("run")} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <ActionError presses={asyncActions} className="mt-4" />
    </Dialog>
  );
}
