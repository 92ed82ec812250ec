import { useSubmit } from "@remix-run/react";
import Download from "lucide-react/icons/download";
import { WORKSPACE_ACTIONS } from "#contracts/workspaceLimits.ts";
import type { OwnWorkspace } from "#contracts/workspaces.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";
import { DateText } from "~/settings/DateText.tsx";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Field } from "~/ui/Field.tsx";
import { Link } from "~/ui/Link.tsx";
import { Select } from "~/ui/Select.tsx";
import { type ChangeLogView, workspacePath } from "../core/workspaceView.ts";
import { ChangeText } from "./ChangeText.tsx";
import { Section } from "./Section.tsx";

interface ChangeLogProps {
  shown: OwnWorkspace;
  log: ChangeLogView;
  format: DateFormatter;
  now: number;
}

/** The changes of a workspace, the newest first, in pages. */
export function ChangeLog({ shown, log, format, now }: ChangeLogProps) {
  const t = useMessages();
  const submit = useSubmit();
  const filter: Record<string, string> = {
    ...(log.action !== null && { change: log.action }),
    ...(log.person !== null && { person: log.person }),
  };
  const isNewest = log.before === 0;
  const exported = workspacePath("workspace", shown.id, isNewest ? filter : { ...filter, before: String(log.before) });
  const isListed = log.person === null || log.people.some(({ id }) => id === log.person);
  const pageLink = (text: string, parameters: Record<string, string>) => (
    <Link
      to={workspacePath("workspace", shown.id, { ...filter, ...parameters })}
      preventScrollReset
      className={buttonClass({ size: "s" })}
    >
      {text}
    </Link>
  );
  return (
    <Section title={t("members.log")} text={t("members.log.text")}>
      <form
        key={`${shown.id} ${log.action} ${log.person}`}
        method="get"
        action={workspacePath("workspace", null)}
        onChange={(event) => submit(event.currentTarget, { preventScrollReset: true })}
        className="flex flex-wrap items-end gap-2"
      >
        <input type="hidden" name="workspace" value={shown.id} />
        <Field label={t("members.log.filter")} className="min-w-44 flex-1">
          {(control) => (
            <Select {...control} name="change" defaultValue={log.action ?? ""}>
              <option value="">{t("members.log.all")}</option>
              {WORKSPACE_ACTIONS.map((action) => (
                <option key={action} value={action}>
                  {t(`members.action.${action}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t("members.log.person")} className="min-w-44 flex-1">
          {(control) => (
            <Select {...control} name="person" defaultValue={log.person ?? ""}>
              <option value="">{t("members.log.everybody")}</option>
              {!isListed && <option value={log.person ?? ""}>{nameIn(log) ?? t("members.nameless")}</option>}
              {log.people.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name ?? t("members.nameless")}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <noscript>
          <Button type="submit">{t("members.show")}</Button>
        </noscript>
        <a href={exported.replace("?", "/log.csv?")} download className={buttonClass()}>
          <Download className="size-4.5" />
          {t("members.log.export")}
        </a>
      </form>
      {log.error !== null ? (
        <ErrorNotice code={log.error} shape="row" />
      ) : log.changes.length === 0 ? (
        <p className="text-ink-soft">{t("members.log.none")}</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {log.changes.map((change) => (
            <li key={change.id} className="grid gap-0.5 py-3">
              <p className="leading-snug wrap-anywhere">
                <ChangeText change={change} />
              </p>
              <p className="text-13 text-ink-soft">
                <DateText at={change.at} format={format} now={now} withTime />
              </p>
            </li>
          ))}
        </ul>
      )}
      {(!isNewest || log.next !== null) && (
        <div className="flex flex-wrap gap-2">
          {!isNewest && pageLink(t("members.log.newest"), {})}
          {log.next !== null && pageLink(t("members.log.older"), { before: String(log.next) })}
        </div>
      )}
    </Section>
  );
}

/** Returns the name of a former member whom the filter has, from a change. */
function nameIn({ changes, person }: ChangeLogView): string | null {
  const change = changes.find(({ actor, person: about }) => actor === person || about === person);
  return (change?.actor === person ? change?.actor_name : change?.person_name) ?? null;
}
