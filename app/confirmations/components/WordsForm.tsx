import { type FormEvent, type ReactNode, useState } from "react";
import { LANGUAGES, type Language } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { controlClass, Field } from "~/ui/Field.tsx";

interface WordsFormProps {
  label: string;
  hint: string;
  error?: ReactNode;
  /** The text of the button that sends the words. */
  action: string;
  language: Language;
  initialText?: string;
  maxLength: number;
  busy: boolean;
  /** Receives the trimmed text. It is neither empty nor the initial one. */
  onSend(text: string): void;
  onCancel(): void;
}

/** A form for words about a decision: a question, an own understanding, or another wording. */
export function WordsForm(props: WordsFormProps) {
  const { label, hint, error, action, language, initialText = "", maxLength, busy, onSend, onCancel } = props;
  const t = useMessages();
  const [text, setText] = useState(initialText);
  function submit(event: FormEvent) {
    event.preventDefault();
    const words = text.trim();
    if (!busy && words !== "" && words !== initialText) onSend(words);
  }
  return (
    <form onSubmit={submit} className="grid gap-2">
      <Field {...{ label, hint, error }}>
        {(control) => (
          <textarea
            {...control}
            // biome-ignore lint/a11y/noAutofocus: it appears with the reader's own click
            autoFocus
            required
            rows={2}
            maxLength={maxLength}
            lang={language}
            dir={LANGUAGES[language].dir}
            value={text}
            onChange={({ target }) => setText(target.value)}
            className={cx(controlClass, "field-sizing-content max-h-60 resize-none")}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {action}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t("confirmations.cancel")}
        </Button>
      </div>
    </form>
  );
}
