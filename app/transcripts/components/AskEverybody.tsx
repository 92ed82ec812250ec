import CircleHelp from "lucide-react/icons/circle-help";
import { useState } from "react";
import type { ErrorCode, Result } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { errorText } from "~/ui/errorMessages.tsx";

interface AskEverybodyProps {
  className: string;
  onAsk(): Promise<Result<null>> | undefined;
}

/** Puts a decision or task to everybody who was in the call. */
export function AskEverybody({ className, onAsk }: AskEverybodyProps) {
  const t = useMessages();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorCode | null>(null);
  async function ask() {
    if (busy) return;
    setBusy(true);
    const result = await onAsk();
    setBusy(false);
    setError(result === undefined || result.ok ? null : result.error.code);
  }
  return (
    <>
      <button type="button" aria-busy={busy || undefined} onClick={ask} className={className}>
        <CircleHelp className="size-4" />
        {t("transcript.askEverybody")}
      </button>
      {error !== null && (
        <p role="alert" className="basis-full text-13 leading-snug text-danger">
          {errorText(t, error)}
        </p>
      )}
    </>
  );
}
