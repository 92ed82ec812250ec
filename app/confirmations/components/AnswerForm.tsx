import { useState } from "react";
import { CONFIRMATION_ANSWERS, type ConfirmationAnswer } from "#contracts/confirmationAnswers.ts";
import type { Confirmation } from "#contracts/confirmations.ts";
import type { ErrorCode } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { errorText } from "~/ui/errorMessages.tsx";
import type { Confirmations } from "../confirmations.ts";
import { AnswerIcon, AnswerLabel } from "./AnswerState.tsx";
import { WordsForm } from "./WordsForm.tsx";

interface AnswerFormProps {
  confirmation: Confirmation;
  confirmations: Confirmations;
  me: string | null;
  /** The language that the reader writes. */
  writes: Language;
}

/** The words that come with an answer, as the names of their messages. */
const WORDS = { unclear: "question", different: "wording" } as const;

/** The reader's own answer: three buttons, then a question or the own wording. */
export function AnswerForm({ confirmation, confirmations, me, writes }: AnswerFormProps) {
  const t = useMessages();
  const format = useFormatters();
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
          label={t(`confirmations.${WORDS[choice]}`, { language: format.languageName(writes) })}
          hint={t("confirmations.translated")}
          action={t(`confirmations.${WORDS[choice]}.send`)}
          language={writes}
          maxLength={LIMITS.message.max}
          busy={pending === choice}
          onSend={(text) => void send(choice, text)}
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
