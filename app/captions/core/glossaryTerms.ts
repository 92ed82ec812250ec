/** Fetches the terms of the meeting's glossary: when captions start, after a change, and after an outage of the call. */
import type { TermEntry } from "#contracts/glossary.ts";
import type { Call } from "../../call/call.ts";
import type { Cancel, Clock } from "../../lib/clock.ts";
import type { Rpc } from "../../lib/rpc.ts";
import { isTransientError } from "../../lib/transientErrors.ts";

export interface GlossaryTerms {
  /** Fetches the terms if the call's snapshot shows that they changed. */
  refresh(): void;
  close(): void;
}

export interface GlossaryTermsOptions {
  readonly call: Pick<Call, "getSnapshot">;
  readonly meetingId: string;
  readonly rpc: Rpc;
  readonly clock: Clock;
  /** Receives all terms. Not called if they cannot be fetched: recognition works without them. */
  onTerms(terms: readonly TermEntry[]): void;
}

/** Successive changes are fetched together. */
export const TERMS_DEBOUNCE_MS = 1_000;
export const TERMS_RETRY_MS = 10_000;

export function createGlossaryTerms({ call, meetingId, rpc, clock, onTerms }: GlossaryTermsOptions): GlossaryTerms {
  /** The glossary version of the last request; null before the first. */
  let requestedVersion: number | null = null;
  /** A change may have been missed since. */
  let wasDisconnected = false;
  let cancelScheduled: Cancel | null = null;
  /** Aborted by the next request. */
  let request = new AbortController();

  function schedule(delayMs: number) {
    cancelScheduled ??= clock.after(delayMs, () => {
      cancelScheduled = null;
      void fetchTerms();
    });
  }

  async function fetchTerms(): Promise<void> {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    requestedVersion = call.getSnapshot().meeting?.terms ?? null;
    wasDisconnected = false;
    const result = await rpc("meeting_terms", { p_meeting_id: meetingId });
    if (signal.aborted) return;
    if (result.ok) onTerms(result.value);
    else if (isTransientError(result.error)) schedule(TERMS_RETRY_MS);
  }

  return {
    refresh() {
      const { state, meeting } = call.getSnapshot();
      const connected = state.name === "connected";
      wasDisconnected ||= !connected && state.name !== "connecting";
      if (meeting === null || (requestedVersion === meeting.terms && !(wasDisconnected && connected))) return;
      if (requestedVersion === null) void fetchTerms();
      else schedule(TERMS_DEBOUNCE_MS);
    },
    close() {
      request.abort();
      cancelScheduled?.();
    },
  };
}
