/** The parameters `select` and `order`, and the limit of rows. */
import type { Relation } from "./catalogue.ts";
import { notSupported, RestError } from "./errors.ts";
import type { Range } from "./preferences.ts";
import { ident, literal } from "./quote.ts";
import { type Field, Scanner } from "./scanner.ts";

/** The rows that fields belong to: a name in the query, and the columns in the catalogue. */
export interface Source {
  /** Quoted. */
  readonly name: string;
  readonly columns: Relation["columns"];
}

/** Returns the SQL of a field. Only `json` and `jsonb` have paths of their own; other types are converted. */
export function fieldSql({ name, columns }: Source, { column, path }: Field): string {
  const sql = `${name}.${ident(column)}`;
  if (path.length === 0) return sql;
  const type = columns.find((known) => known.name === column)?.type;
  const base = type === undefined || type === "json" || type === "jsonb" ? sql : `to_jsonb(${sql})`;
  // The parentheses keep an operator after the path apart from it.
  return `(${base}${path.map(({ arrow, key }) => `${arrow}${/^-?\d{1,9}$/u.test(key) ? key : literal(key)}`).join("")})`;
}

export interface Selection {
  readonly items: ReadonlyArray<{ readonly field: Field; readonly alias: string | null; readonly cast: string | null }>;
  /** PostgREST returns the columns once for each. */
  readonly stars: number;
}

const AGGREGATE = /(?:count|sum|avg|max|min)\(\)/uy;

export function parseSelect(text: string | null): Selection {
  const items: Selection["items"][number][] = [];
  let stars = 0;
  const scanner = new Scanner(text?.trim() || "*", "select parameter");
  do {
    if (scanner.take("*")) {
      stars += 1;
      continue;
    }
    if (scanner.sees("...")) throw embedding();
    rejectAggregate(scanner);
    let field = scanner.field();
    let alias: string | null = null;
    if (scanner.sees(":") && !scanner.sees("::")) {
      scanner.expect(":");
      alias = field.column;
      rejectAggregate(scanner);
      if (field.path.length > 0) scanner.fail();
      field = scanner.field();
    }
    if (scanner.take(".")) rejectAggregate(scanner);
    if (scanner.sees("(") || scanner.sees("!")) throw embedding();
    const cast = scanner.take("::") ? (scanner.match(/\w+(?:\[\])?/uy)?.[0] ?? scanner.fail()) : null;
    items.push({ field, alias: alias ?? defaultAlias(field), cast });
  } while (scanner.take(","));
  if (!scanner.ended) scanner.fail();
  return { items, stars };
}

/** A path is named after its last key that is no index. */
const defaultAlias = ({ column, path }: Field): string | null =>
  path.length === 0 ? null : (path.findLast(({ key }) => !/^-?\d+$/u.test(key))?.key ?? column);

function rejectAggregate(scanner: Scanner): void {
  if (scanner.match(AGGREGATE) === null) return;
  throw new RestError(400, { code: "PGRST123", message: "Use of aggregate functions is not allowed" });
}

export const embedding = (): RestError =>
  notSupported("embedding", "Read each table on its own, or write a function that returns the rows together.");

/** Returns the columns that a selection reads, or null for all. */
export const columnsOf = ({ items, stars }: Selection): readonly string[] | null =>
  stars > 0 ? null : items.map(({ field }) => field.column);

export function selectionSql(source: Source, { items, stars }: Selection): string {
  const list = items.map(({ field, alias, cast }) => {
    const sql = fieldSql(source, field);
    return `${cast === null ? sql : `cast(${sql} as ${cast})`}${alias === null ? "" : ` as ${ident(alias)}`}`;
  });
  return [...Array.from({ length: stars }, () => `${source.name}.*`), ...list].join(", ");
}

export interface Order {
  readonly field: Field;
  readonly direction: string;
}

export function parseOrder(text: string | null): Order[] {
  if (text === null || text === "") return [];
  const scanner = new Scanner(text, "order");
  const terms: Order[] = [];
  do {
    const field = scanner.field();
    if (scanner.sees("(")) throw embedding();
    const [, direction = ""] = scanner.match(/\.(asc|desc)/uy) ?? [];
    const [, nulls] = scanner.match(/\.nulls(first|last)/uy) ?? [];
    terms.push({ field, direction: `${direction && ` ${direction}`}${nulls === undefined ? "" : ` nulls ${nulls}`}` });
  } while (scanner.take(","));
  if (!scanner.ended) scanner.fail();
  return terms;
}

export const orderSql = (source: Source, terms: readonly Order[]): string =>
  terms.length === 0
    ? ""
    : ` order by ${terms.map(({ field, direction }) => fieldSql(source, field) + direction).join(", ")}`;

/** Returns the SQL of a limit and an offset. */
export function limitSql({ offset, limit }: Range, maxRows: number): string {
  return ` limit ${Math.min(limit ?? maxRows, maxRows)}${offset === 0 ? "" : ` offset ${offset}`}`;
}
