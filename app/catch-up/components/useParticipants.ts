import { useSyncExternalStore } from "react";
import type { Participant } from "#contracts/meetings.ts";
import type { RoomServices } from "~/room/createRoom.ts";

export type ParticipantsById = ReadonlyMap<string, Participant>;

/** All of the meeting by user id, also those who are gone. */
export const useParticipants = ({ call }: RoomServices): ParticipantsById =>
  useSyncExternalStore(call.subscribe, () => call.getSnapshot().participants);
