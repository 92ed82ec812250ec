/**
 * Edge function `summarise`: summarises a call with the operator's model and translates the summary for a reader. It reads
 * only lines that the caller may read and accepts no text from the page, so it is no open proxy to a model.
 */
import { createEnvironment, projectFrom } from "../_shared/env.ts";
import { createLog } from "../_shared/log.ts";
import { enginesFrom } from "../_shared/translation/config.ts";
import { createEngineChain } from "../_shared/translation/engineChain.ts";
import { createSummariseHandler } from "./handler.ts";
import { summaryModelFrom } from "./summaryModel.ts";
import { createSummaryStore } from "./summaryStore.ts";

/** Hosted Supabase: keeps the process alive until the work is done. The embedded one keeps running anyway. */
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
