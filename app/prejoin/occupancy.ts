/** The occupancy of a meeting: who is inside, and whether the visitor may join. It changes while the pre-join page is open. */
import * as z from "zod/mini";
import { type ErrorCode, isErrorCode, type Result } from "#contracts/errors.ts";
import { language } from "#contracts/languages.ts";
import type { MeetingLookup } from "#contracts/meetings.ts";

const activeParticipant = z.object({
  number: z.number(),
  colour: z.number(),
  name: z.string(),
  speaks: language,
  reads: language,
});
/** A participant in the call. */
export type ActiveParticipant = z.infer<typeof activeParticipant>;

export const occupancySchema = z.object({
  /** Why the visitor may not join any more, such as `meeting/ended`. Null if nothing prevents it. */
  error: z.nullable(z.custom<ErrorCode>(isErrorCode)),
  /** Whether somebody is in the call, even if it is not shown who. */
  isLive: z.boolean(),
  /** Whether the call has no place for the visitor. */
  isFull: z.boolean(),
  /** The name of the person who loses the place when this host or admin joins a full call. */
  replaces: z.nullable(z.string()),
  activeParticipants: z.array(activeParticipant),
});
export type Occupancy = z.infer<typeof occupancySchema>;

/** Errors of meetings that this visitor cannot join. */
const ENTRY_ERRORS: Readonly<Record<MeetingLookup["entry"], ErrorCode | null>> = {
  open: null,
  knock: null,
  locked: "meeting/locked",
  members: "meeting/members-only",
  removed: "meeting/removed",
};

export function occupancyOf(found: Result<MeetingLookup>): Occupancy {
  if (!found.ok)
    return { error: found.error.code, isLive: false, isFull: false, replaces: null, activeParticipants: [] };
  const { entry, state, full, replaces, inside } = found.value;
  return {
    error: ENTRY_ERRORS[entry],
    isLive: state === "live",
    isFull: full && replaces === null,
    replaces,
    activeParticipants: inside.map(({ display_name, ...person }) => ({ ...person, name: display_name })),
  };
}
