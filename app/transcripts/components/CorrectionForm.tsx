import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import type { Result } from "#contracts/errors.ts";
import { LANGUAGES } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import { cleanMessage } from "#contracts/text/cleanMessage.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { hasTouchKeyboard, isComposing, isEnter } from "~/lib/keys.ts";
import { Button } from "~/ui/Button.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { controlClass } from "~/ui/Field.tsx";
import { TranscriptText } from "../TranscriptText.tsx";
import type { TranscriptLine } from "../transcriptLine.ts";

interface CorrectionFormProps {
  /** The line when the form opened. */
  initialLine: TranscriptLine;
  /** Author of a newer text; null: the text is unchanged. */
  changedBy: string | null;
  currentLine: TranscriptLine;
  /** The text is proposed to the author of a message, who decides. */
  proposes: boolean;
  onSave(text: string): Promise<Result<unknown>>;
  onClose(): void;
}

/** Corrects a line's text in place. The input stays until it is saved. */
export function CorrectionForm({
  initialLine,
  changedBy,
  currentLine,
  proposes,
  onSave,
  onClose,
}: CorrectionFormProps) {
  const t = useMessages();
  const format = useFormatters();
  const id = useId();
  const [text, setText] = useState(initialLine.text);
  const [busy, setBusy] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);

  async function save(event?: FormEvent) {
    event?.preventDefault();
    const length = [...cleanMessage(text)].length;
    const { max } = initialLine.kind === "speech" ? LIMITS.caption : LIMITS.message;
    if (length === 0) return setErrorMessage(t("transcript.correct.empty"));
    if (length > max) return setErrorMessage(t("transcript.correct.tooLong", { over: length - max, max }));
    setBusy(true);
    const result = await onSave(text);
    // After a success the form is unmounted.
    if (result.ok) return;
    setBusy(false);
    setErrorMessage(errorText(t, result.error.code));
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && !isComposing(event.nativeEvent)) {
      // Surrounding dialogs must not close by the same key.
      event.stopPropagation();
      onClose();
    }
    if (isEnter(event.nativeEvent) && !hasTouchKeyboard()) {
      event.preventDefault();
      if (!busy) void save();
    }
  }

  return (
    <form data-own-escape="" onSubmit={save} className="grid max-w-[560px] gap-1.5">
      <label htmlFor={id} className="text-14 font-strong">
        {t("transcript.correct.label", { language: format.languageName(initialLine.language) })}
      </label>
      <textarea
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the user's click opened the form
        autoFocus
        rows={3}
        value={text}
        lang={initialLine.language}
        dir={LANGUAGES[initialLine.language].dir}
        aria-invalid={errorMessage !== null || undefined}
        aria-describedby={`${id}h`}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={handleKeyDown}
        className={controlClass}
      />
      <div role="status" className="grid gap-1 text-14 leading-snug empty:hidden">
        {changedBy !== null && (
          <>
            <p>{t.rich("transcript.meanwhile", { name: <bdi>{changedBy}</bdi> })}</p>
            <TranscriptText words={currentLine} className="border-s-2 border-line-strong ps-3" />
          </>
        )}
      </div>
      {errorMessage !== null && (
        <p role="alert" className="text-13 leading-snug text-danger">
          {errorMessage}
        </p>
      )}
      <p id={`${id}h`} className="text-13 text-ink-soft">
        {t(proposes ? "transcript.propose.hint" : "transcript.correct.hint")}
      </p>
      <div className="mt-1 flex flex-wrap gap-2">
        <Button type="submit" variant="primary" size="s" busy={busy}>
          {t(proposes ? "transcript.propose.save" : "transcript.correct.save")}
        </Button>
        <Button variant="ghost" size="s" onClick={onClose}>
          {t("transcript.cancel")}
        </Button>
      </div>
    </form>
  );
}
