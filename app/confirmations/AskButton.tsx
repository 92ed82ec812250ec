import { useState } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import type { Confirmations } from "./confirmations.ts";

/** Puts the line to everybody. */
export function AskButton({ lineId, confirmations }: { lineId: string; confirmations: Confirmations }) {
  const t = useMessages();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorCode | null>(null);
  async function ask() {
    setBusy(true);
    const result = await confirmations.ask(lineId);
    setBusy(false);
    setError(result.ok ? null : result.error.code);
  }
  return (
    <div className="mt-3 print:hidden">
      <Button size="s" busy={busy} onClick={ask} className="pointer-coarse:min-h-control">
        {t("confirmations.ask")}
      </Button>
      {error !== null && (
        <p role="alert" className="mt-1 text-13 leading-snug text-danger">
          {errorText(t, error)}
        </p>
      )}
    </div>
  );
}
