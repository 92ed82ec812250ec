/** The HTTP side of a function. A POST of a signed-in caller is parsed and handled; a GET returns the status. */
import type * as z from "zod/mini";
import { readJson, readText } from "./body.ts";
import { type Caller, readCaller } from "./caller.ts";
import { type Failure, fail, ok, type Result } from "./contracts/errors.ts";
import { unexpectedFailure } from "./log.ts";
import { errorJsonResponse, jsonResponse, preflightResponse } from "./responses.ts";

interface EndpointHandler<T> {
  /** May act in the caller's name only after the token has been verified. */
  handle(request: T, caller: Caller): Promise<Result<unknown>>;
  /** Receives the code and cause of a failure, never a text, an id or a token. */
  log(failure: Failure): void;
  /** Public: returned to every GET. Never rejects. */
  status?(): object | Promise<object>;
}

export interface JsonEndpoint<T> extends EndpointHandler<T> {
  readonly schema: z.ZodMiniType<T>;
  readonly maxBodyBytes: number;
}

export interface RawEndpoint<T> extends EndpointHandler<T> {
  /** Runs before the token is verified, so it must limit the body's size. */
  parse(request: Request): Promise<Result<T>>;
}

type RequestHandler = (request: Request) => Promise<Response>;

/** Creates a handler of JSON requests. */
export const createJsonEndpoint = <T>({ schema, maxBodyBytes, ...working }: JsonEndpoint<T>): RequestHandler =>
  createRawEndpoint({
    parse: async (request) => {
      const body = await readText(request, maxBodyBytes);
      if (body === null) return fail("request/too-large");
      const parsed = schema.safeParse(readJson(body));
      return parsed.success ? ok(parsed.data) : fail("request/invalid");
    },
    ...working,
  });

/** Creates a handler of other requests. */
export function createRawEndpoint<T>({ parse, handle, log, status }: RawEndpoint<T>): RequestHandler {
  return async (request) => {
    if (request.method === "OPTIONS") return preflightResponse();
    // `/health` uses it as well, to check that the function starts.
    if (request.method === "GET") return jsonResponse({ ok: true, ...(await status?.()) });
    if (request.method !== "POST") return errorJsonResponse("request/invalid");
    const caller = readCaller(request);
    if (caller === null) return errorJsonResponse("request/sign-in-needed");
    try {
      const parsed = await parse(request);
      if (!parsed.ok) return errorJsonResponse(parsed.error.code);
      const result = await handle(parsed.value, caller);
      if (result.ok) return jsonResponse(result.value);
      log(result.error);
      return errorJsonResponse(result.error.code);
    } catch (error) {
      log(unexpectedFailure(error));
      return errorJsonResponse("bug/unexpected");
    }
  };
}
