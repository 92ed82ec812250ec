import { useEffect, useState, useSyncExternalStore } from "react";
import { pageSession } from "~/account/index.ts";
import { createTranslate, type Translate } from "~/languages/core/index.ts";
import { systemClock } from "~/platform/clock.ts";
import type { PublicEnv } from "~/platform/context.ts";
import { createRpc } from "~/platform/rpc.ts";
import { createHttp } from "~/platform/rpcHttp.ts";
import { createTranscript, type Transcript, type TranscriptState } from "./core/transcript.ts";
import type { TranscriptView } from "./view.ts";

interface Made {
  readonly transcript: Transcript;
  readonly translate: Translate;
}

function make({ callId, meetingId, first }: TranscriptView, { supabaseUrl, publishableKey }: PublicEnv): Made {
  const http = createHttp({
    supabaseUrl,
    publishableKey,
    accessToken: (options) => pageSession().accessToken(options),
    clock: systemClock,
    fetch: (...request) => fetch(...request),
  });
  const translate = createTranslate(http);
  const transcript = createTranscript({
    ...{ callId, meetingId, first, translate, rpc: createRpc(http), clock: systemClock },
    newId: () => crypto.randomUUID(),
  });
  return { transcript, translate };
}

/** The page's lines: those that came with it at once, the others page after page. */
export function useTranscript(view: TranscriptView, env: PublicEnv): Made & { state: TranscriptState } {
  const [{ transcript, translate }] = useState(() => make(view, env));
  const state = useSyncExternalStore(transcript.subscribe, transcript.getSnapshot, transcript.getSnapshot);
  useEffect(() => transcript.open(), [transcript]);
  return { transcript, translate, state };
}
