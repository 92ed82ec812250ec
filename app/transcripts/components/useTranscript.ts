import { useEffect, useState, useSyncExternalStore } from "react";
import { pageHttp } from "~/auth/pageHttp.ts";
import { systemClock } from "~/lib/clock.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { createRpc } from "~/lib/rpc.ts";
import { createTranslateLines, type TranslateLines } from "~/translation/translateLines.ts";
import { createTranscript, type Transcript, type TranscriptState } from "../core/transcript.ts";
import type { TranscriptView } from "../transcriptView.ts";

interface TranscriptHandle {
  readonly transcript: Transcript;
  readonly translate: TranslateLines;
}

function createTranscriptHandle({ callId, meetingId, initialLines }: TranscriptView, env: PublicEnv): TranscriptHandle {
  const http = pageHttp(env);
  const translate = createTranslateLines(http);
  const transcript = createTranscript({
    ...{ callId, meetingId, initial: initialLines, translate, rpc: createRpc(http), clock: systemClock },
    newId: () => crypto.randomUUID(),
  });
  return { transcript, translate };
}

/** Returns the lines of the loaded page at once, and loads the others page by page. */
export function useTranscript(view: TranscriptView, env: PublicEnv): TranscriptHandle & { state: TranscriptState } {
  const [{ transcript, translate }] = useState(() => createTranscriptHandle(view, env));
  const state = useSyncExternalStore(transcript.subscribe, transcript.getSnapshot, transcript.getSnapshot);
  useEffect(() => transcript.start(), [transcript]);
  return { transcript, translate, state };
}
