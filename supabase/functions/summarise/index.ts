/**
 * Edge function `summarise`: has a call summed up by the model of whoever runs Parley, and its summary put into a reader's
 * language. Reads the lines by the caller's right to read them and never takes text from the page, so that it is no open
 * proxy to a model.
 */
import { makeEnvironment, projectFrom } from "../_shared/env.ts";
import { makeLog } from "../_shared/log.ts";
import { makeChain } from "../_shared/translation/chain.ts";
import { enginesFrom } from "../_shared/translation/configured.ts";
import { makeCalls } from "./calls.ts";
import { makeHandler } from "./handler.ts";
import { modelFrom } from "./model.ts";

/** Of Supabase: keeps the process until the work is done. Ours runs on anyway. */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;

const environment = makeEnvironment((name) => Deno.env.get(name));
const log = makeLog("summarise");
const clock = {
  now: () => performance.now(),
  timeout: (milliseconds: number) => AbortSignal.timeout(milliseconds),
};

Deno.serve(
  makeHandler({
    calls: makeCalls(projectFrom(environment)),
    model: modelFrom(environment, clock),
    chain: makeChain({ engines: enginesFrom(environment), ...clock, log }),
    later: (work) => {
      if (typeof EdgeRuntime !== "undefined") EdgeRuntime.waitUntil(work);
    },
    log,
  }),
);
