import { type FormEvent, useState } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { LANGUAGES } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import type { TranscriptLine } from "~/transcripts/transcriptLine.ts";
import { Button } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { errorText } from "~/ui/errorMessages.tsx";
import { controlClass, Field } from "~/ui/Field.tsx";
import type { Confirmations } from "../confirmations.ts";

interface RewordFormProps {
  line: TranscriptLine;
  confirmations: Confirmations;
  onClose(): void;
}

/** Another wording of a decision, in its own language. Saving it asks everybody again. */
export function RewordForm({ line, confirmations, onClose }: RewordFormProps) {
  const t = useMessages();
  const format = useFormatters();
  const [text, setText] = useState(line.text);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorCode | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const next = text.trim();
    if (busy || next === "" || next === line.text) return;
    setBusy(true);
    const result = await confirmations.reword(line, next);
    setBusy(false);
    if (result.ok) onClose();
    else setError(result.error.code);
  }

  return (
    <form onSubmit={submit} className="grid gap-2">
      <Field
        label={t("confirmations.reword.label", { language: format.languageName(line.language) })}
        hint={t("confirmations.reword.hint")}
        error={error !== null && errorText(t, error)}
      >
        {(control) => (
          <textarea
            {...control}
            // biome-ignore lint/a11y/noAutofocus: it appears with the reader's own click
            autoFocus
            required
            rows={2}
            maxLength={line.kind === "speech" ? LIMITS.caption.max : LIMITS.message.max}
            lang={line.language}
            dir={LANGUAGES[line.language].dir}
            value={text}
            onChange={({ target }) => setText(target.value)}
            className={cx(controlClass, "field-sizing-content max-h-60 resize-none")}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {t("confirmations.reword")}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {t("confirmations.cancel")}
        </Button>
      </div>
    </form>
  );
}
