import { useEffect, useSyncExternalStore } from "react";
import { useChatMuted } from "./components/useLocalPreference.ts";
import type { UnreadCount } from "./core/unread.ts";
import type { Timeline } from "./timeline.ts";

function useUnreadCount(timeline: Timeline, kind: keyof Pick<UnreadCount, "lines" | "mentions">): number {
  const unread = useSyncExternalStore(timeline.subscribe, () => timeline.getSnapshot().unread);
  const [muted] = useChatMuted(timeline.meetingId);
  return muted ? 0 : unread[kind];
}

/** Returns the number of lines of others since the chat was last open; 0 while it is muted. */
export function useUnread(timeline: Timeline, open: boolean): number {
  useEffect(() => timeline.setChatOpen(open), [timeline, open]);
  return useUnreadCount(timeline, "lines");
}

/** Returns how many of them mention the local participant. */
export const useUnreadMentions = (timeline: Timeline): number => useUnreadCount(timeline, "mentions");
