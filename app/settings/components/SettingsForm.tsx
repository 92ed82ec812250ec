import { Form, useNavigation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { RequestErrorNotice } from "~/lib/RequestErrorNotice.tsx";
import { showShellToast } from "~/shell/lazy.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import type { SaveOutcome } from "../settingsView.ts";

interface SettingsFormProps {
  title: string;
  text: string;
  /** An error of the form as a whole. */
  error: ErrorCode | undefined;
  outcome: SaveOutcome;
  onSubmit?(event: FormEvent<HTMLFormElement>): void;
  children: ReactNode;
}

/** A settings section with its fields and "Save". A toast confirms a save; without JavaScript the page itself does. */
export function SettingsForm({ title, text, error, outcome, onSubmit, children }: SettingsFormProps) {
  const t = useMessages();
  const heading = useId();
  const form = useRef<HTMLFormElement>(null);
  // While the page loads after a save, another may begin.
  const busy = useNavigation().state === "submitting";
  const saved = outcome?.saved === true;
  useEffect(() => {
    if (outcome === null) return;
    if (outcome.saved) showShellToast(t("settings.saved"));
    else form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [outcome, t]);
  return (
    <Form ref={form} method="post" noValidate aria-labelledby={heading} onSubmit={onSubmit} className="grid gap-6">
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
