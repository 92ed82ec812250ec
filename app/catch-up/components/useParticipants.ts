import { useSyncExternalStore } from "react";
import type { ParticipantsById } from "../../call/roster.ts";
import type { CatchUpSource } from "../core/catchUpStore.ts";

/** Returns the meeting's participants by user id, also those who left. */
export const useParticipants = ({ call }: CatchUpSource): ParticipantsById =>
  useSyncExternalStore(call.subscribe, () => call.getSnapshot().participants);
