import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { useIsSending } from "./useIsSending.ts";

interface ConfirmSectionProps {
  title: ReactNode;
  text: ReactNode;
  /** The button's text. */
  press: string;
  /** The text of the link that closes the section. */
  cancel: string;
  intent: string;
  /** The person or device that the change is about. */
  id?: string;
  actionPath: string;
  /** The page without this section. */
  cancelPath: string;
  error: ErrorCode | null;
  level?: 3 | 4;
}

/** Confirms a change within the page, so that it works without JavaScript. Takes the focus when a link opens it. */
export function ConfirmSection(props: ConfirmSectionProps) {
  const { title, text, press, cancel, intent, id, actionPath, cancelPath, error, level = 3 } = props;
  const heading = useId();
  const section = useRef<HTMLElement>(null);
  const busy = useIsSending(intent, id);
  const Heading = `h${level}` as const;
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={heading}
      className="grid gap-3 rounded-l border border-line bg-raised p-4 outline-none"
    >
      <Heading id={heading} className="leading-snug font-strong text-balance wrap-anywhere">
        {title}
      </Heading>
      <p className="text-pretty text-ink-soft">{text}</p>
      {error && <ErrorNotice code={error} shape="row" />}
      <Form method="post" action={actionPath} preventScrollReset className="flex flex-wrap justify-end gap-2">
        <input type="hidden" name="intent" value={intent} />
        {id !== undefined && <input type="hidden" name="id" value={id} />}
        <Link to={cancelPath} preventScrollReset className={buttonClass()}>
          {cancel}
        </Link>
        <Button type="submit" variant="danger" busy={busy}>
          {press}
        </Button>
      </Form>
    </section>
  );
}
