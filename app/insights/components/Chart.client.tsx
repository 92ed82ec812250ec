/**
 * Charts by recharts, for browsers only. Labels are HTML beside the bars, so that each script has its own direction. Nothing
 * here is announced: the table has the same values.
 */
import { useId } from "react";
import { Bar, BarChart, CartesianGrid, LabelList, ReferenceLine, XAxis, YAxis } from "recharts";
import { useLocale } from "~/i18n/I18nProvider.tsx";
import { LOCALES } from "~/i18n/locales.ts";
import { cx } from "~/ui/cx.ts";
import type { ChartData, ChartSeries } from "../core/insightTable.ts";
import { ChartFrame } from "./ChartFrame.tsx";

interface ChartProps {
  data: ChartData;
  /** Accessible name. */
  label: string;
  numberFormat: (value: number) => string;
}

const COLUMNS_HEIGHT = 220;
const BAR_ROW_HEIGHT = 40;
const BAR_SIZE = 22;
/** Counts up to which the axis has a line for each. */
const MAX_SINGLE_TICKS = 4;
/** Width of a wide character such as `%`, and of the gap between a bar and its value. */
const CHARACTER_WIDTH = 9.5;
const VALUE_GAP = 8;

export function Chart({ data, label, numberFormat }: ChartProps) {
  return (
    // Clipped, because a chart follows a narrower window one frame later.
    <figure role="img" aria-label={label} data-chart={data.kind} className="overflow-x-clip [&_svg]:overflow-visible">
      {data.kind === "columns" ? (
        <Columns data={data} numberFormat={numberFormat} />
      ) : data.kind === "bars" ? (
        <Bars data={data} />
      ) : (
        <MirroredBars data={data} />
      )}
      <Legend data={data} />
    </figure>
  );
}

const useIsRtl = () => LOCALES[useLocale()].dir === "rtl";

interface BarRow {
  readonly value: number;
  readonly text: string;
  readonly pattern: ChartSeries["pattern"];
}

const rowsOf = ({ rows, series }: ChartData, index: number): BarRow[] =>
  rows.map(({ values, texts, pattern }) => ({
    value: values[index] ?? 0,
    text: texts[index] ?? "",
    pattern: pattern ?? series[index]?.pattern ?? "solid",
  }));

interface RectProps {
  x?: number;
  y?: number;
  width?: number;
  height?: number;
}

interface PatternProps {
  row: BarRow | undefined;
  stripes: string;
}

/** A bar, filled by its pattern. A reversed axis gives it a negative width. */
function PatternBar({ x = 0, y = 0, width = 0, height = 0, row, stripes }: RectProps & PatternProps) {
  const shape = {
    x: Math.min(x, x + width),
    y: Math.min(y, y + height),
    width: Math.abs(width),
    height: Math.abs(height),
    rx: Math.min(3, Math.abs(width) / 2, Math.abs(height) / 2),
  };
  return row?.pattern === "solid" ? (
    <rect {...shape} fill="var(--accent)" />
  ) : (
    <rect {...shape} fill={`url(#${stripes})`} stroke="var(--accent)" />
  );
}

function Stripes({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" fill="var(--accent-soft)" />
        <rect width="2" height="6" fill="var(--accent)" />
      </pattern>
    </defs>
  );
}

const useStripesId = () => `stripes${useId().replaceAll(":", "")}`;

/** Meetings over time. */
function Columns({ data, numberFormat }: Omit<ChartProps, "label">) {
  const rtl = useIsRtl();
  const stripes = useStripesId();
  const rows = rowsOf(data, 0).map((row, index) => ({ ...row, label: data.rows[index]?.label ?? "" }));
  const max = largest(rows);
  const tick = { fill: "var(--ink-soft)", fontSize: 13 };
  return (
    <ChartFrame height={COLUMNS_HEIGHT}>
      {(width) => (
        <BarChart
          width={width}
          height={COLUMNS_HEIGHT}
          data={rows}
          accessibilityLayer={false}
          margin={{ top: 8, right: rtl ? 0 : 16, bottom: 0, left: rtl ? 16 : 0 }}
        >
          <Stripes id={stripes} />
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="label"
            reversed={rtl}
            interval="preserveStart"
            minTickGap={24}
            tick={tick}
            tickLine={false}
            axisLine={{ stroke: "var(--line-strong)" }}
          />
          <YAxis
            orientation={rtl ? "right" : "left"}
            width={36}
            allowDecimals={false}
            {...(max <= MAX_SINGLE_TICKS && { ticks: Array.from({ length: max + 1 }, (_, index) => index) })}
            tickFormatter={numberFormat}
            tick={tick}
            tickLine={false}
            axisLine={false}
          />
          <Bar
            dataKey="value"
            maxBarSize={28}
            isAnimationActive={false}
            shape={({ x, y, width, height, index }) => (
              <PatternBar {...{ x, y, width, height, stripes }} row={rows[index]} />
            )}
          />
        </BarChart>
      )}
    </ChartFrame>
  );
}

