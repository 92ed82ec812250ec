/** The words of the meeting's glossary: read when captions begin, when they changed, and after the call was cut off. */
import { ERRORS } from "#contracts/errors.ts";
import type { TermEntry } from "#contracts/glossary.ts";
import type { Call } from "../../calls/index.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Rpc } from "../../platform/rpc.ts";

export interface Terms {
  /** The call changed. */
  look(): void;
  close(): void;
}

export interface TermsOptions {
  readonly call: Pick<Call, "getSnapshot">;
  readonly meetingId: string;
  readonly rpc: Rpc;
  readonly clock: Clock;
  /** All of them. Not called where they cannot be read: without them recognisers hear what they hear. */
  read(terms: readonly TermEntry[]): void;
}

/** Milliseconds: changes that come one after the other are read together; what did not come is asked for again. */
export const TOGETHER = 1_000;
export const TERMS_AGAIN = 10_000;

export function createTerms({ call, meetingId, rpc, clock, read }: TermsOptions): Terms {
  /** The state of the glossary that was asked for last; null: none was. */
  let asked: number | null = null;
  /** Something may have been missed since. */
  let cut = false;
  let planned: Cancel | null = null;
  let turn = 0;

  function plan(after: number) {
    planned ??= clock.after(after, () => {
      planned = null;
      void ask();
    });
  }

  async function ask(): Promise<void> {
    turn += 1;
    const mine = turn;
    asked = call.getSnapshot().meeting?.terms ?? null;
    cut = false;
    const answer = await rpc("meeting_terms", { meeting_id: meetingId });
    if (mine !== turn) return;
    if (answer.ok) read(answer.value);
    else if (ERRORS[answer.error.code].category === "network") plan(TERMS_AGAIN);
  }

  return {
    look() {
      const { state, meeting } = call.getSnapshot();
      const connected = state.name === "connected";
      cut ||= !connected && state.name !== "connecting";
      if (meeting === null || (asked === meeting.terms && !(cut && connected))) return;
      if (asked === null) void ask();
      else plan(TOGETHER);
    },
    close() {
      turn += 1;
      planned?.();
    },
  };
}
