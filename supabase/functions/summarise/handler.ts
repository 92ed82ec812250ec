/** Handles requests for the summary of a call. */
import { summariseRequest } from "../_shared/contracts/summary.ts";
import { createJsonEndpoint } from "../_shared/endpoint.ts";
import { type SummariseDependencies, summarise } from "./run.ts";

export const createSummariseHandler = (tools: SummariseDependencies) =>
  createJsonEndpoint({
    schema: summariseRequest,
    maxBodyBytes: 1_000,
    handle: (request, caller) => summarise(request, caller, tools),
    log: tools.log,
    status: () => ({ configured: tools.model !== null }),
  });
