/** The HTTP side of a function: a POST of a signed-in caller, parsed, worked on, answered; a GET says that it is there. */
import type * as z from "zod/mini";
import { readJson, readText } from "./body.ts";
import { type Caller, readCaller } from "./caller.ts";
import { type Failure, fail, ok, type Result } from "./contracts/errors.ts";
import { errorJsonResponse, jsonResponse, preflightResponse } from "./responses.ts";

interface EndpointHandler<T> {
  /** May act in the caller's name only after the REST API has accepted their token. */
  handle(request: T, caller: Caller): Promise<Result<unknown>>;
  /** Told what failed, by code and cause, never a text, an id or a token. */
  log(failure: Failure): void;
  /** What a GET is told, by whoever it is. */
  readonly status?: object;
}

export interface JsonEndpoint<T> extends EndpointHandler<T> {
  readonly schema: z.ZodMiniType<T>;
  /** Bytes of a request's body. */
  readonly maxBodyBytes: number;
}

export interface RawEndpoint<T> extends EndpointHandler<T> {
  /** Of whoever brings something that looks like a token: up to a limit. */
  parse(request: Request): Promise<Result<T>>;
}

type RequestHandler = (request: Request) => Promise<Response>;

/** For requests that are JSON. */
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

/** For requests of any other kind. */
export function createRawEndpoint<T>({ parse, handle, log, status }: RawEndpoint<T>): RequestHandler {
  return async (request) => {
    if (request.method === "OPTIONS") return preflightResponse();
    // For `/health`, too: the function was started and answers.
    if (request.method === "GET") return jsonResponse({ ok: true, ...status });
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
      log({ code: "bug/unexpected", cause: error instanceof Error ? error.name : "thrown" });
      return errorJsonResponse("bug/unexpected");
    }
  };
}
