/** Calls database functions and parses their results. `rpcSchemas.ts` and `rpcLazySchemas.ts` list the functions. */

import type * as z from "zod/mini";
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { lazySchemas } from "./rpcLazySchemas.ts";
import { schemas } from "./rpcSchemas.ts";
import type { FunctionArgs } from "./rpcTypes.ts";
import type { PostOptions, SupabaseHttp } from "./supabaseHttp.ts";

type Schemas = typeof schemas & typeof lazySchemas;
export type RpcName = keyof Schemas;
export type RpcArgs = { [Name in RpcName]: FunctionArgs<Name> };
export type RpcResults = { [Name in RpcName]: z.infer<Schemas[Name]> };

type SchemaTable = { readonly [Name in RpcName]: z.ZodMiniType<RpcResults[Name]> };

function eagerSchema<Name extends RpcName>(name: Name): z.ZodMiniType<RpcResults[Name]> | undefined {
  const eager: Partial<SchemaTable> = schemas;
  return eager[name];
}

/** Returns null if the module does not load. */
async function lazySchema<Name extends RpcName>(name: Name): Promise<z.ZodMiniType<RpcResults[Name]> | null> {
  const lazyModule = await import("./rpcLazySchemas.ts").catch(() => null);
  const lazy: Partial<SchemaTable> | undefined = lazyModule?.lazySchemas;
  return lazy?.[name] ?? null;
}

export type RpcOptions = PostOptions;

/** Calls a database function. Returns the parsed result, or the error code that the database raised. */
export type Rpc = <Name extends RpcName>(
  name: Name,
  args: RpcArgs[Name],
  options?: RpcOptions,
) => Promise<Result<RpcResults[Name]>>;

export function createRpc(http: Pick<SupabaseHttp, "post">): Rpc {
  return async <Name extends RpcName>(name: Name, args: RpcArgs[Name], options: RpcOptions = {}) => {
    // Load the schema before the request: a write whose result cannot be parsed must not be sent. An eager schema must
    // not delay the request, so it is not awaited.
    const schema = eagerSchema(name) ?? (await lazySchema(name));
    if (schema === null) return fail("network/offline", name);
    const response = await http.post(`/rest/v1/rpc/${name}`, args, options);
    return response.ok ? parseResult(name, schema, response.value) : response;
  };
}

function parseResult<T>(name: RpcName, schema: z.ZodMiniType<T>, value: unknown): Result<T> {
  const parsed = schema.safeParse(value);
  // Only paths go into the cause: a value may be a name or a message.
  if (!parsed.success)
    return fail("bug/unexpected", `${name}: ${parsed.error.issues.map(({ path }) => path.join("."))}`);
  return ok(parsed.data);
}
