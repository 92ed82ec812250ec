/** Calls of functions: `POST /rpc/name` with named arguments as JSON, or `GET` with arguments in the URL. */
import type { Routine } from "./catalogue.ts";
import { notSupported, RestError } from "./errors.ts";
import { filtersSql, isFilter, RESERVED, whereSql } from "./filters.ts";
import { ARGS, invalidBody, parseColumns } from "./payload.ts";
import { ident, literal } from "./quote.ts";
import type { RestRequest } from "./request.ts";
import { limitSql, orderSql, parseOrder, parseSelect, selectionSql } from "./select.ts";
import { firstOf, NO_BODY, rowsBody, SOURCE_NAME, type Statement, statementText } from "./statement.ts";

/** The column of a function that returns values. */
const VALUE = "pgrst_scalar";

export interface Call {
  readonly routine: Routine;
  readonly statement: Statement;
}

type Arguments =
  /** A JSON object, unchanged. */
  | { readonly kind: "json"; readonly names: readonly string[]; readonly json: string }
  /** Texts by name. */
  | { readonly kind: "texts"; readonly names: readonly string[]; readonly values: ReadonlyMap<string, string> };

/** @param routines all overloads of the name */
export function parseCall(
  name: { schema: string; name: string },
  routines: readonly Routine[],
  request: RestRequest,
): Call {
  const args = parseArguments(request);
  const routine = choose(name, routines, args.names);
  // The other parameters are filters.
  const filters = [...request.query].filter(
    ([key, value]) => args.kind === "json" || isOwnParameter(key) || isFilter(value),
  );
  return { routine, statement: callStatement(routine, args, filters, request) };
}

const isOwnParameter = (key: string) => RESERVED.has(key) || /^(?:not\.)?(?:and|or)$/u.test(key);

function parseArguments({ method, query, contentType, body }: RestRequest): Arguments {
  if (method === "POST") {
    if (contentType === "application/x-www-form-urlencoded") return fromPairs([...new URLSearchParams(body)]);
    if (contentType !== "application/json" && contentType !== "") {
      throw notSupported(`a body of the type ${contentType}`, "Send the arguments as application/json.");
    }
    const list = query.get("columns");
    const names = Object.keys(parseObject(body));
    return {
      kind: "json",
      names: list === null || list === "" ? names : parseColumns(list),
      json: body === "" ? "{}" : body,
    };
  }
  if (method !== "GET" && method !== "HEAD") {
    throw new RestError(405, { code: "PGRST101", message: `Cannot use the ${method} method on RPC` });
  }
  return fromPairs([...query].filter(([key, value]) => !isOwnParameter(key) && !isFilter(value)));
}

const fromPairs = (pairs: readonly (readonly [string, string])[]): Arguments => {
  const values = new Map(pairs);
  return { kind: "texts", names: [...values.keys()], values };
};

function parseObject(body: string): object {
  if (body === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw invalidBody();
  }
  if (Array.isArray(value)) throw notSupported("a list of arguments for several calls", "Send one object per call.");
  if (typeof value !== "object" || value === null) throw invalidBody();
  return value;
}

/** Returns the only overload that takes all the given names and needs no other. */
function choose(
  { schema, name }: { schema: string; name: string },
  routines: readonly Routine[],
  given: readonly string[],
): Routine {
  const fitting = routines.filter(({ args, defaults }) => {
    const required = args.slice(0, args.length - defaults).filter(({ variadic }) => !variadic);
    return (
      given.every((arg) => args.some((known) => known.name === arg)) &&
      required.every((arg) => given.includes(arg.name))
    );
  });
  const [routine, another] = fitting;
  const signature = ({ args }: Routine) => args.map((arg) => `${arg.name} => ${arg.type}`).join(", ");
  if (another !== undefined) {
    const candidates = fitting.map((candidate) => `${schema}.${name}(${signature(candidate)})`).join(", ");
    throw new RestError(300, {
      code: "PGRST203",
      message: `Could not choose the best candidate function between: ${candidates}`,
      hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
    });
  }
  if (routine !== undefined) return routine;
  if (routines.some(({ args }) => args.length === 1 && args[0]?.name === "")) {
    throw notSupported("an unnamed argument", `Name the argument of ${schema}.${name}.`);
  }
  const text = given.length === 0 ? " without parameters" : `(${given.join(", ")})`;
  throw new RestError(404, {
    code: "PGRST202",
    message: `Could not find the function ${schema}.${name}${text} in the schema cache`,
    details: `Searched for the function ${schema}.${name} ${given.length === 0 ? "without parameters" : `with parameters ${given.join(", ")}`}, but no matches were found in the schema cache.`,
  });
}

function callStatement(
  routine: Routine,
  args: Arguments,
  filters: readonly (readonly [string, string])[],
  { query, range, prefer, media, maxRows }: RestRequest,
): Statement {
  const { set, result } = routine;
  const { record, invocation, parameters } = invocationSql(routine, args);
  const valueSql = `select ${invocation} as ${VALUE}${record === null ? "" : ` from ${record}`}`;
  const source = { name: SOURCE_NAME, columns: [] };
  const where = whereSql(filtersSql(source, filters));
  const order = orderSql(source, parseOrder(query.get("order")));
  const columns = selectionSql(source, parseSelect(query.get("select")));
  // A text that contains names of the caller is used once.
  const keepsPlan = args.kind === "json" && query.size === 0;
  if (result === "row" || set) {
    const rowSql = `select pgrst_call.* from ${record === null ? "" : `${record}, `}lateral ${invocation} as pgrst_call`;
    const isValue = result === "value" && !query.has("select");
    const rows =
      `select ${isValue ? `${SOURCE_NAME}.${VALUE}` : columns} from ${SOURCE_NAME}${where}${order}` +
      (set ? limitSql(range, maxRows) : "");
    return {
      text: statementText({
        with: `${SOURCE_NAME} as materialized (${result === "row" ? rowSql : valueSql})`,
        rows,
        body: isValue ? valuesBody(media.single) : rowsBody(set ? media : { ...media, single: true }),
        total: prefer.count === undefined ? null : `select count(*) from ${SOURCE_NAME}${where}`,
      }),
      parameters,
      keepsPlan,
    };
  }
  return {
    text: statementText({
      with: `${SOURCE_NAME} as materialized (${valueSql})`,
      rows: `select ${columns} from ${SOURCE_NAME}${where}${order}`,
      body: result === "void" ? NO_BODY : firstOf(VALUE),
      total: null,
    }),
    parameters,
    keepsPlan,
  };
}

const valuesBody = (single: boolean): string => (single ? firstOf(VALUE) : `coalesce(json_agg(${VALUE}), '[]')::text`);

/** Returns the SQL of a call. `record` is the row of its arguments, null without one. */
function invocationSql({ schema, name, args }: Routine, given: Arguments) {
  const used = args.filter((arg) => given.names.includes(arg.name));
  const values = used.map((arg) => {
    const value = given.kind === "json" ? `${ARGS}.${ident(arg.name)}` : literal(given.values.get(arg.name) ?? "");
    return `${arg.variadic ? "variadic " : ""}${ident(arg.name)} => ${value}`;
  });
  const invocation = `${ident(schema)}.${ident(name)}(${values.join(", ")})`;
  if (given.kind === "texts" || used.length === 0) return { record: null, invocation, parameters: [] };
  const shape = used.map((arg) => `${ident(arg.name)} ${arg.type}`).join(", ");
  return { record: `json_to_record($1::text::json) as ${ARGS}(${shape})`, invocation, parameters: [given.json] };
}
