/** Requests to a table or view: select, insert, upsert, update and delete. */
import type { Relation } from "./catalogue.ts";
import { notSupported, RestError } from "./errors.ts";
import { filtersSql, whereSql } from "./filters.ts";
import { ARGS, type Payload, parseColumns, parsePayload, payloadSql, requireColumn } from "./payload.ts";
import { ident } from "./quote.ts";
import type { RestRequest } from "./request.ts";
import {
  columnsOf,
  limitSql,
  type Order,
  orderSql,
  parseOrder,
  parseSelect,
  type Selection,
  type Source,
  selectionSql,
} from "./select.ts";
import { NO_BODY, rowsBody, SOURCE_NAME, type Statement, statementText } from "./statement.ts";

/** Returns the statement of a request. */
export function tableStatement(relation: Relation, request: RestRequest): Statement {
  switch (request.method) {
    case "GET":
    case "HEAD":
      return select(relation, request);
    case "POST":
      return write(relation, request, insert(relation, request, readPayload(relation, request)));
    case "PATCH":
      return write(relation, request, update(relation, request, readPayload(relation, request)));
    case "DELETE":
      return write(relation, request, deletion(relation, request));
    case "PUT":
      throw notSupported("PUT", "Upsert with POST and the preference resolution=merge-duplicates.");
    default:
      throw new RestError(405, { code: "PGRST117", message: `Unsupported HTTP method: ${request.method}` });
  }
}

const qualified = ({ schema, name }: Relation) => `${ident(schema)}.${ident(name)}`;
const sourceOf = ({ name, columns }: Relation): Source => ({ name: ident(name), columns });

function select(relation: Relation, { query, range, prefer, media, maxRows }: RestRequest): Statement {
  const source = sourceOf(relation);
  const from = ` from ${qualified(relation)}${whereSql(filtersSql(source, query))}`;
  const rows =
    `select ${selectionSql(source, parseSelect(query.get("select")))}${from}` +
    orderSql(source, parseOrder(query.get("order"))) +
    limitSql(range, maxRows);
  const total = prefer.count === undefined ? null : `select count(*)${from}`;
  return { text: statementText({ with: "", rows, body: rowsBody(media), total }), parameters: [], keepsPlan: false };
}

/** A write without its `returning`. */
interface Change {
  readonly sql: string;
  readonly parameters: readonly string[];
}

/** @param change null when there is nothing to write */
function write(relation: Relation, { query, prefer, media }: RestRequest, change: Change | null): Statement {
  if (query.has("limit") || query.has("offset")) {
    throw notSupported("a limited write", "Select the keys of the rows first and filter the write by them.");
  }
  const selection = parseSelect(query.get("select"));
  const order = parseOrder(query.get("order"));
  const isReturned = prefer.return === "representation";
  const returned = isReturned ? returnedColumns(relation, selection, order) : "1 as changed";
  const source = { name: SOURCE_NAME, columns: relation.columns };
  const text = statementText({
    with:
      change === null
        ? `${SOURCE_NAME} as (select ${returned}${isReturned ? ` from ${qualified(relation)}` : ""} where false)`
        : `${SOURCE_NAME} as (${change.sql} returning ${returned})`,
    rows: isReturned
      ? `select ${selectionSql(source, selection)} from ${SOURCE_NAME}${orderSql(source, order)}`
      : `select from ${SOURCE_NAME}`,
    body: isReturned ? rowsBody(media) : NO_BODY,
    total: prefer.count === undefined ? null : `select count(*) from ${SOURCE_NAME}`,
  });
  return { text, parameters: change?.parameters ?? [], keepsPlan: false };
}

/** Returns the SQL of the response's columns. The caller may have no right to read the others. */
function returnedColumns({ name }: Relation, selection: Selection, order: readonly Order[]): string {
  const table = ident(name);
  const columns = columnsOf(selection);
  if (columns === null) return `${table}.*`;
  const needed = new Set([...columns, ...order.map(({ field }) => field.column)]);
  return [...needed].map((column) => `${table}.${ident(column)}`).join(", ");
}

function readPayload(relation: Relation, { contentType, body, query }: RestRequest): Payload {
  if (contentType !== "application/json" && contentType !== "") {
    throw notSupported(`a body of the type ${contentType}`, "Send application/json.");
  }
  return parsePayload(body, query.get("columns"), relation);
}

function insert(relation: Relation, { query, prefer }: RestRequest, payload: Payload): Change | null {
  const { columns, json, isEmpty } = payload;
  if (isEmpty) return null;
  const target = `insert into ${qualified(relation)}`;
  const conflict = conflictSql(relation, query.get("on_conflict"), prefer.resolution, payload);
  if (columns.length === 0) return { sql: `${target} default values${conflict}`, parameters: [] };
  const names = columns.map(({ name }) => ident(name));
  const values = names.map((name) => `${ARGS}.${name}`).join(", ");
  const rows = payloadSql(columns, prefer.missing === "default");
  return { sql: `${target} (${names.join(", ")}) select ${values} from ${rows}${conflict}`, parameters: [json] };
}

function conflictSql(
  relation: Relation,
  list: string | null,
  resolution: string | undefined,
  { columns }: Payload,
): string {
  const target = list === null ? relation.primaryKey : parseColumns(list);
  for (const name of target) requireColumn(relation, name);
  if (resolution === undefined || target.length === 0) return "";
  const on = ` on conflict (${target.map(ident).join(", ")})`;
  if (resolution === "ignore-duplicates" || columns.length === 0) return `${on} do nothing`;
  const set = columns.map(({ name }) => `${ident(name)} = excluded.${ident(name)}`).join(", ");
  return `${on} do update set ${set}`;
}

function update(relation: Relation, { query, prefer }: RestRequest, payload: Payload): Change | null {
  const { columns, json, isEmpty } = payload;
  const conditions = filtersSql(sourceOf(relation), query);
  if (isEmpty || columns.length === 0) return null;
  requireWhere("UPDATE", conditions);
  const set = columns.map(({ name }) => `${ident(name)} = ${ARGS}.${ident(name)}`).join(", ");
  const rows = payloadSql(columns, prefer.missing === "default");
  return { sql: `update ${qualified(relation)} set ${set} from ${rows}${whereSql(conditions)}`, parameters: [json] };
}

function deletion(relation: Relation, { query }: RestRequest): Change {
  const conditions = filtersSql(sourceOf(relation), query);
  requireWhere("DELETE", conditions);
  return { sql: `delete from ${qualified(relation)}${whereSql(conditions)}`, parameters: [] };
}

/** Throws as safeupdate does, before Postgres checks privileges. */
function requireWhere(verb: string, conditions: readonly string[]): void {
  if (conditions.length > 0) return;
  throw new RestError(400, { code: "21000", message: `${verb} requires a WHERE clause` });
}
