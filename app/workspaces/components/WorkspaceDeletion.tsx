import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";
import { DateText } from "~/settings/DateText.tsx";
import { useIsSending } from "~/settings/useIsSending.ts";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Field } from "~/ui/Field.tsx";
import { Link } from "~/ui/Link.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { confirmPath, type FormResult, failureOf, type WorkspaceView, workspacePath } from "../core/workspaceView.ts";
import { Section } from "./Section.tsx";
import { NAME_MAX_LENGTH } from "./WorkspaceForm.tsx";

interface WorkspaceDeletionProps {
  view: WorkspaceView;
  result: FormResult | null;
  format: DateFormatter;
}

/** Shows all members when the workspace is deleted. Its owners can stop that. */
export function PlannedDeletion({ view: { shown, now }, result, format }: WorkspaceDeletionProps) {
  const t = useMessages();
  const busy = useIsSending("keep");
  if (shown.delete_at === null) return null;
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-m bg-danger-soft px-4 py-3">
      <p className="min-w-0 flex-1 basis-60 font-strong text-pretty">
        {t.rich("members.delete.planned", { date: <DateText at={shown.delete_at} format={format} now={now} /> })}
      </p>
      {shown.role === "owner" && (
        <Form method="post" action={workspacePath("workspace", shown.id)}>
          <input type="hidden" name="intent" value="keep" />
          <Button type="submit" size="s" busy={busy}>
            {t("members.delete.keep")}
          </Button>
        </Form>
      )}
      <FailureOf intent="keep" result={result} />
    </div>
  );
}

/** Requests the deletion, by the typed name. */
export function WorkspaceDeletion({ view, result }: Omit<WorkspaceDeletionProps, "format">) {
  const { shown, deletes } = view;
  const t = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const busy = useIsSending("delete");
  const path = workspacePath("workspace", shown.id, { delete: "" });
  const failure = failureOf(result, "delete");
  const isWrongName = failure?.field === "name";
  const isOpen = deletes !== null;
  useEffect(() => {
    // The section is at the end of the page.
    if (isOpen || isWrongName) input.current?.focus();
  }, [isOpen, isWrongName]);
  if (shown.role !== "owner" || shown.delete_at !== null) return null;
  if (deletes === null)
    return (
      <Section title={t("members.delete")} text={t("members.delete.text")}>
        <Link to={path} preventScrollReset className={`${buttonClass()} justify-self-start`}>
          {t("members.delete")}
        </Link>
      </Section>
    );
  return (
    <Section
      title={t.rich("members.delete.title", { workspace: <bdi>{shown.name}</bdi> })}
      text={t("members.delete.text")}
    >
      {!isWrongName && <FailureOf intent="delete" result={result} />}
      {deletes.recent ? (
        <Form method="post" action={path} preventScrollReset noValidate className="grid gap-4">
          <input type="hidden" name="intent" value="delete" />
          <Field
            label={t("members.delete.name")}
            hint={shown.name}
            error={isWrongName && t("members.delete.name.wrong")}
          >
            {(control) => (
              <TextInput
                {...control}
                ref={input}
                name="name"
                dir="auto"
                maxLength={NAME_MAX_LENGTH}
                defaultValue={failure?.typed.name}
                autoComplete="off"
              />
            )}
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="danger" busy={busy}>
              {t("members.delete")}
            </Button>
            <Link to={workspacePath("workspace", shown.id)} preventScrollReset className={buttonClass()}>
              {t("members.cancel")}
            </Link>
          </div>
        </Form>
      ) : (
        <>
          <p className="text-pretty">{t("members.delete.old")}</p>
          <Link to={confirmPath(path)} className={`${buttonClass()} justify-self-start`}>
            {t("members.delete.confirm")}
          </Link>
        </>
      )}
    </Section>
  );
}

function FailureOf({ intent, result }: { intent: "delete" | "keep"; result: FormResult | null }) {
  const failure = failureOf(result, intent);
  return failure && <ErrorNotice code={failure.code} shape="row" />;
}
