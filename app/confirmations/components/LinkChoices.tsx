import { Form, Link } from "@remix-run/react";
import { CONFIRMATION_ANSWERS } from "#contracts/confirmationAnswers.ts";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import type { LinkAnswerError, LinkedView, LinkPageView } from "../linkPageView.ts";
import { linkPath } from "../linkPath.ts";
import { AnswerIcon } from "./AnswerState.tsx";

interface LinkChoicesProps {
  view: LinkPageView;
  linked: LinkedView;
  busy: boolean;
  error: LinkAnswerError | null;
}

const CHOICE = "min-h-13! w-full justify-start! whitespace-normal! text-start";

/** The three answers. Two of them need words first. */
export function LinkChoices({ view, linked, busy, error }: LinkChoicesProps) {
  const { texts } = view;
  return (
    <Form method="post" className="grid gap-3">
      {error !== null && (
        <p role="alert" className="text-14 leading-snug text-danger">
          {texts[error]}
        </p>
      )}
      {CONFIRMATION_ANSWERS.map((answer) =>
        answer === "understood" ? (
          <Button
            key={answer}
            type="submit"
            name="answer"
            value={answer}
            busy={busy}
            className={cx(CHOICE, (linked.choice ?? linked.answer) === answer && "border-accent! bg-accent-soft!")}
          >
            {!busy && <AnswerIcon answer={answer} />}
            {texts[answer]}
          </Button>
        ) : (
          <Link key={answer} to={linkPath(view, answer)} className={cx(buttonClass(), CHOICE)}>
            <AnswerIcon answer={answer} />
            {texts[answer]}
          </Link>
        ),
      )}
    </Form>
  );
}
