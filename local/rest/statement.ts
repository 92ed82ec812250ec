/** A statement whose result is one row: the response as JSON text and its row counts. Postgres writes the JSON. */
import type { Media } from "./preferences.ts";

export interface Statement {
  readonly text: string;
  /** The body of the request, or none. */
  readonly parameters: readonly string[];
  /** Whether Postgres keeps its plan: for texts that do not contain values. */
  readonly keepsPlan: boolean;
}

/** The result of a statement. */
export interface Result {
  readonly body: string | null;
  /** Rows of the response, or rows that a write changed. */
  readonly count: number;
  /** All rows without limit and offset, if counted. */
  readonly total: string | null;
  /** Set by functions: PostgREST's `response.status` and `response.headers`. */
  readonly status: string | null;
  readonly headers: string | null;
}

export interface Parts {
  /** The common table expressions. They run first. */
  readonly with: string;
  /** The rows of the response. */
  readonly rows: string;
  /** SQL of the body. */
  readonly body: string;
  /** SQL of the number of all rows. */
  readonly total: string | null;
}

export const statementText = ({ with: source, rows, body, total }: Parts): string =>
  `${source === "" ? "" : `with ${source} `}select ${body} as body, count(*)::int as count, ` +
  `${total === null ? "null" : `(${total})`}::text as total, ` +
  "nullif(current_setting('response.status', true), '') as status, " +
  `nullif(current_setting('response.headers', true), '') as headers from (${rows}) as pgrst_row`;

/** Returns the SQL of the body for rows with columns. */
export function rowsBody({ single, stripped }: Media): string {
  const row = stripped ? "json_strip_nulls(row_to_json(pgrst_row))" : "pgrst_row";
  return single ? firstOf(row) : `coalesce(json_agg(${row}), '[]')::text`;
}

/** Returns the SQL of the first element, which is `null` without rows. */
export const firstOf = (element: string): string => `coalesce((json_agg(${element}) -> 0)::text, 'null')`;

export const NO_BODY = "null::text";

/** The name of the rows that a function returned or a write changed, as under PostgREST. */
export const SOURCE_NAME = '"pgrst_source"';
