/** The rows of a write, as Postgres reads them from the body of the request. */
import type { Column, Relation } from "./catalogue.ts";
import { RestError } from "./errors.ts";
import { ident, literal } from "./quote.ts";
import { Scanner } from "./scanner.ts";

export interface Payload {
  /** The columns to write. */
  readonly columns: readonly Column[];
  /** The body as a JSON array, unchanged otherwise, so that numbers keep all digits. */
  readonly json: string;
  /** Whether the body has no rows. */
  readonly isEmpty: boolean;
}

/** Reads the body of a write to a table. `columns` of the URL replaces the keys of the rows. */
export function parsePayload(body: string, list: string | null, relation: Relation): Payload {
  const rows = parseRows(body);
  const names = list === null || list === "" ? keysOf(rows) : parseColumns(list);
  return {
    columns: names.map((name) => requireColumn(relation, name)),
    json: body.trimStart().startsWith("[") ? body : `[${body}]`,
    isEmpty: rows.length === 0,
  };
}

function parseRows(body: string): object[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw invalidBody();
  }
  const rows: unknown[] = Array.isArray(value) ? value : [value];
  return rows.map((row) => {
    if (typeof row !== "object" || row === null || Array.isArray(row)) throw invalidBody();
    return row;
  });
}

export const invalidBody = (): RestError => new RestError(400, { code: "PGRST102", message: "Empty or invalid json" });

function keysOf(rows: readonly object[]): string[] {
  const [first = []] = rows.map((row) => Object.keys(row));
  const expected = [...first].sort().join("\0");
  if (rows.some((row) => Object.keys(row).sort().join("\0") !== expected)) {
    throw new RestError(400, { code: "PGRST102", message: "All object keys must match" });
  }
  return first;
}

export function parseColumns(text: string): string[] {
  const scanner = new Scanner(text, "columns parameter");
  const names = new Set<string>();
  do names.add(scanner.name());
  while (scanner.take(","));
  if (!scanner.ended) scanner.fail();
  return [...names];
}

export function requireColumn({ name: table, columns }: Relation, name: string): Column {
  const found = columns.find((column) => column.name === name);
  if (found !== undefined) return found;
  const message = `Could not find the '${name}' column of '${table}' in the schema cache`;
  throw new RestError(400, { code: "PGRST204", message });
}

/** The name of the rows of a body in a statement. */
export const ARGS = "pgrst_args";

/**
 * Returns the SQL of the rows, with one parameter: the JSON array.
 * @param withDefaults a missing key takes the column's default instead of null
 */
export function payloadSql(columns: readonly Column[], withDefaults: boolean): string {
  const shape = columns.map(({ name, type }) => `${ident(name)} ${type}`).join(", ");
  if (!withDefaults) return `json_to_recordset($1::text::json) as ${ARGS}(${shape})`;
  const defaults = columns.flatMap(({ name, fallback }) => (fallback === null ? [] : `${literal(name)}, ${fallback}`));
  return (
    "json_array_elements($1::text::json) as pgrst_item, " +
    `jsonb_to_record(jsonb_build_object(${defaults.join(", ")}) || pgrst_item::jsonb) as ${ARGS}(${shape})`
  );
}
