/** The HTTP side of a function: a POST of a signed-in caller, parsed, worked on, answered; a GET says that it is there. */
import type * as z from "zod/mini";
import { answer, preflight, refuse } from "./answers.ts";
import { readJson, readText } from "./body.ts";
import { type Caller, readCaller } from "./caller.ts";
import { type Failure, fail, ok, type Result } from "./contracts/errors.ts";

interface Working<T> {
  /** May act in the caller's name only after the REST API has accepted their token. */
  work(request: T, caller: Caller): Promise<Result<unknown>>;
  /** Told what failed, by code and cause, never a text, an id or a token. */
  log(failure: Failure): void;
  /** What a GET is told, by whoever it is. */
  readonly state?: object;
}

export interface Endpoint<T> extends Working<T> {
  readonly shape: z.ZodMiniType<T>;
  /** Bytes of a request's body. */
  readonly bodyLimit: number;
}

export interface Reading<T> extends Working<T> {
  /** Of whoever brings something that looks like a token: up to a limit. */
  read(request: Request): Promise<Result<T>>;
}

type Handler = (request: Request) => Promise<Response>;

/** For requests that are JSON. */
export const makeEndpoint = <T>({ shape, bodyLimit, ...working }: Endpoint<T>): Handler =>
  makeReader({
    read: async (request) => {
      const body = await readText(request, bodyLimit);
      if (body === null) return fail("request/too-large");
      const parsed = shape.safeParse(readJson(body));
      return parsed.success ? ok(parsed.data) : fail("request/invalid");
    },
    ...working,
  });

/** For requests of any other kind. */
export function makeReader<T>({ read, work, log, state }: Reading<T>): Handler {
  return async (request) => {
    if (request.method === "OPTIONS") return preflight();
    // For `/health`, too: the function was started and answers.
    if (request.method === "GET") return answer({ ok: true, ...state });
    if (request.method !== "POST") return refuse("request/invalid");
    const caller = readCaller(request);
    if (caller === null) return refuse("request/sign-in-needed");
    try {
      const asked = await read(request);
      if (!asked.ok) return refuse(asked.error.code);
      const result = await work(asked.value, caller);
      if (result.ok) return answer(result.value);
      log(result.error);
      return refuse(result.error.code);
    } catch (error) {
      log({ code: "bug/unexpected", cause: error instanceof Error ? error.name : "thrown" });
      return refuse("bug/unexpected");
    }
  };
}
