/**
 * Result schemas of the database functions that pages call when they load, and calls call all the time. The other functions
 * are in `rpcLazySchemas.ts`. To call a new function, add it to one of the two tables.
 */

import * as z from "zod/mini";
import * as lines from "#contracts/lines.ts";
import * as meetings from "#contracts/meetings.ts";
import type { DatabaseFunction } from "./rpcTypes.ts";

export const schemas = {
  find_meeting: meetings.meetingLookup,
  knock: meetings.knocked,
  knock_status: meetings.knockStatus,
  withdraw_knock: z.unknown(),
  waiting_participants: meetings.waitingParticipants,
  admit: meetings.participantResult,
  admit_all: meetings.admittedAll,
  deny: z.unknown(),
  enter_call: meetings.enteredCall,
  heartbeat: meetings.heartbeat,
  leave_call: z.unknown(),
  send_signal: z.boolean(),
  post_line: lines.line,
  edit_line: lines.line,
  delete_line: lines.line,
  react_to_line: lines.reacted,
  mute_participant: meetings.participantResult,
  remove_participant: z.unknown(),
  set_meeting_locked: meetings.meeting,
  end_meeting: z.unknown(),
  raise_hand: meetings.participantResult,
  lower_hand: meetings.participantResult,
  changes_since: meetings.changes,
  history: lines.history,
  report_counters: z.unknown(),
} satisfies Partial<Record<DatabaseFunction, z.ZodMiniType>>;
