import { useEffect, useState, useSyncExternalStore } from "react";
import { systemClock } from "~/platform/clock.ts";
import type { PublicEnv } from "~/platform/context.ts";
import { createRpc } from "~/platform/rpc.ts";
import { createSummarise, createWrittenSummary, type SummaryState, type WrittenSummary } from "./core/summary.ts";
import { pageHttp } from "./http.ts";
import type { RecapView } from "./view.ts";

function make(view: RecapView, env: PublicEnv): WrittenSummary {
  const http = pageHttp(env);
  return createWrittenSummary({
    callId: view.callId,
    live: view.endedAt === null,
    lines: view.lines,
    first: view.summary,
    rpc: createRpc(http),
    summarise: createSummarise(http),
    clock: systemClock,
  });
}

/** The call's summary: as it came with the page, and what becomes of it. */
export function useWrittenSummary(view: RecapView, env: PublicEnv): { summary: WrittenSummary; state: SummaryState } {
  const [summary] = useState(() => make(view, env));
  const state = useSyncExternalStore(summary.subscribe, summary.getSnapshot, summary.getSnapshot);
  useEffect(() => summary.open(), [summary]);
  return { summary, state };
}
