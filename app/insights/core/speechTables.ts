/** The tables about speaking and reading in turn. They name nobody. */
import type { InsightFigures } from "#contracts/measureResults.ts";
import { ratio } from "#contracts/measures.ts";
import type { Cell, InsightTable } from "./insightTable.ts";
import { barsOf, cells, type TableContext } from "./tableCells.ts";

/** The reader beside everyone, as shares: nobody else has a row. */
export function ownTable(own: NonNullable<InsightFigures["own"]>, context: TableContext): InsightTable {
  const { t, format } = context;
  const cell = cells(context);
  const share = ratio(own.talk_ms, own.group_ms);
  const even = ratio(own.even_ms, own.group_ms);
  const row = (name: string, id: string, mine: Cell, group: Cell, part: Cell): Cell[] => [
    cell.text(name, id),
    mine,
    group,
    part,
  ];
  return {
    id: "own",
    title: t("insights.own"),
    summary:
      share === null || even === null
        ? t("insights.own.none")
        : t("insights.own.summary", { share: format.share(share), even: format.share(even) }),
    measures: ["talkShare", "turns", "interruptions"],
    columns: [
      t("insights.column.measure"),
      t("insights.column.you"),
      t("insights.column.everyone"),
      t("insights.column.share"),
    ],
    csvColumns: ["measure", "you", "everyone", "share"],
    rows: [
      row(
        t("insights.measure.talkTime"),
        "talk_seconds",
        cell.seconds(own.talk_ms / 1000),
        cell.seconds(own.group_ms / 1000),
        cell.share(share),
      ),
      row(
        t("insights.own.even"),
        "even_seconds",
        cell.seconds(own.even_ms / 1000),
        cell.seconds(own.group_ms / 1000),
        cell.share(even),
      ),
      row(
        t("insights.measure.turns"),
        "turns",
        cell.count(own.turns),
        cell.count(own.group_turns),
        cell.share(ratio(own.turns, own.group_turns)),
      ),
      row(
        t("insights.measure.interruptions"),
        "interruptions",
        cell.count(own.interruptions),
        cell.count(own.group_interruptions),
        cell.share(ratio(own.interruptions, own.group_interruptions)),
      ),
    ],
    chart:
      share === null || even === null
        ? null
        : {
            kind: "bars",
            series: [{ label: t("insights.measure.talkShare"), pattern: "solid" }],
            rows: [
              { label: t("insights.column.you"), values: [share], texts: [format.share(share)] },
              {
                label: t("insights.own.others"),
                values: [1 - share],
                texts: [format.share(1 - share)],
                pattern: "stripes",
              },
            ],
            reference: { value: even, label: t("insights.own.evenLabel", { share: format.share(even) }) },
          },
  };
}

export function turnsTable(figures: InsightFigures, context: TableContext): InsightTable {
  const { t, format } = context;
  const cell = cells(context);
  const { turns, overlaps, interruptions, spoken } = figures;
  const rows = [
    { id: "turns", name: t("insights.measure.turns"), count: turns },
    { id: "overlaps", name: t("insights.measure.overlaps"), count: overlaps },
    { id: "interruptions", name: t("insights.measure.interruptions"), count: interruptions },
  ];
  return {
    id: "turns",
    title: t("insights.turns"),
    summary:
      spoken === 0
        ? t("insights.noSpeech")
        : t("insights.turns.summary", {
            effective: format.decimal(figures.effective_speakers / spoken),
            people: format.decimal(figures.people / spoken),
          }),
    measures: ["effectiveSpeakers", "turns", "overlaps", "interruptions"],
    columns: [t("insights.column.measure"), t("insights.column.count"), t("insights.column.perHundred")],
    csvColumns: ["measure", "count", "per_100_turns"],
    rows: rows.map(({ id, name, count }) => {
      const share = ratio(count, turns);
      return [cell.text(name, id), cell.count(count), cell.decimal(share === null ? null : share * 100)];
    }),
    chart: barsOf(
      t("insights.column.count"),
      turns === 0
        ? []
        : rows.map(({ name, count }) => ({ label: name, values: [count], texts: [format.number(count)] })),
    ),
  };
}

export function waitingTable({ reading, captions }: InsightFigures, context: TableContext): InsightTable {
  const { t, format } = context;
  const cell = cells(context);
  const behind = ratio(reading.behind_ms, reading.watched_ms);
  const delay = ratio(captions.delay_ms / 1000, captions.count);
  return {
    id: "waiting",
    title: t("insights.waiting"),
    summary:
      behind === null ? t("insights.waiting.none") : t("insights.waiting.summary", { share: format.share(behind) }),
    measures: ["behind", "captionDelay"],
    columns: [t("insights.column.measure"), t("insights.column.value"), t("insights.column.basis")],
    csvColumns: ["measure", "value", "basis"],
    rows: [
      [
        cell.text(t("insights.measure.behind"), "behind_seconds"),
        cell.seconds(reading.behind_ms / 1000),
        {
          text: t("insights.basis.time", { time: format.duration(reading.watched_ms / 1000) }),
          value: reading.watched_ms / 1000,
        },
      ],
      [
        cell.text(t("insights.measure.captionDelay"), "caption_delay_seconds"),
        cell.seconds(delay),
        { text: t("insights.basis.captions", { count: captions.count }), value: captions.count },
      ],
    ],
    chart:
      behind === null
        ? null
        : barsOf(t("insights.column.share"), [
            { label: t("insights.waiting.upToDate"), values: [1 - behind], texts: [format.share(1 - behind)] },
            {
              label: t("insights.waiting.waited"),
              values: [behind],
              texts: [format.share(behind)],
              pattern: "stripes",
            },
          ]),
  };
}
