import { useState } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { LIMITS } from "#contracts/limits.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import type { TranscriptLine } from "~/transcripts/transcriptLine.ts";
import { errorText } from "~/ui/errorMessages.tsx";
import type { Confirmations } from "../confirmations.ts";
import { WordsForm } from "./WordsForm.tsx";

interface RewordFormProps {
  line: TranscriptLine;
  confirmations: Confirmations;
  onClose(): void;
}

/** Another wording of a decision, in its own language. Saving it asks everybody again. */
export function RewordForm({ line, confirmations, onClose }: RewordFormProps) {
  const t = useMessages();
  const format = useFormatters();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorCode | null>(null);

  async function send(text: string) {
    setBusy(true);
    const result = await confirmations.reword(line, text);
    setBusy(false);
    if (result.ok) onClose();
    else setError(result.error.code);
  }

  return (
    <WordsForm
      label={t("confirmations.reword.label", { language: format.languageName(line.language) })}
      hint={t("confirmations.reword.hint")}
      error={error !== null && errorText(t, error)}
      action={t("confirmations.reword")}
      language={line.language}
      initialText={line.text}
      maxLength={line.kind === "speech" ? LIMITS.caption.max : LIMITS.message.max}
      busy={busy}
      onSend={(text) => void send(text)}
      onCancel={onClose}
    />
  );
}
