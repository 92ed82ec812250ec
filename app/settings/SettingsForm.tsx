import { Form, useNavigation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { RequestErrorNotice } from "~/lib/RequestErrorNotice.tsx";
import { showShellToast } from "~/shell/lazy.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import type { SaveOutcome } from "./settingsView.ts";

interface SettingsFormProps {
  title: string;
  text: string;
  /** An error of the form as a whole. */
  error: ErrorCode | undefined;
  outcome: SaveOutcome;
  /** The address to post to, if it is not the page's. */
  action?: string;
  /** Tells this form from others that post to the same route. */
  intent?: string;
  onSubmit?(event: FormEvent<HTMLFormElement>): void;
  children: ReactNode;
}

/** A settings section with its fields and "Save". A toast confirms a save; without JavaScript the page itself does. */
export function SettingsForm(props: SettingsFormProps) {
  const { title, text, error, outcome, action, intent, onSubmit, children } = props;
  const t = useMessages();
  const heading = useId();
  const form = useRef<HTMLFormElement>(null);
  // While the page loads after a save, another may begin.
  const { state, formData } = useNavigation();
  const busy = state === "submitting" && (intent === undefined || formData?.get("intent") === intent);
  const saved = outcome?.saved === true;
  useEffect(() => {
    if (outcome === null) return;
    if (outcome.saved) showShellToast(t("settings.saved"));
    else form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [outcome, t]);
  return (
    <Form
      ref={form}
      method="post"
      action={action}
      noValidate
      aria-labelledby={heading}
      onSubmit={onSubmit}
      className="grid gap-6"
    >
      {intent !== undefined && <input type="hidden" name="intent" value={intent} />}
      <div>
        <h2 id={heading} className="text-22 leading-snug font-head">
          {title}
        </h2>
        <p className="mt-1 text-pretty text-ink-soft">{text}</p>
      </div>
      {children}
      <RequestErrorNotice />
      {error && <ErrorNotice code={error} shape="row" />}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? t("settings.saving") : t("settings.save")}
        </Button>
        {saved && !busy && <span className="text-14 text-success">{t("settings.saved")}</span>}
      </div>
    </Form>
  );
}
