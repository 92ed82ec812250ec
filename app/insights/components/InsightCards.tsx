import { useMemo, useState } from "react";
import type { InsightFigures } from "#contracts/measureResults.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import type { ReaderLocale } from "~/lib/dates.ts";
import type { TranslationPrices } from "~/lib/loadContext.ts";
import { useFigureFormats } from "~/lib/useFigureFormats.ts";
import { Button } from "~/ui/Button.tsx";
import { buildTables } from "../core/buildTables.ts";
import type { DateRange } from "../core/dateRange.ts";
import type { TableId } from "../core/insightTable.ts";
import { preloadChart } from "../lazy.tsx";
import { InsightCard } from "./InsightCard.tsx";

interface InsightCardsProps {
  figures: InsightFigures;
  /** Null for one call. */
  range: DateRange | null;
  reader: ReaderLocale;
  prices: TranslationPrices | null;
  /** Ends where `table=` follows. */
  csvPath: string;
}

/** The columns of a wide page. On a phone the second follows the first. A card stays in its column when its height changes. */
const COLUMNS: readonly (readonly TableId[])[] = [
  ["meetings", "languages", "reach"],
  ["own", "turns", "waiting", "translation"],
];

/** The tables, each with its chart. The reader opens all charts at once or one by one. */
export function InsightCards({ figures, range, reader, prices, csvPath }: InsightCardsProps) {
  const t = useMessages();
  const { languageName } = useFormatters();
  const format = useFigureFormats(reader.languageTag);
  const tables = useMemo(
    () => buildTables(figures, range, { t, format, languageName, prices }),
    [figures, range, t, format, languageName, prices],
  );
  const drawable = tables.filter(({ chart }) => chart !== null).map(({ id }) => id);
  const [open, setOpen] = useState<readonly TableId[]>([]);
  const allOpen = drawable.length > 0 && drawable.every((id) => open.includes(id));
  const toggle = (id: TableId) => setOpen(open.includes(id) ? open.filter((known) => known !== id) : [...open, id]);
  return (
    <>
      {drawable.length > 0 && (
        <p className="mb-4 flex justify-end noscript:hidden print:hidden">
          <Button
            size="s"
            onPointerEnter={preloadChart}
            onFocus={preloadChart}
            onClick={() => setOpen(allOpen ? [] : drawable)}
          >
            {t(allOpen ? "insights.showTables" : "insights.showCharts")}
          </Button>
        </p>
      )}
      <div className="grid items-start gap-5 l:grid-cols-2">
        {COLUMNS.map((ids) => (
          <div key={ids[0]} className="grid min-w-0 gap-5">
            {tables
              .filter(({ id }) => ids.includes(id))
              .map((table) => (
                <InsightCard
                  key={table.id}
                  table={table}
                  numberFormat={format.number}
                  charted={open.includes(table.id)}
                  onToggle={() => toggle(table.id)}
                  csvPath={`${csvPath}${csvPath.endsWith("?") ? "" : "&"}table=${table.id}`}
                />
              ))}
          </div>
        ))}
      </div>
    </>
  );
}