interface SideProps {
  rows: readonly BarRow[];
  /** Whether the bars grow to the left. */
  toLeft: boolean;
  max: number;
  reference?: number | undefined;
}

/** Returns the end of the axis that leaves room for the longest value behind the longest bar. */
function domainFor(rows: readonly BarRow[], max: number, width: number): number {
  const valueWidth = VALUE_GAP + CHARACTER_WIDTH * Math.max(...rows.map(({ text }) => text.length));
  return (max * width) / Math.max(width - valueWidth, width / 4);
}

/** Horizontal bars without labels, each with its value at the end. */
function Side({ rows, toLeft, max, reference }: SideProps) {
  const stripes = useStripesId();
  const height = rows.length * BAR_ROW_HEIGHT;
  return (
    <ChartFrame height={height}>
      {(width) => (
        <BarChart
          layout="vertical"
          width={width}
          height={height}
          data={[...rows]}
          accessibilityLayer={false}
          margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
        >
          <Stripes id={stripes} />
          <XAxis type="number" hide reversed={toLeft} domain={[0, domainFor(rows, max, width)]} />
          <YAxis type="category" hide />
          <Bar
            dataKey="value"
            barSize={BAR_SIZE}
            isAnimationActive={false}
            shape={({ x, y, width, height, index }) => (
              <PatternBar {...{ x, y, width, height, stripes }} row={rows[index]} />
            )}
          >
            <LabelList
              dataKey="text"
              content={({ x, y, width: length, height: size, value }) => (
                <ValueText box={[x, y, length, size].map(Number)} toLeft={toLeft} text={String(value ?? "")} />
              )}
            />
          </Bar>
          {reference !== undefined && (
            <ReferenceLine x={reference} stroke="var(--ink)" strokeDasharray="3 3" strokeWidth={1.5} />
          )}
        </BarChart>
      )}
    </ChartFrame>
  );
}

function ValueText({ box: [x = 0, y = 0, width = 0, height = 0], toLeft, text }: ValueTextProps) {
  const tip = toLeft ? Math.min(x, x + width) - VALUE_GAP : Math.max(x, x + width) + VALUE_GAP;
  return (
    <text
      x={tip}
      y={y + height / 2}
      dy="0.35em"
      textAnchor={toLeft ? "end" : "start"}
      fill="var(--ink)"
      fontSize={13}
      className="tabular-nums"
    >
      {text}
    </text>
  );
}

interface ValueTextProps {
  box: number[];
  toLeft: boolean;
  text: string;
}

const largest = (rows: readonly BarRow[]) => Math.max(Number.MIN_VALUE, ...rows.map(({ value }) => value));

function Labels({ data, centred }: { data: ChartData; centred: boolean }) {
  return (
    <ul style={{ gridAutoRows: BAR_ROW_HEIGHT }} className={cx("grid text-13 leading-tight", centred && "text-center")}>
      {data.rows.map(({ label }) => (
        <li key={label} className={cx("flex items-center", centred && "justify-center")}>
          <bdi className="line-clamp-2 wrap-anywhere">{label}</bdi>
        </li>
      ))}
    </ul>
  );
}

function Bars({ data }: { data: ChartData }) {
  const rtl = useIsRtl();
  const rows = rowsOf(data, 0);
  const reference = data.reference?.value;
  return (
    <div className="grid grid-cols-[minmax(72px,34%)_minmax(0,1fr)] gap-x-3">
      <Labels data={data} centred={false} />
      <Side rows={rows} toLeft={rtl} max={Math.max(largest(rows), reference ?? 0)} reference={reference} />
    </div>
  );
}

/** The first series grows towards the start of the line, the second towards its end. */
function MirroredBars({ data }: { data: ChartData }) {
  const rtl = useIsRtl();
  const [before, after] = [rowsOf(data, 0), rowsOf(data, 1)];
  const max = Math.max(largest(before), largest(after));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(80px,24%)_minmax(0,1fr)] gap-x-2">
      <Side rows={before} toLeft={!rtl} max={max} />
      <Labels data={data} centred />
      <Side rows={after} toLeft={rtl} max={max} />
    </div>
  );
}

function Legend({ data: { series, reference } }: { data: ChartData }) {
  if (series.length === 1 && reference === undefined) return null;
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-13 text-ink-soft">
      {series.length > 1 &&
        series.map(({ label, pattern }) => (
          <li key={label} className="flex items-center gap-2">
            <span
              className={cx(
                "size-3.5 flex-none rounded-[3px] border border-accent",
                pattern === "solid"
                  ? "bg-accent"
                  : "bg-[repeating-linear-gradient(45deg,var(--accent)_0_2px,var(--accent-soft)_2px_5px)]",
              )}
            />
            {label}
          </li>
        ))}
      {reference && (
        <li className="flex items-center gap-2">
          <span className="h-3.5 border-s-2 border-dashed border-ink" />
          {reference.label}
        </li>
      )}
    </ul>
  );
}
