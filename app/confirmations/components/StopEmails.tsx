import { Form } from "@remix-run/react";
import type { ConfirmationTexts } from "#contracts/confirmationTexts.ts";

interface StopEmailsProps {
  texts: ConfirmationTexts;
  stopped: boolean;
  busy: boolean;
}

/** Switches off emails like the one with the link. The link in the email leads here, and a button does it. */
export function StopEmails({ texts, stopped, busy }: StopEmailsProps) {
  return (
    <footer id="stop" className="px-5 pt-2 pb-6 text-13 text-ink-soft">
      {stopped ? (
        <p role="status">{texts.stopped}</p>
      ) : (
        <Form method="post">
          <button
            type="submit"
            name="stop"
            value="1"
            disabled={busy}
            className="inline-flex cursor-pointer items-center rounded-s underline decoration-dotted underline-offset-4 hover:text-ink pointer-coarse:min-h-control"
          >
            {texts.stop}
          </button>
        </Form>
      )}
    </footer>
  );
}
