import ChartColumn from "lucide-react/icons/chart-column";
import CircleHelp from "lucide-react/icons/circle-help";
import Download from "lucide-react/icons/download";
import Table2 from "lucide-react/icons/table-2";
import { useId } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { buttonClass } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { IconButton } from "~/ui/IconButton.tsx";
import { Skeleton } from "~/ui/Skeleton.tsx";
import type { InsightTable } from "../core/insightTable.ts";
import { LazyChart, preloadChart } from "../lazy.tsx";

interface InsightCardProps {
  table: InsightTable;
  numberFormat: (value: number) => string;
  /** Whether the chart is shown. The table then stays for screen readers. */
  charted: boolean;
  onToggle(): void;
  csvPath: string;
}

const iconLink = `${buttonClass({ variant: "ghost", size: "s" })} w-control-s px-0!`;

/** One measure: its table, its chart, its CSV and its explanation. */
export function InsightCard({ table, numberFormat, charted, onToggle, csvPath }: InsightCardProps) {
  const t = useMessages();
  const id = useId();
  const { title, summary, chart, measures } = table;
  const showsChart = charted && chart !== null;
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 break-inside-avoid rounded-l border border-line bg-raised px-4 py-4 s:px-6 s:py-5"
    >
      <div className="flex items-start justify-between gap-3">
        <h2 id={id} className="pt-1 text-18 leading-snug font-head">
          {title}
        </h2>
        <div className="-me-2 flex flex-none print:hidden">
          <a
            href={`/help#measure-${measures[0]}`}
            aria-label={t("insights.explain", { title })}
            title={t("insights.explain", { title })}
            className={iconLink}
          >
            <CircleHelp />
          </a>
          <a
            href={csvPath}
            download
            aria-label={t("insights.csv", { title })}
            title={t("insights.csv", { title })}
            className={iconLink}
          >
            <Download />
          </a>
          {chart !== null && (
            <IconButton
              size="s"
              label={t(showsChart ? "insights.asTable" : "insights.asChart", { title })}
              icon={showsChart ? <Table2 /> : <ChartColumn />}
              onPointerEnter={preloadChart}
              onFocus={preloadChart}
              onClick={onToggle}
              className="noscript:hidden"
            />
          )}
        </div>
      </div>
      {summary !== null && <p className="mt-1 text-14 text-pretty text-ink-soft">{summary}</p>}
      {showsChart && (
        <div className="mt-4">
          <LazyChart fallback={<Skeleton className="h-44! w-full rounded-m!" />}>
            {({ Chart }) => <Chart data={chart} label={title} numberFormat={numberFormat} />}
          </LazyChart>
        </div>
      )}
      <div
        {...(!showsChart && { tabIndex: 0, role: "group", "aria-labelledby": id })}
        className={cx(showsChart ? "sr-only" : "mt-3 overflow-x-auto rounded-s")}
      >
        <DataTable table={table} />
      </div>
    </section>
  );
}

function DataTable({ table: { title, columns, csvColumns, rows } }: { table: InsightTable }) {
  if (rows.length === 0) return null;
  return (
    <table className="w-full text-14 tabular-nums">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr className="align-bottom text-13 leading-snug text-ink-soft">
          {columns.map((column, index) => (
            <th
              key={csvColumns[index]}
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
          <tr key={row[0]?.value} className="border-t border-line">
            {row.map((cell, index) =>
              index === 0 ? (
                <th key={csvColumns[index]} scope="row" className="py-2 pe-3 text-start font-strong">
                  <bdi>{cell.text}</bdi>
                </th>
              ) : (
                <td key={csvColumns[index]} className="py-2 ps-3 text-end whitespace-nowrap">
                  <bdi>{cell.text}</bdi>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
