/** The function's HTTP side: one POST with line ids, answered with how each stands; a GET says that it is there. */
import { answer, preflight, refuse } from "../_shared/answers.ts";
import { readCaller } from "../_shared/caller.ts";
import type { Failure } from "../_shared/contracts/errors.ts";
import { translateRequest } from "../_shared/contracts/translate.ts";
import { type Tools, translateLines } from "./work.ts";

/** Bytes; fifty ids are some two thousand. */
const BODY_LIMIT = 8_000;

/** `log` is told what failed, by code and cause, never a text, an id or a token. */
export function makeHandler(tools: Tools, log: (failure: Failure) => void): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === "OPTIONS") return preflight();
    // For `/health`: the function was started and answers.
    if (request.method === "GET") return answer({ ok: true });
    if (request.method !== "POST") return refuse("request/invalid");
    const caller = readCaller(request);
    if (caller === null) return refuse("request/sign-in-needed");
    const body = await request.text();
    if (body.length > BODY_LIMIT) return refuse("request/too-large");
    const parsed = translateRequest.safeParse(readJson(body));
    if (!parsed.success) return refuse("request/invalid");

    try {
      const result = await translateLines(parsed.data.lines, caller, tools);
      if (result.ok) return answer(result.value);
      log(result.error);
      return refuse(result.error.code);
    } catch (error) {
      log({ code: "bug/unexpected", cause: error instanceof Error ? error.name : "thrown" });
      return refuse("bug/unexpected");
    }
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
