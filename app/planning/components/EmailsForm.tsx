import { Form } from "@remix-run/react";
import type { AnswerTexts } from "../answerPageView.ts";

interface EmailsFormProps {
  texts: AnswerTexts;
  /** The address gets invitations. */
  on: boolean;
  busy: boolean;
}

/** Switches invitations to the address of the link off, or on again. The link in the email leads here, and a button does it. */
export function EmailsForm({ texts, on, busy }: EmailsFormProps) {
  return (
    <footer id="stop" className="flex flex-wrap items-center gap-x-3 px-5 pt-4 pb-6 text-13 text-ink-soft">
      {!on && <p role="status">{texts.stopped}</p>}
      <Form method="post">
        <button
          type="submit"
          name="emails"
          value={on ? "off" : "on"}
          disabled={busy}
          className="inline-flex cursor-pointer items-center rounded-s underline decoration-dotted underline-offset-4 hover:text-ink pointer-coarse:min-h-control"
        >
          {on ? texts.stop : texts.start}
        </button>
      </Form>
    </footer>
  );
}
