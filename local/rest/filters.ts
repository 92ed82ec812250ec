/** The filters of a URL: `title=eq.x`, `or=(a.gt.1,not.b.is.null)`. */
import { arrayLiteral, literal } from "./quote.ts";
import { Scanner } from "./scanner.ts";
import { embedding, fieldSql, type Source } from "./select.ts";

/** Operators that compare with one value. `any` and `all` take several. */
const COMPARISONS: Readonly<Record<string, string>> = {
  eq: "=",
  neq: "<>",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  like: "like",
  ilike: "ilike",
  match: "~",
  imatch: "~*",
};
const OTHERS: Readonly<Record<string, string>> = {
  isdistinct: "is distinct from",
  cs: "@>",
  cd: "<@",
  ov: "&&",
  sl: "<<",
  sr: ">>",
  nxr: "&<",
  nxl: "&>",
  adj: "-|-",
};
const TEXT_SEARCHES: Readonly<Record<string, string>> = {
  fts: "to_tsquery",
  plfts: "plainto_tsquery",
  phfts: "phraseto_tsquery",
  wfts: "websearch_to_tsquery",
};
const IS: Readonly<Record<string, string>> = {
  null: "is null",
  not_null: "is not null",
  true: "is true",
  false: "is false",
  unknown: "is unknown",
};

const names = [...Object.keys(COMPARISONS), ...Object.keys(OTHERS), ...Object.keys(TEXT_SEARCHES), "in", "is"];
// Longer names first: `is` must not match the start of `isdistinct`.
const OPERATOR = new RegExp(`(${names.sort((a, b) => b.length - a.length).join("|")})(?:\\(([\\w-]*)\\))?\\.`, "uy");

/** Returns whether the value of a parameter is a filter and not an argument of a function. */
export const isFilter = (value: string): boolean => new RegExp(`^(?:not\\.)*${OPERATOR.source}`, "u").test(value);

/** Parameters that are no filters. */
export const RESERVED = new Set(["select", "order", "limit", "offset", "columns", "on_conflict"]);
const LOGIC = new Set(["and", "or", "not.and", "not.or"]);

/** Returns the conditions of a URL. */
export function filtersSql(source: Source, query: Iterable<readonly [string, string]>): string[] {
  const conditions: string[] = [];
  for (const [key, value] of query) {
    if (RESERVED.has(key)) continue;
    if (LOGIC.has(key)) {
      const scanner = new Scanner(key + value, "logic tree");
      conditions.push(logicSql(source, scanner));
      if (!scanner.ended) scanner.fail();
      continue;
    }
    const name = new Scanner(key, "filter");
    const field = name.field();
    if (name.take(".")) throw embedding();
    if (!name.ended) name.fail();
    conditions.push(conditionSql(source, fieldSql(source, field), new Scanner(value, "filter"), readToTheEnd));
  }
  return conditions;
}

export const whereSql = (conditions: readonly string[]): string =>
  conditions.length === 0 ? "" : ` where ${conditions.join(" and ")}`;

function logicSql(source: Source, scanner: Scanner): string {
  const not = scanner.take("not.") ? "not " : "";
  const [, kind] = scanner.match(/(and|or)(?=\()/uy) ?? [];
  if (kind === undefined) {
    const field = scanner.field();
    if (!scanner.take(".")) throw scanner.sees("(") ? embedding() : scanner.fail();
    return `${not}${conditionSql(source, fieldSql(source, field), scanner, readToTheSeparator)}`;
  }
  scanner.expect("(");
  const parts: string[] = [];
  do parts.push(logicSql(source, scanner));
  while (scanner.take(","));
  scanner.expect(")");
  return `${not}(${parts.join(` ${kind} `)})`;
}

type ReadValue = (scanner: Scanner) => string;
const readToTheEnd: ReadValue = (scanner) => scanner.rest();
/** In a logic tree a value ends at a comma or a parenthesis, unless it is quoted or in braces. */
const readToTheSeparator: ReadValue = (scanner) =>
  scanner.sees('"') ? scanner.quoted() : (scanner.match(/\{[^{}]*\}(?=[,)])|[^,)]*/uy)?.[0] ?? "");

/** @param field the SQL of the compared field */
function conditionSql(source: Source, field: string, scanner: Scanner, readValue: ReadValue): string {
  let not = "";
  while (scanner.take("not.")) not = not === "" ? "not " : "";
  const [, operator, modifier] = scanner.match(OPERATOR) ?? scanner.fail();
  return `${not}(${comparisonSql(source, field, { operator: operator ?? "", modifier }, scanner, readValue)})`;
}

function comparisonSql(
  { name, columns }: Source,
  field: string,
  { operator, modifier }: { operator: string; modifier: string | undefined },
  scanner: Scanner,
  readValue: ReadValue,
): string {
  const search = TEXT_SEARCHES[operator];
  if (search !== undefined) {
    const language = modifier === undefined ? "" : `${literal(modifier)}, `;
    const isVector = columns.some(
      (column) => column.type === "tsvector" && field.startsWith(`${name}."${column.name}"`),
    );
    const vector = isVector ? field : `to_tsvector(${language}${field})`;
    return `${vector} @@ ${search}(${language}${literal(readValue(scanner))})`;
  }
  const symbol = COMPARISONS[operator];
  if (symbol !== undefined) {
    const raw = readValue(scanner);
    const value = operator.endsWith("like") ? raw.replaceAll("*", "%") : raw;
    if (modifier === undefined) return `${field} ${symbol} ${literal(value)}`;
    if (modifier !== "any" && modifier !== "all") return scanner.fail();
    return `${field} ${symbol} ${modifier} (${literal(value)})`;
  }
  if (modifier !== undefined) return scanner.fail();
  if (operator === "in") return `${field} = any (${arrayLiteral(scanner.list())})`;
  if (operator === "is") return `${field} ${IS[readValue(scanner).toLowerCase()] ?? scanner.fail()}`;
  return `${field} ${OTHERS[operator] ?? scanner.fail()} ${literal(readValue(scanner))}`;
}
