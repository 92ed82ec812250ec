import { Form } from "@remix-run/react";
import type { WorkspaceRole } from "#contracts/roles.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useIsSending } from "~/settings/useIsSending.ts";
import { Button } from "~/ui/Button.tsx";
import { Field } from "~/ui/Field.tsx";
import { Select } from "~/ui/Select.tsx";

interface RoleFormProps {
  actionPath: string;
  id: string;
  name: string;
  role: WorkspaceRole;
  /** The roles to choose from. */
  roles: readonly WorkspaceRole[];
  /** The role that waited for a proof of the reader. */
  chosen: WorkspaceRole | null;
}

/** Gives a member another role. Posts `id`, `role`. */
export function RoleForm({ actionPath, id, name, role, roles, chosen }: RoleFormProps) {
  const t = useMessages();
  const busy = useIsSending("role", id);
  return (
    <Form method="post" action={actionPath} preventScrollReset className="flex items-end gap-2 max-s:w-full">
      <input type="hidden" name="intent" value="role" />
      <input type="hidden" name="id" value={id} />
      <Field label={t("members.roleOf", { name })} labelHidden className="min-w-40 flex-1">
        {(control) => (
          <Select {...control} name="role" defaultValue={chosen ?? role} autoFocus={chosen !== null}>
            {roles.map((choice) => (
              <option key={choice} value={choice}>
                {t(`members.role.${choice}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" busy={busy}>
        {t("members.saveRole")}
        <bdi className="sr-only">{name}</bdi>
      </Button>
    </Form>
  );
}
