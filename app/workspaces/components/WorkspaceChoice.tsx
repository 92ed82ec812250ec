import { useSubmit } from "@remix-run/react";
import { ownColour } from "#contracts/colours.ts";
import type { OwnWorkspace } from "#contracts/workspaces.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { Field } from "~/ui/Field.tsx";
import { PictureAvatar } from "~/ui/PictureAvatar.tsx";
import { Select } from "~/ui/Select.tsx";
import { workspacePath } from "../core/workspaceView.ts";

interface WorkspaceChoiceProps {
  page: "workspace" | "members";
  workspaces: readonly OwnWorkspace[];
  shown: OwnWorkspace;
}

/** Chooses the workspace that the page shows. */
export function WorkspaceChoice({ page, workspaces, shown }: WorkspaceChoiceProps) {
  const t = useMessages();
  const submit = useSubmit();
  if (workspaces.length < 2) return null;
  return (
    <form
      key={shown.id}
      method="get"
      action={workspacePath(page, null)}
      onChange={(event) => submit(event.currentTarget)}
      className="mb-8 flex items-end gap-2"
    >
      <PictureAvatar avatar={shown.avatar} name={shown.name} colour={ownColour(shown.id)} size="l" />
      <Field label={t("members.choice")} className="min-w-0 flex-1">
        {(control) => (
          <Select {...control} name="workspace" defaultValue={shown.id}>
            {workspaces.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <noscript>
        <Button type="submit">{t("members.show")}</Button>
      </noscript>
    </form>
  );
}
