import { useEffect, useSyncExternalStore } from "react";
import { useChatMuted } from "./components/useLocalPreference.ts";
import type { UnreadCount } from "./core/unread.ts";
import type { Timeline } from "./timeline.ts";

function useUnreadCount(timeline: Timeline, kind: keyof Pick<UnreadCount, "lines" | "mentions">): number {
  const unread = useSyncExternalStore(timeline.subscribe, () => timeline.getSnapshot().unread);
  const [muted] = useChatMuted(timeline.meetingId);
  return muted ? 0 : unread[kind];
}

/** How many lines of others came since the chat was last open; none while it is muted. */
export function useUnread(timeline: Timeline, open: boolean): number {
  useEffect(() => timeline.setChatOpen(open), [timeline, open]);
  return useUnreadCount(timeline, "lines");
}

/** How many of them mention this person. */
export const useUnreadMentions = (timeline: Timeline): number => useUnreadCount(timeline, "mentions");
