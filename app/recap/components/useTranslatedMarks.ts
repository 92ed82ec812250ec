import { useEffect, useState, useSyncExternalStore } from "react";
import { pageHttp } from "~/auth/pageHttp.ts";
import { systemClock } from "~/lib/clock.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { createRpc } from "~/lib/rpc.ts";
import type { TranscriptColumn } from "~/transcripts/transcriptLine.ts";
import { createTranslateLines } from "~/translation/translateLines.ts";
import type { RecapView } from "../core/recapView.ts";
import { createTranslatedMarks, type TranslatedMarks, type TranslatedMarksState } from "../core/translatedMarks.ts";

function createPageMarks({ callId, marked, pairs }: RecapView, env: PublicEnv): TranslatedMarks {
  const http = pageHttp(env);
  return createTranslatedMarks({
    ...{ callId, initialLines: marked.lines, pairs, clock: systemClock },
    rpc: createRpc(http),
    translate: createTranslateLines(http),
  });
}

interface PageMarks extends TranslatedMarksState {
  /** Loads the marks again soon. Stays the same. */
  refresh(): void;
}

/** Returns the loaded marks, and requests their missing translations into this column. */
export function useTranslatedMarks(view: RecapView, env: PublicEnv, column: TranscriptColumn): PageMarks {
  const [marked] = useState(() => createPageMarks(view, env));
  const state = useSyncExternalStore(marked.subscribe, marked.getSnapshot, marked.getSnapshot);
  useEffect(() => marked.setColumn(column), [marked, column]);
  useEffect(() => marked.close, [marked]);
  return { ...state, refresh: marked.refresh };
}
