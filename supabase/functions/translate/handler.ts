/** Handles requests with line ids and returns the state of their translations. */
import type { Failure } from "../_shared/contracts/errors.ts";
import { translateRequest } from "../_shared/contracts/translate.ts";
import { createJsonEndpoint } from "../_shared/endpoint.ts";
import { type TranslateDependencies, translateLines } from "./run.ts";

/** `configured`: there is at least one engine. */
export const createTranslateHandler = (
  tools: TranslateDependencies,
  log: (failure: Failure) => void,
  configured: boolean,
) =>
  createJsonEndpoint({
    schema: translateRequest,
    // Fifty ids have some two thousand bytes.
    maxBodyBytes: 8_000,
    handle: (request, caller) => translateLines(request, caller, tools),
    log,
    status: async () => ({ configured, pairs: await tools.chain.pairs() }),
  });
