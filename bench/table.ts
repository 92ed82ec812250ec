/** One line of the bench: what was measured, the value, and the bar that it must not pass, or must reach. */
export interface Figure {
  name: string;
  value: number;
  bar: number;
  /** `least`: the value must reach the bar. Else it must not pass it. */
  sense?: "least";
  /** Empty for a plain number. */
  unit: "ms" | "s" | "KB" | "MB" | "fps" | "";
  /** What stands behind the value: how many runs, the spread. */
  note?: string;
}

const show = (value: number, unit: Figure["unit"]) => `${unit === "ms" ? Math.round(value) : value.toFixed(1)} ${unit}`;

function verdict({ value, bar, sense }: Figure): string {
  if (sense === "least") return value >= bar ? "ok" : "UNDER";
  return value <= bar ? "ok" : "OVER";
}

export function printTable(figures: readonly Figure[]): void {
  const rows = figures.map((figure) => [
    verdict(figure),
    figure.name,
    show(figure.value, figure.unit),
    `${figure.sense === "least" ? "≥" : "≤"} ${figure.bar} ${figure.unit}`,
    figure.note ?? "",
  ]);
  const table = [["", "figure", "measured", "bar", ""], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

/** The value below which `share` (0–1) of the sorted values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
