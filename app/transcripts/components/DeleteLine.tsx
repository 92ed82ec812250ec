import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import type { ErrorCode, Result } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { errorText } from "~/ui/errorMessages.tsx";

interface DeleteLineProps {
  className: string;
  onDelete(): Promise<Result<unknown>>;
}

/** Deletes the user's own line after a confirmation below it. */
export function DeleteLine({ className, onDelete }: DeleteLineProps) {
  const t = useMessages();
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<ErrorCode | null>(null);

  async function confirm() {
    const result = await onDelete();
    // After a success the line is gone.
    if (!result.ok) setError(result.error.code);
  }
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className={className}>
        <Trash2 className="size-4" />
        {t("transcript.delete")}
      </button>
      {isOpen && (
        <div role="alert" className="flex basis-full flex-wrap items-center gap-2 text-14 leading-snug">
          <p>{error === null ? t("transcript.delete.text") : errorText(t, error)}</p>
          <Button size="s" variant="danger" onClick={confirm}>
            {t("transcript.delete.confirm")}
          </Button>
          <Button size="s" onClick={() => setOpen(false)}>
            {t("transcript.cancel")}
          </Button>
        </div>
      )}
    </>
  );
}
