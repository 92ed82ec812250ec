import type { Meeting, Participant, WaitingParticipant } from "#contracts/meetings.ts";
import type { CallState } from "./callState.ts";
import type { MediaMode } from "./mediaMode.ts";
import type { CallParticipant } from "./participants.ts";
import type { ParticipantsById } from "./roster.ts";

export interface CallSnapshot {
  readonly state: CallState;
  readonly meeting: Meeting | null;
  readonly callId: string | null;
  /** The meeting's `seq` when the local participant last entered. */
  readonly joinedSeq: number;
  /** Milliseconds since the epoch by this device's clock, even if that is wrong. */
  readonly startedAt: number | null;
  readonly me: Participant | null;
  /** Moderation rank of the local participant, see `moderationRank`. */
  readonly rank: 0 | 1 | 2 | 3;
  /** The participants in the call, in the order of joining. */
  readonly people: readonly CallParticipant[];
  /** All participants of the meeting by user id, also those outside of the call. */
  readonly participants: ParticipantsById;
  /** The waiting room; empty unless the local participant moderates. */
  readonly waitingParticipants: readonly WaitingParticipant[];
  /** Whether somebody waits while nobody in the call can admit. Always false for moderators. */
  readonly waitsUnattended: boolean;
  readonly mode: MediaMode;
  /** Whether the connections to all remote participants are poor. */
  readonly poorConnection: boolean;
}

export const INITIAL_CALL_SNAPSHOT: CallSnapshot = {
  state: { name: "joining" },
  meeting: null,
  callId: null,
  joinedSeq: 0,
  startedAt: null,
  me: null,
  rank: 0,
  people: [],
  participants: new Map(),
  waitingParticipants: [],
  waitsUnattended: false,
  mode: "all",
  poorConnection: false,
};
