import type { ReactNode } from "react";
import type { OwnWorkspace } from "#contracts/workspaces.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { engineName, SPEECH_ENGINE } from "~/lib/translationPrices.ts";
import { useFigureFormats } from "~/lib/useFigureFormats.ts";
import { buttonClass } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { totalUsage, USAGE_GROUPS, type UsageGroup, type UsageRow, usageRows } from "../core/usageRows.ts";
import { type UsageView, workspacePath } from "../core/workspaceView.ts";
import { Section } from "./Section.tsx";

interface UsageSectionProps {
  shown: OwnWorkspace;
  view: UsageView;
  languageTag: string;
}

/** Shows the workspace's usage of translation and speech in a month, with its cost where the operator set prices. */
export function UsageSection({ shown, view, languageTag }: UsageSectionProps) {
  const { usage, group, months, prices, error } = view;
  const t = useMessages();
  const format = useFigureFormats(languageTag);
  const path = (parameters: Readonly<Record<string, string>>) =>
    workspacePath("workspace", shown.id, { month: months.shown.slice(0, 7), usage: group, ...parameters });
  const monthLink = (month: string | null) =>
    month !== null && (
      <Link to={path({ month: month.slice(0, 7) })} preventScrollReset className={buttonClass({ size: "s" })}>
        {format.day(month, "month")}
      </Link>
    );
  return (
    <Section title={t("members.usage")} text={t("members.usage.text")}>
      <div className="flex flex-wrap items-center gap-2">
        <p className="me-auto font-strong">{format.day(months.shown, "month")}</p>
        {monthLink(months.before)}
        {monthLink(months.after)}
      </div>
      {error !== null && <ErrorNotice code={error} shape="row" />}
      {usage !== null &&
        (usage.days.length === 0 ? (
          <p className="text-ink-soft">{t("members.usage.none")}</p>
        ) : (
          <>
            <nav aria-label={t("members.usage.by")} className="flex flex-wrap gap-1">
              {USAGE_GROUPS.map((each) => (
                <Link
                  key={each}
                  to={path({ usage: each })}
                  preventScrollReset
                  aria-current={each === group ? "true" : undefined}
                  className="flex min-h-control items-center rounded-[8px] px-3 font-strong text-ink-soft no-underline hover:text-ink aria-[current]:bg-hover aria-[current]:text-ink"
                >
                  {t(`members.usage.by.${each}`)}
                </Link>
              ))}
            </nav>
            <UsageTable {...{ usage, group, prices, languageTag }} />
            {group === "member" && !usage.complete && (
              <p className="text-13 text-ink-soft">{t("members.usage.incomplete")}</p>
            )}
          </>
        ))}
    </Section>
  );
}

type UsageTableProps = { usage: NonNullable<UsageView["usage"]> } & Pick<UsageView, "group" | "prices"> &
  Pick<UsageSectionProps, "languageTag">;

function UsageTable({ usage, group, prices, languageTag }: UsageTableProps) {
  const t = useMessages();
  const format = useFigureFormats(languageTag);
  const rows = usageRows(usage, group, prices);
  const total = totalUsage(usage.days, prices);
  const cells = ({ characters, speechMs, cost }: Omit<UsageRow, "key" | "member">) => [
    characters === 0 ? "–" : format.number(characters),
    speechMs === 0 ? "–" : format.duration(speechMs / 1000),
    ...(prices === null ? [] : [cost === null ? "–" : format.money(cost, prices.currency)]),
  ];
  const columns = [
    t(`members.usage.${group}`),
    t("members.usage.characters"),
    t("members.usage.speech"),
    ...(prices === null ? [] : [t("members.usage.cost")]),
  ];
  return (
    <table className="w-full text-14 tabular-nums">
      <thead>
        <tr className="align-bottom text-13 leading-snug text-ink-soft">
          {columns.map((column, index) => (
            <th
              key={column}
              scope="col"
              className={cx("py-1.5 font-body", index === 0 ? "pe-3 text-start" : "ps-3 text-end")}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.key} {...{ columns }} cells={cells(row)}>
            <RowName group={group} row={row} day={format.day} />
          </Row>
        ))}
      </tbody>
      {rows.length > 1 && (
        <tfoot>
          <Row {...{ columns }} cells={cells(total)}>
            {t("members.usage.total")}
          </Row>
        </tfoot>
      )}
    </table>
  );
}

interface RowProps {
  columns: readonly string[];
  /** Those of the columns after the first. */
  cells: readonly string[];
  children: ReactNode;
}

function Row({ columns, cells, children }: RowProps) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 pe-3 text-start font-strong wrap-anywhere">
        {children}
      </th>
      {cells.map((cell, index) => (
        <td key={columns[index + 1]} className="py-2 ps-3 text-end">
          <bdi>{cell}</bdi>
        </td>
      ))}
    </tr>
  );
}

interface RowNameProps {
  group: UsageGroup;
  row: UsageRow;
  day: (isoDay: string, precision: "day") => string;
}

function RowName({ group, row: { key, member }, day }: RowNameProps) {
  const t = useMessages();
  switch (group) {
    case "engine":
      return key === SPEECH_ENGINE ? t("members.usage.recogniser") : <bdi>{engineName(key)}</bdi>;
    case "day":
      return day(key, "day");
    case "member":
      if (member?.is_guest) return t("members.usage.guests");
      if (member === null || member.id === null) return t("members.deleted");
      return <bdi>{member.name ?? t("members.nameless")}</bdi>;
    default:
      return group satisfies never;
  }
}
