import { useSyncExternalStore } from "react";
import type { Participant } from "#contracts/meetings.ts";
import type { CatchUpSource } from "../core/catchUp.ts";

export type ParticipantsById = ReadonlyMap<string, Participant>;

/** Returns the meeting's participants by user id, also those who left. */
export const useParticipants = ({ call }: CatchUpSource): ParticipantsById =>
  useSyncExternalStore(call.subscribe, () => call.getSnapshot().participants);
