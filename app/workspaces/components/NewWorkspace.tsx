import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useIsSending } from "~/settings/useIsSending.ts";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Field } from "~/ui/Field.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { type FormResult, failureOf } from "../core/workspaceView.ts";
import { Section } from "./Section.tsx";
import { NAME_MAX_LENGTH, nameError } from "./WorkspaceForm.tsx";

interface NewWorkspaceProps {
  actionPath: string;
  newId: string;
  result: FormResult | null;
}

/** Creates a workspace. Posts `id`, `name`. */
export function NewWorkspace({ actionPath, newId, result }: NewWorkspaceProps) {
  const t = useMessages();
  const name = useRef<HTMLInputElement>(null);
  const failure = failureOf(result, "create");
  const busy = useIsSending("create");
  useEffect(() => {
    if (failure?.field === "name") name.current?.focus();
  }, [failure]);
  return (
    <Section title={t("members.new")} text={t("members.new.text")}>
      <Form key={newId} method="post" action={actionPath} noValidate className="grid gap-4">
        <input type="hidden" name="intent" value="create" />
        <input type="hidden" name="id" value={newId} />
        <Field label={t("members.name")} error={nameError(t, failure)}>
          {(control) => (
            <TextInput
              {...control}
              ref={name}
              name="name"
              dir="auto"
              maxLength={NAME_MAX_LENGTH}
              defaultValue={failure?.typed.name}
              autoComplete="off"
            />
          )}
        </Field>
        {failure !== null && failure.field === null && <ErrorNotice code={failure.code} shape="row" />}
        <Button type="submit" busy={busy} className="justify-self-start">
          {t("members.new.press")}
        </Button>
      </Form>
    </Section>
  );
}
