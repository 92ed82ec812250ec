import { Form, Link } from "@remix-run/react";
import type { ConfirmationAnswer } from "#contracts/confirmationAnswers.ts";
import { LIMITS } from "#contracts/limits.ts";
import { Button } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { controlClass, Field } from "~/ui/Field.tsx";
import type { LinkAnswerError, LinkedView, LinkPageView } from "../linkPageView.ts";
import { linkPath } from "../linkPath.ts";
import { AnswerIcon } from "./AnswerState.tsx";

interface LinkWordsFormProps {
  view: LinkPageView;
  linked: LinkedView;
  choice: Exclude<ConfirmationAnswer, "understood">;
  busy: boolean;
  error: LinkAnswerError | null;
}

/** The question, or the own wording. */
export function LinkWordsForm({ view, linked, choice, busy, error }: LinkWordsFormProps) {
  const { texts } = view;
  const { writes, wordsId, answer, words } = linked;
  const asks = choice === "unclear";
  return (
    <Form method="post" className="grid gap-3">
      <input type="hidden" name="answer" value={choice} />
      <input type="hidden" name="words_id" value={wordsId} />
      <p className="flex flex-wrap items-center justify-between gap-2 text-14">
        <span className="inline-flex items-center gap-2 font-strong">
          <AnswerIcon answer={choice} />
          {texts[choice]}
        </span>
        <Link
          to={linkPath(view, null)}
          className="inline-flex items-center rounded-s text-ink-soft underline decoration-dotted underline-offset-4 pointer-coarse:min-h-control"
        >
          {texts.change}
        </Link>
      </p>
      <Field
        label={asks ? texts.question : texts.wording}
        hint={texts.translated}
        error={error !== null && texts[error]}
      >
        {(control) => (
          <textarea
            {...control}
            name="text"
            required
            rows={3}
            maxLength={LIMITS.message.max}
            lang={writes.language}
            dir={writes.dir}
            defaultValue={answer === choice ? (words ?? "") : ""}
            className={cx(controlClass, "field-sizing-content max-h-60 resize-none")}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="l" busy={busy}>
        {asks ? texts.sendQuestion : texts.sendWording}
      </Button>
    </Form>
  );
}
