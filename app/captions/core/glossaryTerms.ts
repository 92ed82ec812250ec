/** The words of the meeting's glossary: read when captions begin, when they changed, and after the call was cut off. */
import { ERRORS } from "#contracts/errors.ts";
import type { TermEntry } from "#contracts/glossary.ts";
import type { Call } from "../../call/call.ts";
import type { Cancel, Clock } from "../../lib/clock.ts";
import type { Rpc } from "../../lib/rpc.ts";

export interface GlossaryTerms {
  /** The call changed. */
  refresh(): void;
  close(): void;
}

export interface GlossaryTermsOptions {
  readonly call: Pick<Call, "getSnapshot">;
  readonly meetingId: string;
  readonly rpc: Rpc;
  readonly clock: Clock;
  /** All of them. Not called where they cannot be read: without them recognisers hear what they hear. */
  onTerms(terms: readonly TermEntry[]): void;
}

/** Milliseconds: changes that come one after the other are read together; what did not come is asked for again. */
export const TERMS_DEBOUNCE_MS = 1_000;
export const TERMS_RETRY_MS = 10_000;

export function createGlossaryTerms({ call, meetingId, rpc, clock, onTerms }: GlossaryTermsOptions): GlossaryTerms {
  /** The state of the glossary that was asked for last; null: none was. */
  let requestedVersion: number | null = null;
  /** Something may have been missed since. */
  let wasDisconnected = false;
  let planned: Cancel | null = null;
  let turn = 0;

  function schedule(after: number) {
    planned ??= clock.after(after, () => {
      planned = null;
      void fetchTerms();
    });
  }

  async function fetchTerms(): Promise<void> {
    turn += 1;
    const token = turn;
    requestedVersion = call.getSnapshot().meeting?.terms ?? null;
    wasDisconnected = false;
    const result = await rpc("meeting_terms", { p_meeting_id: meetingId });
    if (token !== turn) return;
    if (result.ok) onTerms(result.value);
    else if (ERRORS[result.error.code].category === "network") schedule(TERMS_RETRY_MS);
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
      turn += 1;
      planned?.();
    },
  };
}
