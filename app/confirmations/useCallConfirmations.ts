import { useEffect, useState, useSyncExternalStore } from "react";
import type { CallConfirmations } from "#contracts/confirmations.ts";
import type { LanguagePairs } from "#contracts/languagePairs.ts";
import { pageHttp } from "~/auth/pageHttp.ts";
import { systemClock } from "~/lib/clock.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { createRpc } from "~/lib/rpc.ts";
import { useAsyncEffect } from "~/lib/useAsyncEffect.ts";
import type { TranscriptColumn } from "~/transcripts/transcriptLine.ts";
import { createTranslateLines } from "~/translation/translateLines.ts";
import { type Confirmations, type ConfirmationsState, createConfirmations } from "./confirmations.ts";

interface CallConfirmationsOptions {
  meetingId: string;
  callId: string;
  me: string | null;
  /** The first page, as the server loaded it. Null: it could not be read. */
  initial: CallConfirmations | null;
  pairs: LanguagePairs;
  column: TranscriptColumn;
  env: PublicEnv;
  /** Called when marks of the call may have changed. Stays the same. */
  onMarksChanged(): void;
}

/** The confirmations of a call on a page outside of it. They follow the changes of others. */
export function useCallConfirmations(options: CallConfirmationsOptions): {
  confirmations: Confirmations;
  state: ConfirmationsState;
} {
  const { meetingId, callId, me, initial, pairs, column, env, onMarksChanged } = options;
  const language = column === "original" ? null : column;
  const [confirmations] = useState(() => {
    const http = pageHttp(env);
    return createConfirmations({
      ...{ me, language, initial, pairs, rpc: createRpc(http), translate: createTranslateLines(http) },
      ...{ callId: () => callId, clock: systemClock, newId: () => crypto.randomUUID() },
    });
  });
  const state = useSyncExternalStore(confirmations.subscribe, confirmations.getSnapshot, confirmations.getSnapshot);
  useEffect(() => confirmations.setLanguage(language), [confirmations, language]);
  // The server loads the first page only.
  useEffect(() => {
    if (initial?.next !== null) confirmations.refresh();
  }, [initial, confirmations]);
  // Realtime loads after the page.
  useAsyncEffect(
    async (signal) => {
      const loaded = await import("./boardChanges.client.ts").catch(() => null);
      if (loaded === null || signal.aborted) return;
      const marksChanged = () => {
        onMarksChanged();
        // It has the due dates of tasks.
        confirmations.refresh();
      };
      loaded.watchBoard({ meetingId, callId }, env, { changed: confirmations.refresh, marksChanged }, signal);
    },
    [meetingId, callId, env, confirmations, onMarksChanged],
  );
  return { confirmations, state };
}
