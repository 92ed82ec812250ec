/** Requests that shape the result of a function by their URL, as PostgREST allows it. The functions refuse all of them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FunctionStack, startFunctionStack, type Visitor } from "./support/functionStack.ts";
import { rejectionCode } from "./support/testDatabase.ts";

let stack: FunctionStack;
let ana: Visitor;

beforeAll(async () => {
  stack = await startFunctionStack(
    (_request, response) => void response.end(),
    () => ({}),
  );
  ana = await stack.visitor();
});
afterAll(() => stack.close());

/** Sends a request to the REST API. Without a token the caller is nobody. */
async function send(path: string, token: string | null, method = "POST") {
  const response = await fetch(`${stack.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: stack.publishableKey,
      "Content-Type": "application/json",
      ...(token !== null && { Authorization: `Bearer ${token}` }),
    },
    ...(method === "POST" && { body: "{}" }),
  });
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  return { status: response.status, message };
}

const FUNCTION_REFUSES = { status: 400, message: "request/invalid" };
const SHAPES: ReadonlyArray<readonly [string, string]> = [
  ["filter", "pgrst_scalar->>now=eq.1"],
  ["group of filters", "or=(pgrst_scalar->>a.eq.1,pgrst_scalar->>b.is.null)"],
  ["order", "order=pgrst_scalar->>now.desc"],
  ["column", "select=pgrst_scalar"],
  ["alias", "select=pgrst_scalar,again:pgrst_scalar->now"],
  ["cast", "select=pgrst_scalar:pgrst_scalar::int"],
  ["row", "row_to_json->pgrst_scalar->>now=eq.1"],
];

/** Each caller with a function that they may call. */
const CALLERS: ReadonlyArray<readonly [string, () => string | null, string]> = [
  ["a visitor", () => null, "rpc/health"],
  ["a guest", () => ana.token, "rpc/read_profile"],
];

describe.each(CALLERS)("a call of %s", (_caller, tokenOf, path) => {
  test.each(SHAPES)("is refused with: %s", async (_shape, query) => {
    expect(await send(`${path}?${query}`, tokenOf())).toEqual(FUNCTION_REFUSES);
  });

  // Postgres compiles a constant pattern while it plans the statement, before any function runs.
  test.each(["match", "imatch", "match(any)", "not.match"])("compiles no pattern: %s", async (operator) => {
    for (const shape of [`pgrst_scalar->>now=${operator}.(`, `or=(pgrst_scalar->>now.${operator}.x,a.is.null)`]) {
      const { status, message } = await send(`${path}?${shape}`, tokenOf());
      expect({ status, message }).toEqual({ status: 400, message: expect.stringMatching(/boolean/u) });
    }
  });

  test("is served as it is", async () => {
    expect((await send(path, tokenOf())).status).toBe(200);
  });
});

/** Runs a statement of PostgREST as nobody, after the check of the request. Returns its error code. */
const outcomeOf = (statement: string) =>
  rejectionCode(
    stack.admin.begin(async (sql) => {
      await sql`set local role anon`;
      await sql`select private.admit_request()`;
      await sql.unsafe(statement);
    }),
  );

test("a body that is a list is refused before it is unpacked", async () => {
  const unpacked = (by: string, body: string) =>
    outcomeOf(`select "p_code" from ${by}('${body}') as _("p_code" text) limit 1`);
  expect(await unpacked("json_to_recordset", "[{},{}]")).toBe("request/invalid");
  expect(await unpacked("json_to_record", "{}")).toMatch(/^no refusal/u);
});

// PostgREST returns the whole row as CSV. The embedded REST has no CSV, and as JSON two columns of a name are ambiguous.
test("a result is returned once", async () => {
  const returned = (columns: string) =>
    outcomeOf(
      `with pgrst_source as (select "public"."health"() as pgrst_scalar)
       select string_agg(row::text, '') from (select ${columns} from "pgrst_source") as row`,
    );
  expect(await returned('"pgrst_source".*')).toMatch(/^no refusal/u);
  expect(await returned('"pgrst_source".*, "pgrst_source".*')).toBe("request/invalid");
});

test("tables and the list of functions are no part of the API", async () => {
  for (const path of ["lines", "profiles?display_name=match.x", "meetings?select=*"])
    for (const method of ["GET", "POST"])
      expect(await send(path, ana.token, method)).toEqual({ status: 405, message: "request/not-taken" });
});

test("refused shapes use up the time of their sender", async () => {
  const { admin } = stack;
  const spent = async () => {
    const [row] = await admin<{ spent: string }[]>`
      select coalesce(sum(pg_sequence_last_value(counter)), 0) as spent from private.refusal_counters(${ana.id}) as counter`;
    return Number(row?.spent);
  };
  const before = await spent();
  for (let times = 0; times < 5; times += 1) await send("rpc/home?pgrst_scalar=is.null", ana.token);
  expect(await spent()).toBeGreaterThan(before);
});

test("PostgREST keeps no statement of a caller", async () => {
  const [role] = await stack.admin<{ settings: string[] }[]>`
    select rolconfig as settings from pg_roles where rolname = 'authenticator'`;
  expect(role?.settings).toContain("pgrst.db_prepared_statements=false");
});
