import { useEffect, useState, useSyncExternalStore } from "react";
import { pageHttp } from "~/auth/pageHttp.ts";
import { systemClock } from "~/lib/clock.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { createRpc } from "~/lib/rpc.ts";
import type { RecapView } from "../core/recapView.ts";
import {
  createGeneratedSummary,
  createSummariseClient,
  type GeneratedSummaryStore,
  type SummaryState,
} from "../core/summary.ts";

function createPageSummary(view: RecapView, env: PublicEnv): GeneratedSummaryStore {
  const http = pageHttp(env);
  return createGeneratedSummary({
    callId: view.callId,
    live: view.endedAt === null,
    lineCount: view.lineCount,
    initial: view.summary,
    rpc: createRpc(http),
    summarise: createSummariseClient(http),
    pairs: view.pairs,
    clock: systemClock,
  });
}

/** Returns the loaded summary, and requests the missing parts of it. */
export function useGeneratedSummary(
  view: RecapView,
  env: PublicEnv,
): { summary: GeneratedSummaryStore; state: SummaryState } {
  const [summary] = useState(() => createPageSummary(view, env));
  const state = useSyncExternalStore(summary.subscribe, summary.getSnapshot, summary.getSnapshot);
  useEffect(() => summary.start(), [summary]);
  return { summary, state };
}
