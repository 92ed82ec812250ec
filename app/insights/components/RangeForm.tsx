import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { Field } from "~/ui/Field.tsx";
import { Select } from "~/ui/Select.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { RANGE_NAMES } from "../core/dateRange.ts";
import type { InsightsView } from "../insightsView.ts";

/** Chooses the workspace and the dates. A choice from a list applies at once; without scripts a button does it. */
export function RangeForm({ view }: { view: Pick<InsightsView, "workspaces" | "workspace" | "range"> }) {
  const t = useMessages();
  const { workspaces, workspace, range } = view;
  return (
    <div className="grid gap-2 max-s:w-full">
      <form
        key={`${workspace} ${range.name}`}
        method="get"
        action="/insights"
        onChange={(event) => event.currentTarget.requestSubmit()}
        className="flex flex-wrap items-end gap-2"
      >
        {workspaces.length > 1 && (
          <Field label={t("insights.workspace")} labelHidden className="min-w-0 flex-1">
            {(control) => (
              <Select {...control} name="workspace" defaultValue={workspace ?? ""}>
                {workspaces.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label={t("insights.range")} labelHidden className="min-w-44 flex-1">
          {(control) => (
            <Select {...control} name="range" defaultValue={range.name ?? ""}>
              {range.name === null && <option value="">{t("insights.range.custom")}</option>}
              {RANGE_NAMES.map((name) => (
                <option key={name} value={name}>
                  {t(`insights.range.${name}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <noscript>
          <Button type="submit">{t("insights.apply")}</Button>
        </noscript>
      </form>
      <details open={range.name === null} className="group">
        <summary className="flex min-h-control-s list-none items-center text-14 text-ink-soft underline underline-offset-2 s:justify-end">
          {t("insights.range.choose")}
        </summary>
        <form
          key={`${range.from} ${range.until}`}
          method="get"
          action="/insights"
          className="mt-1 flex flex-wrap items-end gap-2"
        >
          {workspaces.length > 1 && workspace !== null && <input type="hidden" name="workspace" value={workspace} />}
          <Field label={t("insights.range.from")} className="min-w-36 flex-1">
            {(control) => <TextInput {...control} type="date" name="from" defaultValue={range.from} required />}
          </Field>
          <Field label={t("insights.range.until")} className="min-w-36 flex-1">
            {(control) => <TextInput {...control} type="date" name="until" defaultValue={range.until} required />}
          </Field>
          <Button type="submit">{t("insights.apply")}</Button>
        </form>
      </details>
    </div>
  );
}
