/** The parts of the tables of insights. */
import type { Translator } from "../../i18n/translate.ts";
import type { FigureFormats } from "../../lib/figureFormats.ts";
import type { TranslationPrices } from "../../lib/loadContext.ts";
import type { Cell, ChartData } from "./insightTable.ts";

export interface TableContext {
  readonly t: Translator;
  readonly format: FigureFormats;
  /** The language's name in the page's language. */
  readonly languageName: (code: string) => string;
  readonly prices: TranslationPrices | null;
}

/** Rows that a chart has room for. The table has all. */
export const MAX_BARS = 10;

export const NO_VALUE: Cell = { text: "–", value: "" };

export const cells = ({ format }: Pick<TableContext, "format">) => ({
  count: (value: number): Cell => ({ text: format.number(value), value }),
  share: (value: number | null): Cell =>
    value === null ? NO_VALUE : { text: format.share(value), value: Math.round(value * 10_000) / 10_000 },
  decimal: (value: number | null): Cell =>
    value === null ? NO_VALUE : { text: format.decimal(value), value: Math.round(value * 100) / 100 },
  seconds: (value: number | null): Cell =>
    value === null ? NO_VALUE : { text: format.duration(value), value: Math.round(value * 10) / 10 },
  text: (text: string, value: string = text): Cell => ({ text, value }),
});

export const barsOf = (label: string, rows: ChartData["rows"]): ChartData | null =>
  rows.length === 0 ? null : { kind: "bars", series: [{ label, pattern: "solid" }], rows };
