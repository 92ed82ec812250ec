import { useSyncExternalStore } from "react";
import type { Participant } from "#contracts/meetings.ts";
import type { Room } from "~/calls/index.ts";

export type People = ReadonlyMap<string, Participant>;

/** All of the meeting by user id, also those who are gone. */
export const usePeople = ({ call }: Room): People =>
  useSyncExternalStore(call.subscribe, () => call.getSnapshot().participants);
