/** What changes on a pre-join page while it is open: who is inside, and whether the visitor may join. */
import type { ErrorCode, Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { MeetingLookup } from "#contracts/meetings.ts";

/** A participant in the call. */
export interface ActiveParticipant {
  readonly number: number;
  readonly name: string;
  readonly speaks: Language;
  readonly reads: Language;
}

export interface Occupancy {
  /** Why the visitor may not join any more, such as `meeting/ended`. Null if nothing prevents it. */
  readonly error: ErrorCode | null;
  /** Whether somebody is in the call, even if it is not shown who. */
  readonly isLive: boolean;
  /** Whether the call has no place for the visitor. */
  readonly isFull: boolean;
  readonly activeParticipants: readonly ActiveParticipant[];
}

/** Errors of meetings that this visitor cannot join. */
const ENTRY_ERRORS: Readonly<Record<MeetingLookup["entry"], ErrorCode | null>> = {
  open: null,
  knock: null,
  locked: "meeting/locked",
  members: "meeting/members-only",
  removed: "meeting/removed",
};

export function occupancyOf(found: Result<MeetingLookup>): Occupancy {
  if (!found.ok) return { error: found.error.code, isLive: false, isFull: false, activeParticipants: [] };
  const { entry, state, full, inside } = found.value;
  return {
    error: ENTRY_ERRORS[entry],
    isLive: state === "live",
    isFull: full,
    activeParticipants: inside.map(({ display_name, ...person }) => ({ ...person, name: display_name })),
  };
}
