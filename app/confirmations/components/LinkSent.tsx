import { Link } from "@remix-run/react";
import CircleCheck from "lucide-react/icons/circle-check";
import type { ConfirmationAnswer } from "#contracts/confirmationAnswers.ts";
import { buttonClass } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import type { LinkedView, LinkPageView } from "../linkPageView.ts";
import { linkPath } from "../linkPath.ts";
import { AnswerIcon } from "./AnswerState.tsx";

/** The answer as it was stored. */
export function LinkSent({
  view,
  linked,
  answer,
}: {
  view: LinkPageView;
  linked: LinkedView;
  answer: ConfirmationAnswer;
}) {
  const { texts } = view;
  const { words, writes } = linked;
  return (
    <div role="status" className="grid gap-2">
      <p className="flex items-center gap-2 font-strong text-success">
        <CircleCheck className="size-5 flex-none" />
        {texts.thanks}
      </p>
      <p className="flex items-center gap-2 text-14">
        <AnswerIcon answer={answer} />
        {texts[answer]}
      </p>
      {words !== null && (
        <p lang={writes.language} dir={writes.dir} className="text-14 text-ink-soft wrap-anywhere">
          {words}
        </p>
      )}
      <p className="text-13 text-ink-soft">{texts.mayChange}</p>
      <Link to={linkPath(view, null)} className={cx(buttonClass(), "mt-1 justify-self-start")}>
        {texts.change}
      </Link>
    </div>
  );
}
