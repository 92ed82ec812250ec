/** The function's HTTP side: line ids come in, how each stands goes out. */
import type { Failure } from "../_shared/contracts/errors.ts";
import { translateRequest } from "../_shared/contracts/translate.ts";
import { makeEndpoint } from "../_shared/endpoint.ts";
import { type Tools, translateLines } from "./work.ts";

/** `configured`: there is an engine. */
export const makeHandler = (tools: Tools, log: (failure: Failure) => void, configured: boolean) =>
  makeEndpoint({
    shape: translateRequest,
    // Fifty ids are some two thousand.
    bodyLimit: 8_000,
    work: (wish, caller) => translateLines(wish, caller, tools),
    log,
    state: { configured },
  });
