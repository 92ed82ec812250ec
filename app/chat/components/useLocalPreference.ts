import { useSyncExternalStore } from "react";
import { localPreference } from "~/lib/localPreference.ts";

/** Off by default. Works in the browser only. */
export function useLocalPreference(key: string): readonly [boolean, (on: boolean) => void] {
  const preference = localPreference(key, false);
  return [useSyncExternalStore(preference.subscribe, preference.getSnapshot), preference.set];
}

/** Mutes the unread count and the announcements of one meeting. */
export const useChatMuted = (meetingId: string) => useLocalPreference(`parley.chat.muted.${meetingId}`);

/** Shows the original of every line. */
export const useShowOriginals = () => useLocalPreference("parley.chat.originals");
