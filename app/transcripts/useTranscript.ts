import { useEffect, useState, useSyncExternalStore } from "react";
import { pageSession } from "~/account/index.ts";
import { createTranslate } from "~/languages/core/index.ts";
import { systemClock } from "~/platform/clock.ts";
import type { PublicEnv } from "~/platform/context.ts";
import { createRpc } from "~/platform/rpc.ts";
import { createHttp } from "~/platform/rpcHttp.ts";
import { createTranscript, type Transcript, type TranscriptState } from "./core/transcript.ts";
import type { TranscriptView } from "./view.ts";

function make({ callId, meetingId, first }: TranscriptView, { supabaseUrl, publishableKey }: PublicEnv): Transcript {
  const http = createHttp({
    supabaseUrl,
    publishableKey,
    accessToken: (options) => pageSession().accessToken(options),
    clock: systemClock,
    fetch: (...request) => fetch(...request),
  });
  return createTranscript({
    callId,
    meetingId,
    first,
    rpc: createRpc(http),
    translate: createTranslate(http),
    clock: systemClock,
    newId: () => crypto.randomUUID(),
  });
}

/** The page's lines: those that came with it at once, the others page after page. */
export function useTranscript(
  view: TranscriptView,
  env: PublicEnv,
): { transcript: Transcript; state: TranscriptState } {
  const [transcript] = useState(() => make(view, env));
  const state = useSyncExternalStore(transcript.subscribe, transcript.getSnapshot, transcript.getSnapshot);
  useEffect(() => transcript.open(), [transcript]);
  return { transcript, state };
}
