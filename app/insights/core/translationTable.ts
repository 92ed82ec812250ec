import type { InsightFigures } from "#contracts/measureResults.ts";
import { costOf, engineName } from "../../lib/translationPrices.ts";
import type { Cell, InsightTable } from "./insightTable.ts";
import { barsOf, cells, MAX_BARS, NO_VALUE, type TableContext } from "./tableCells.ts";

/** Translations by engine, on readers' devices and on servers, with their cost where the operator set a price. */
export function translationTable({ engines, device }: InsightFigures, context: TableContext): InsightTable {
  const { t, format, prices } = context;
  const cell = cells(context);
  const rows = [
    ...engines.map(({ engine, lines, characters }) => ({
      ...{ id: engine, name: engineName(engine), where: "server" as const, lines, characters },
      cost: costOf(prices, engine, characters),
    })),
    ...(device.lines === 0
      ? []
      : [{ id: "device", name: t("insights.translation.device"), where: "device" as const, ...device, cost: 0 }]),
  ];
  const hasPrice = prices !== null && rows.some(({ where, cost }) => where === "server" && cost !== null);
  const total = rows.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  const characters = rows.reduce((sum, row) => sum + row.characters, 0);
  const costCell = (cost: number | null): Cell =>
    cost === null || prices === null
      ? NO_VALUE
      : { text: format.money(cost, prices.currency), value: Math.round(cost * 10_000) / 10_000 };
  const money = hasPrice ? format.money(total, prices.currency) : null;
  return {
    id: "translation",
    title: t("insights.translation"),
    summary:
      rows.length === 0
        ? t("insights.translation.none")
        : money === null
          ? t("insights.translation.characters", { count: format.number(characters) })
          : t("insights.translation.cost", { count: format.number(characters), cost: money }),
    measures: ["translated", ...(hasPrice ? (["cost"] as const) : [])],
    columns: [
      t("insights.column.engine"),
      t("insights.column.where"),
      t("insights.column.translations"),
      t("insights.column.characters"),
      ...(hasPrice ? [t("insights.column.cost")] : []),
    ],
    csvColumns: ["engine", "where", "translations", "characters", ...(hasPrice ? [`cost_${prices.currency}`] : [])],
    rows: rows.map(({ id, name, where, lines, characters, cost }) => [
      cell.text(name, id),
      cell.text(t(`insights.translation.on.${where}`), where),
      cell.count(lines),
      cell.count(characters),
      ...(hasPrice ? [costCell(cost)] : []),
    ]),
    chart: barsOf(
      t("insights.column.characters"),
      rows.slice(0, MAX_BARS).map(({ name, where, characters }) => ({
        ...{ label: name, values: [characters], texts: [format.number(characters)] },
        ...(where === "device" && { pattern: "stripes" as const }),
      })),
    ),
  };
}
