import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import type { Result } from "#contracts/errors.ts";
import { LANGUAGES } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { Button } from "~/ui/Button.tsx";
import { errorText } from "~/ui/errors.tsx";
import { controlClass } from "~/ui/Field.tsx";
import type { TranscriptLine } from "../core/line.ts";
import { Written } from "./Words.tsx";

interface CorrectionProps {
  /** As it was when this was opened. */
  line: TranscriptLine;
  /** Who gave it other words since then; null: nobody. */
  meanwhile: string | null;
  /** As it is now. */
  now: TranscriptLine;
  onSave(text: string): Promise<Result<unknown>>;
  onClose(): void;
}

/** The line's own words, to be put right in its place. What was typed stays until it is saved. */
export function Correction({ line, meanwhile, now, onSave, onClose }: CorrectionProps) {
  const t = useMessages();
  const format = useFormat();
  const id = useId();
  const [text, setText] = useState(line.text);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);

  async function save(event?: FormEvent) {
    event?.preventDefault();
    const length = [...text.trim()].length;
    const { max } = line.kind === "speech" ? LIMITS.caption : LIMITS.message;
    if (length === 0) return setRefused(t("transcript.correct.empty"));
    if (length > max) return setRefused(t("transcript.correct.tooLong", { over: length - max, max }));
    setBusy(true);
    const answer = await onSave(text);
    // Saved, the form is gone.
    if (answer.ok) return;
    setBusy(false);
    setRefused(errorText(t, answer.error.code));
  }

  function key(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      // Of what stands around it, nothing closes by the same press.
      event.stopPropagation();
      onClose();
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (!busy) void save();
    }
  }

  return (
    <form data-own-escape="" onSubmit={save} className="grid max-w-[560px] gap-1.5">
      <label htmlFor={id} className="text-14 font-strong">
        {t("transcript.correct.label", { language: format.languageName(line.language) })}
      </label>
      <textarea
        id={id}
        // biome-ignore lint/a11y/noAutofocus: it opens by a press that asks for it
        autoFocus
        rows={3}
        value={text}
        lang={line.language}
        dir={LANGUAGES[line.language].dir}
        aria-invalid={refused !== null || undefined}
        aria-describedby={`${id}h`}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={key}
        className={controlClass}
      />
      <div role="status" className="grid gap-1 text-14 leading-snug empty:hidden">
        {meanwhile !== null && (
          <>
            <p>{t.rich("transcript.meanwhile", { name: <bdi>{meanwhile}</bdi> })}</p>
            <Written words={now} className="border-s-2 border-line-strong ps-3" />
          </>
        )}
      </div>
      {refused !== null && (
        <p role="alert" className="text-13 leading-snug text-danger">
          {refused}
        </p>
      )}
      <p id={`${id}h`} className="text-13 text-ink-soft">
        {t("transcript.correct.hint")}
      </p>
      <div className="mt-1 flex flex-wrap gap-2">
        <Button type="submit" variant="primary" size="s" busy={busy}>
          {t("transcript.correct.save")}
        </Button>
        <Button variant="ghost" size="s" onClick={onClose}>
          {t("transcript.cancel")}
        </Button>
      </div>
    </form>
  );
}
