/** The HTTP side of a function: a POST of a signed-in caller, parsed, worked on, answered; a GET says that it is there. */
import type * as z from "zod/mini";
import { answer, preflight, refuse } from "./answers.ts";
import { readJson, readText } from "./body.ts";
import { type Caller, readCaller } from "./caller.ts";
import type { Failure, Result } from "./contracts/errors.ts";

export interface Endpoint<T> {
  readonly shape: z.ZodMiniType<T>;
  /** Bytes of a request's body. */
  readonly bodyLimit: number;
  /** May act in the caller's name only after the REST API has accepted their token. */
  work(request: T, caller: Caller): Promise<Result<unknown>>;
  /** Told what failed, by code and cause, never a text, an id or a token. */
  log(failure: Failure): void;
}

export function makeEndpoint<T>({ shape, bodyLimit, work, log }: Endpoint<T>): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === "OPTIONS") return preflight();
    // For `/health`: the function was started and answers.
    if (request.method === "GET") return answer({ ok: true });
    if (request.method !== "POST") return refuse("request/invalid");
    const caller = readCaller(request);
    if (caller === null) return refuse("request/sign-in-needed");
    try {
      const body = await readText(request, bodyLimit);
      if (body === null) return refuse("request/too-large");
      const parsed = shape.safeParse(readJson(body));
      if (!parsed.success) return refuse("request/invalid");
      const result = await work(parsed.data, caller);
      if (result.ok) return answer(result.value);
      log(result.error);
      return refuse(result.error.code);
    } catch (error) {
      log({ code: "bug/unexpected", cause: error instanceof Error ? error.name : "thrown" });
      return refuse("bug/unexpected");
    }
  };
}
