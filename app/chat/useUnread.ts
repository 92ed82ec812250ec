import { useEffect, useSyncExternalStore } from "react";
import type { Timeline, Unread } from "./core/index.ts";
import { useMuted } from "./useDeviceChoice.ts";

function useCounted(timeline: Timeline, part: keyof Pick<Unread, "lines" | "mentions">): number {
  const unread = useSyncExternalStore(timeline.subscribe, () => timeline.getSnapshot().unread);
  const [muted] = useMuted(timeline.meetingId);
  return muted ? 0 : unread[part];
}

/** How many lines of others came since the chat was last open; none while it is muted. */
export function useUnread(timeline: Timeline, open: boolean): number {
  useEffect(() => timeline.setOpen(open), [timeline, open]);
  return useCounted(timeline, "lines");
}

/** How many of them mention this person. */
export const useUnreadMentions = (timeline: Timeline): number => useCounted(timeline, "mentions");
