/** Builds the tables of insights from the figures. Every text is in the reader's language. */
import type { InsightFigures } from "#contracts/measureResults.ts";
import { ratio } from "#contracts/measures.ts";
import { countByPeriod, type DateRange } from "./dateRange.ts";
import type { InsightTable } from "./insightTable.ts";
import { ownTable, turnsTable, waitingTable } from "./speechTables.ts";
import { barsOf, cells, MAX_BARS, type TableContext } from "./tableCells.ts";
import { translationTable } from "./translationTable.ts";

const toMinutes = (seconds: number) => Math.round(seconds / 6) / 10;

/** Returns the tables of a workspace, or those of one call, which has no periods. */
export function buildTables(figures: InsightFigures, range: DateRange | null, context: TableContext): InsightTable[] {
  return [
    ...(range === null ? [] : [meetingsTable(figures, range, context)]),
    languagesTable(figures, context),
    reachTable(figures, context),
    ...(figures.own === null ? [] : [ownTable(figures.own, context)]),
    turnsTable(figures, context),
    waitingTable(figures, context),
    translationTable(figures, context),
  ];
}

function meetingsTable({ days }: InsightFigures, range: DateRange, context: TableContext): InsightTable {
  const { t, format } = context;
  const cell = cells(context);
  const { period, precision, counts } = countByPeriod(range, days);
  const most = counts.reduce((max, { calls }) => Math.max(max, calls), 0);
  return {
    id: "meetings",
    title: t(`insights.meetings.${period}`),
    summary: null,
    measures: ["meetings", "minutes"],
    columns: [t("insights.column.period"), t("insights.column.meetings"), t("insights.column.minutes")],
    csvColumns: ["from", "meetings", "minutes"],
    rows: counts.map(({ day, calls, seconds }) => [
      cell.text(format.day(day, precision), day),
      cell.count(calls),
      { text: format.number(seconds / 60), value: toMinutes(seconds) },
    ]),
    chart:
      most === 0
        ? null
        : {
            kind: "columns",
            series: [{ label: t("insights.column.meetings"), pattern: "solid" }],
            rows: counts.map(({ day, calls }) => ({
              label: format.day(day, precision),
              values: [calls],
              texts: [format.number(calls)],
            })),
          },
  };
}

function languagesTable({ languages, talk_ms }: InsightFigures, context: TableContext): InsightTable {
  const { t, format, languageName } = context;
  const cell = cells(context);
  const readers = languages.reduce((sum, language) => sum + language.readers, 0);
  const shares = languages.map((language) => ({
    name: languageName(language.language),
    spoken: ratio(language.talk_ms, talk_ms) ?? 0,
    read: ratio(language.readers, readers) ?? 0,
  }));
  return {
    id: "languages",
    title: t("insights.languages"),
    summary: languages.length === 0 ? null : t("insights.languages.summary"),
    measures: ["talkTime"],
    columns: [
      t("insights.column.language"),
      t("insights.column.talkTime"),
      t("insights.column.spokenShare"),
      t("insights.column.speakers"),
      t("insights.column.readers"),
    ],
    csvColumns: ["language", "talk_seconds", "talk_share", "speakers", "readers"],
    rows: languages.map((language, index) => [
      cell.text(languageName(language.language), language.language),
      cell.seconds(language.talk_ms / 1000),
      cell.share(shares[index]?.spoken ?? null),
      cell.count(language.speakers),
      cell.count(language.readers),
    ]),
    chart:
      languages.length === 0
        ? null
        : {
            kind: "mirror",
            series: [
              { label: t("insights.series.spoken"), pattern: "solid" },
              { label: t("insights.series.read"), pattern: "stripes" },
            ],
            rows: shares.slice(0, MAX_BARS).map(({ name, spoken, read }) => ({
              label: name,
              values: [spoken, read],
              texts: [format.share(spoken), format.share(read)],
            })),
          },
  };
}

/** A matrix: the language of the lines by the language of their readers. */
function reachTable({ reach }: InsightFigures, context: TableContext): InsightTable {
  const { t, format, languageName } = context;
  const cell = cells(context);
  const readers = [...new Set(reach.map(({ read }) => read))];
  const spoken = [...new Set(reach.map((pair) => pair.spoken))];
  const shareOf = (from: string, to: string) => {
    const pair = reach.find((known) => known.spoken === from && known.read === to);
    return pair === undefined ? null : ratio(pair.reached, pair.lines);
  };
  // Those that most words needed come first.
  const others = reach.filter((pair) => pair.spoken !== pair.read).sort((a, b) => b.lines - a.lines);
  const share = ratio(sumOf(others, "reached"), sumOf(others, "lines"));
  return {
    id: "reach",
    title: t("insights.reach"),
    summary: share === null ? t("insights.reach.none") : t("insights.reach.summary", { share: format.share(share) }),
    measures: ["reach"],
    columns: [
      t("insights.column.from"),
      ...readers.map((read) => t("insights.column.to", { language: languageName(read) })),
    ],
    csvColumns: ["spoken", ...readers],
    rows: spoken.map((from) => [
      cell.text(languageName(from), from),
      ...readers.map((read) => cell.share(shareOf(from, read))),
    ]),
    chart: barsOf(
      t("insights.column.share"),
      others.slice(0, MAX_BARS).map((pair) => {
        const pairShare = ratio(pair.reached, pair.lines) ?? 0;
        return {
          label: t("insights.reach.pair", { from: languageName(pair.spoken), to: languageName(pair.read) }),
          values: [pairShare],
          texts: [format.share(pairShare)],
        };
      }),
    ),
  };
}

function sumOf<Key extends string>(rows: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0);
}
