import { useSyncExternalStore } from "react";
import { meetingAvatars } from "./core/meetingAvatars.ts";
import { useRoom } from "./RoomProvider.tsx";

/** Returns the id of a person's picture, or null. */
export function useMeetingAvatar(userId: string): string | null {
  const { subscribe, getSnapshot } = meetingAvatars(useRoom());
  return useSyncExternalStore(subscribe, () => getSnapshot().get(userId) ?? null);
}
