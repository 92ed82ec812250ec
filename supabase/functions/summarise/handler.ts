/** The function's HTTP side: a call comes in, how its summary stands goes out. */
import { summariseRequest } from "../_shared/contracts/summary.ts";
import { createJsonEndpoint } from "../_shared/endpoint.ts";
import { type SummariseDependencies, summarise } from "./run.ts";

export const createSummariseHandler = (tools: SummariseDependencies) =>
  createJsonEndpoint({
    schema: summariseRequest,
    maxBodyBytes: 1_000,
    handle: (asked, caller) => summarise(asked, caller, tools),
    log: tools.log,
    status: { configured: tools.model !== null },
  });
