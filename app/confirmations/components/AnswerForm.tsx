import { type FormEvent, useRef, useState } from "react";
import { CONFIRMATION_ANSWERS, type ConfirmationAnswer } from "#contracts/confirmationAnswers.ts";
import type { Confirmation } from "#contracts/confirmations.ts";
import type { ErrorCode } from "#contracts/errors.ts";
import { LANGUAGES, type Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { errorText } from "~/ui/errorMessages.tsx";
import { controlClass, Field } from "~/ui/Field.tsx";
import type { Confirmations } from "../confirmations.ts";
import { AnswerIcon, AnswerLabel } from "./AnswerState.tsx";

interface AnswerFormProps {
  confirmation: Confirmation;
  confirmations: Confirmations;
  me: string | null;
  /** The language that the reader writes. */
  writes: Language;
}

/** The reader's own answer: three buttons, then a question or the own wording. */
export function AnswerForm({ confirmation, confirmations, me, writes }: AnswerFormProps) {
  const t = useMessages();
  const mine = confirmation.people.find(({ user_id }) => user_id === me);
  const [open, setOpen] = useState(false);
  const [error, setError] = useState<ErrorCode | null>(null);
  const [pending, setPending] = useState<ConfirmationAnswer | null>(null);
  const [choice, setChoice] = useState<Exclude<ConfirmationAnswer, "understood"> | null>(null);
  if (mine === undefined) return null;

  async function send(answer: ConfirmationAnswer, text: string | null) {
    setPending(answer);
    const result = await confirmations.answer(confirmation, answer, text === null ? null : { text, language: writes });
    setPending(null);
    setError(result.ok ? null : result.error.code);
    if (!result.ok) return;
    setOpen(false);
    setChoice(null);
  }

  if (mine.answer !== null && !open)
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <AnswerLabel person={mine} icon />
        <Button size="s" variant="ghost" onClick={() => setOpen(true)} className="pointer-coarse:min-h-control">
          {t("confirmations.change")}
        </Button>
      </p>
    );
  return (
    <div className="grid gap-2">
      {mine.answered_before && mine.answer === null && (
        <p className="text-14 text-warning">{t("confirmations.changed")}</p>
      )}
      {CONFIRMATION_ANSWERS.map((answer) => (
        <button
          key={answer}
          type="button"
          aria-expanded={answer === "understood" ? undefined : choice === answer}
          aria-busy={pending === answer || undefined}
          disabled={pending !== null && pending !== answer}
          onClick={() => {
            if (pending !== null) return;
            if (answer === "understood") void send(answer, null);
            else setChoice(choice === answer ? null : answer);
          }}
          className={cx(
            buttonClass(),
            "min-h-13! justify-start! whitespace-normal! text-start aria-expanded:border-accent aria-expanded:bg-accent-soft",
          )}
        >
          <AnswerIcon answer={answer} />
          {t(`confirmations.answer.${answer}`)}
        </button>
      ))}
      {choice !== null && (
        <WordsForm
          key={choice}
          answer={choice}
          language={writes}
          busy={pending === choice}
          onSend={(text) => send(choice, text)}
          onCancel={() => setChoice(null)}
        />
      )}
      {error !== null && (
        <p role="alert" className="text-14 leading-snug text-danger">
          {errorText(t, error)}
        </p>
      )}
    </div>
  );
}

interface WordsFormProps {
  answer: Exclude<ConfirmationAnswer, "understood">;
  language: Language;
  busy: boolean;
  onSend(text: string): void;
  onCancel(): void;
}

function WordsForm({ answer, language, busy, onSend, onCancel }: WordsFormProps) {
  const t = useMessages();
  const format = useFormatters();
  const [text, setText] = useState("");
  const formRef = useRef<HTMLFormElement>(null);
  const key = answer === "unclear" ? "question" : "wording";
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy && text.trim() !== "") onSend(text.trim());
  }
  return (
    <form ref={formRef} onSubmit={submit} className="grid gap-2">
      <Field
        label={t(`confirmations.${key}`, { language: format.languageName(language) })}
        hint={t("confirmations.translated")}
      >
        {(control) => (
          <textarea
            {...control}
            // biome-ignore lint/a11y/noAutofocus: it appears with the reader's own click
            autoFocus
            required
            rows={2}
            maxLength={LIMITS.message.max}
            lang={language}
            dir={LANGUAGES[language].dir}
            value={text}
            onChange={({ target }) => setText(target.value)}
            className={cx(controlClass, "field-sizing-content max-h-48 resize-none")}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {t(`confirmations.${key}.send`)}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t("confirmations.cancel")}
        </Button>
      </div>
    </form>
  );
}
