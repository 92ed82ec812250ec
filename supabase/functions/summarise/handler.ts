/** The function's HTTP side: a call comes in, how its summary stands goes out. */
import { summariseRequest } from "../_shared/contracts/summary.ts";
import { makeEndpoint } from "../_shared/endpoint.ts";
import { summarise, type Tools } from "./work.ts";

export const makeHandler = (tools: Tools) =>
  makeEndpoint({
    shape: summariseRequest,
    bodyLimit: 1_000,
    work: (asked, caller) => summarise(asked, caller, tools),
    log: tools.log,
    state: { configured: tools.model !== null },
  });
