/**
 * Edge function `summarise`: has a call summed up by the model of whoever runs Parley, and its summary put into a reader's
 * language. Reads the lines by the caller's right to read them and never takes text from the page, so that it is no open
 * proxy to a model.
 */
import { createEnvironment, projectFrom } from "../_shared/env.ts";
import { createLog } from "../_shared/log.ts";
import { enginesFrom } from "../_shared/translation/config.ts";
import { createEngineChain } from "../_shared/translation/engineChain.ts";
import { createSummariseHandler } from "./handler.ts";
import { summaryModelFrom } from "./summaryModel.ts";
import { createSummaryStore } from "./summaryStore.ts";

/** Of Supabase: keeps the process until the work is done. Ours runs on anyway. */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;

const environment = createEnvironment((name) => Deno.env.get(name));
const log = createLog("summarise");
const clock = {
  now: () => performance.now(),
  timeout: (milliseconds: number) => AbortSignal.timeout(milliseconds),
};

Deno.serve(
  createSummariseHandler({
    store: createSummaryStore(projectFrom(environment)),
    model: summaryModelFrom(environment, clock),
    chain: createEngineChain({ engines: enginesFrom(environment), ...clock, log }),
    runInBackground: (work) => {
      if (typeof EdgeRuntime !== "undefined") EdgeRuntime.waitUntil(work);
    },
    log,
  }),
);
