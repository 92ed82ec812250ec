/** The function's HTTP side: line ids come in, how each stands goes out. */
import type { Failure } from "../_shared/contracts/errors.ts";
import { translateRequest } from "../_shared/contracts/translate.ts";
import { createJsonEndpoint } from "../_shared/endpoint.ts";
import { type TranslateDependencies, translateLines } from "./run.ts";

/** `configured`: there is an engine. */
export const createTranslateHandler = (
  tools: TranslateDependencies,
  log: (failure: Failure) => void,
  configured: boolean,
) =>
  createJsonEndpoint({
    schema: translateRequest,
    // Fifty ids are some two thousand.
    maxBodyBytes: 8_000,
    handle: (wish, caller) => translateLines(wish, caller, tools),
    log,
    status: { configured },
  });
