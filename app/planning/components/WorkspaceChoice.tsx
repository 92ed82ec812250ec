import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { Field } from "~/ui/Field.tsx";
import { Select } from "~/ui/Select.tsx";
import type { CalendarView } from "../calendarView.ts";
import { formatDay } from "../core/calendarRange.ts";

/** The choice of the workspace, if the reader is in more than one. */
export function WorkspaceChoice({ view: { workspaces, workspace, mode, modeChosen, day } }: { view: CalendarView }) {
  const t = useMessages();
  if (workspaces.length < 2) return null;
  return (
    <form method="get" onChange={(event) => event.currentTarget.requestSubmit()} className="flex items-end gap-2">
      {modeChosen && <input type="hidden" name="view" value={mode} />}
      <input type="hidden" name="date" value={formatDay(day)} />
      <Field label={t("planning.workspace")} labelHidden className="min-w-0 flex-1">
        {(control) => (
          <Select
            {...control}
            name="workspace"
            defaultValue={workspace ?? ""}
            className="min-h-control-s! max-w-60 py-1.5! text-14 pointer-coarse:min-h-control!"
          >
            {workspaces.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <noscript>
        <Button type="submit">{t("planning.show")}</Button>
      </noscript>
    </form>
  );
}
