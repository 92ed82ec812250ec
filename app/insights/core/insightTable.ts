/** A table of insights: shown on the page, written as CSV and drawn as a chart from the same rows. */
import type { MeasureName } from "#contracts/measures.ts";

export const TABLE_IDS = ["meetings", "languages", "reach", "own", "turns", "waiting", "translation"] as const;
export type TableId = (typeof TABLE_IDS)[number];

export interface Cell {
  readonly text: string;
  /** For CSV: a plain number with a point, or a text. Empty without a value. */
  readonly value: string | number;
}

export interface InsightTable {
  readonly id: TableId;
  readonly title: string;
  /** One sentence with the result. */
  readonly summary: string | null;
  /** Explained on the help page. */
  readonly measures: readonly MeasureName[];
  /** The first column heads the rows. */
  readonly columns: readonly string[];
  /** Names of the columns in CSV, which do not depend on the language. */
  readonly csvColumns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Null if there is nothing to draw. */
  readonly chart: ChartData | null;
}

export interface ChartSeries {
  readonly label: string;
  readonly pattern: "solid" | "stripes";
}

export interface ChartData {
  /** `columns` over time. `bars` beside labels. `mirror`: two series, to both sides of the labels. */
  readonly kind: "columns" | "bars" | "mirror";
  readonly series: readonly ChartSeries[];
  readonly rows: readonly {
    readonly label: string;
    readonly values: readonly number[];
    /** One for each value. */
    readonly texts: readonly string[];
    /** Overrides the pattern of the series. */
    readonly pattern?: ChartSeries["pattern"];
  }[];
  /** For bars: a line across all of them, such as an even share. */
  readonly reference?: { readonly value: number; readonly label: string };
}
