import { Form, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "~/ui/Button.tsx";
import { Field } from "~/ui/Field.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { type AnswerPlan, type AnswerTexts, REPLIES } from "../answerPageView.ts";

interface ProposalFormProps {
  texts: AnswerTexts;
  plan: AnswerPlan;
  busy: boolean;
}

/** Another time, with an answer to the planned one. Works without JavaScript. */
export function ProposalForm({ texts, plan, busy }: ProposalFormProps) {
  const { zone, zoneNote, proposal, answer, chosen } = plan;
  const checked = chosen ?? (answer === "none" ? "no" : answer);
  const details = useRef<HTMLDetailsElement>(null);
  const { hash } = useLocation();
  // The link of the email leads here. Not all browsers open the element for it.
  useEffect(() => {
    if (hash !== "#propose" || details.current === null) return;
    details.current.open = true;
    details.current.scrollIntoView();
  }, [hash]);
  return (
    <details ref={details} className="px-5 pt-4">
      <summary className="inline-flex min-h-control cursor-pointer items-center rounded-s text-accent underline decoration-1 underline-offset-4">
        {texts.propose}
      </summary>
      <Form id="propose" method="post" className="grid gap-4 pt-3 pb-4">
        <input type="hidden" name="zone" value={zone} />
        <Field label={texts.time} hint={zoneNote}>
          {(control) => (
            <TextInput
              {...control}
              key={proposal}
              type="datetime-local"
              name="start"
              required
              defaultValue={proposal}
            />
          )}
        </Field>
        <fieldset>
          <legend className="mb-1.5 text-14 font-strong">{texts.question}</legend>
          <div className="flex flex-wrap gap-x-5">
            {REPLIES.map((reply) => (
              <label key={reply} className="flex min-h-control cursor-pointer items-center gap-2">
                <input
                  type="radio"
                  name="answer"
                  value={reply}
                  defaultChecked={reply === checked}
                  className="size-5 accent-accent"
                />
                {texts[reply]}
              </label>
            ))}
          </div>
        </fieldset>
        <Button type="submit" busy={busy} className="justify-self-start">
          {texts.sendProposal}
        </Button>
      </Form>
    </details>
  );
}
