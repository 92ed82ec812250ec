import { useEffect, useState, useSyncExternalStore } from "react";
import { createTranslate } from "~/languages/core/index.ts";
import { systemClock } from "~/platform/clock.ts";
import type { PublicEnv } from "~/platform/context.ts";
import { createRpc } from "~/platform/rpc.ts";
import type { Column } from "~/transcripts/core/index.ts";
import { createMarkedLines, type MarkedLines, type MarkedState } from "./core/markedLines.ts";
import { pageHttp } from "./http.ts";
import type { RecapView } from "./view.ts";

function make({ callId, marked }: RecapView, env: PublicEnv): MarkedLines {
  const http = pageHttp(env);
  return createMarkedLines({
    ...{ callId, first: marked.lines, clock: systemClock },
    rpc: createRpc(http),
    translate: createTranslate(http),
  });
}

/** The call's marks, as they came with the page and as they come to be in this column. */
export function useMarkedLines(view: RecapView, env: PublicEnv, column: Column): MarkedState {
  const [marked] = useState(() => make(view, env));
  const state = useSyncExternalStore(marked.subscribe, marked.getSnapshot, marked.getSnapshot);
  useEffect(() => marked.read(column), [marked, column]);
  return state;
}
