/** A row of the table: a measured value beside its bar. */
export interface Figure {
  name: string;
  value: number;
  /** Measurements behind the value. A figure without any fails the run. */
  samples: number;
  bar: number;
  /** `least`: the value must reach the bar. By default it must not exceed the bar. */
  sense?: "least";
  /** Empty for a plain number. */
  unit: "ms" | "s" | "KB" | "MB" | "fps" | "";
  /** Conditions and spread of the measurement. */
  note?: string;
}

const show = (value: number, unit: Figure["unit"]) => `${unit === "ms" ? Math.round(value) : value.toFixed(1)} ${unit}`;

function verdict({ value, bar, sense }: Figure): string {
  if (sense === "least") return value >= bar ? "ok" : "UNDER";
  return value <= bar ? "ok" : "OVER";
}

const HEADER = ["", "figure", "measured", "bar", "samples", ""];

function rowOf(figure: Figure): string[] {
  const bar = `${figure.sense === "least" ? "≥" : "≤"} ${figure.bar} ${figure.unit}`;
  const { name, value, unit, samples, note = "" } = figure;
  return [verdict(figure), name, show(value, unit), bar, String(samples), note];
}

/** Prints the figures; `withBars: false` leaves out bars and verdicts. */
export function printTable(figures: readonly Figure[], { withBars }: { withBars: boolean }): void {
  const table = [HEADER, ...figures.map(rowOf)].map((row) =>
    row.filter((_cell, column) => withBars || ![0, 3].includes(column)),
  );
  const widths = HEADER.map((_cell, column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

/** Returns the value below which `share` (0–1) of the sorted values lie. Throws without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error("There are no samples.");
  return value;
}

/** Returns the value and the sample count of a figure that shows a percentile. */
export const percentileOf = (values: readonly number[], share: number): Pick<Figure, "value" | "samples"> => ({
  value: percentile(values, share),
  samples: values.length,
});

/** Returns the reason why a measure proves nothing; null for figures that all have samples and a value. */
export function missingSamples(figures: readonly Figure[]): string | null {
  if (figures.length === 0) return "it returned no figure";
  const empty = figures.find(({ value, samples }) => samples === 0 || !Number.isFinite(value));
  return empty === undefined ? null : `"${empty.name}" has no samples`;
}
