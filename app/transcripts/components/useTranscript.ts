import { useEffect, useState, useSyncExternalStore } from "react";
import { ok, type Result } from "#contracts/errors.ts";
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
  /** Puts a line to everybody. Errors: those of `ask_confirmation`. */
  askEverybody(lineId: string): Promise<Result<null>>;
}

function createTranscriptHandle({ callId, meetingId, initialLines }: TranscriptView, env: PublicEnv): TranscriptHandle {
  const http = pageHttp(env);
  const translate = createTranslateLines(http);
  const rpc = createRpc(http);
  const transcript = createTranscript({
    ...{ callId, meetingId, initial: initialLines, translate, rpc, clock: systemClock },
    newId: () => crypto.randomUUID(),
  });
  async function askEverybody(lineId: string): Promise<Result<null>> {
    const asked = await rpc("ask_confirmation", { p_line_id: lineId });
    return asked.ok ? ok(null) : asked;
  }
  return { transcript, translate, askEverybody };
}

/** Returns the lines of the loaded page at once, and loads the others page by page. */
export function useTranscript(view: TranscriptView, env: PublicEnv): TranscriptHandle & { state: TranscriptState } {
  const [handle] = useState(() => createTranscriptHandle(view, env));
  const { transcript } = handle;
  const state = useSyncExternalStore(transcript.subscribe, transcript.getSnapshot, transcript.getSnapshot);
  useEffect(() => transcript.start(), [transcript]);
  return { ...handle, state };
}
