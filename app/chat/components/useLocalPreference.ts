import { useSyncExternalStore } from "react";
import { createLocalPreference, type LocalPreference } from "../core/localPreference.ts";

const preferenceStores = new Map<string, LocalPreference>();

function preferenceFor(key: string): LocalPreference {
  const existing = preferenceStores.get(key);
  if (existing !== undefined) return existing;
  const preference = createLocalPreference(key, {
    storage: () => localStorage,
    onStored: (onChange) => addEventListener("storage", ({ key: changedKey }) => onChange(changedKey)),
  });
  preferenceStores.set(key, preference);
  return preference;
}

/** Works in the browser only. */
export function useLocalPreference(key: string): readonly [boolean, (on: boolean) => void] {
  const preference = preferenceFor(key);
  return [useSyncExternalStore(preference.subscribe, preference.getSnapshot), preference.set];
}

/** Mutes the unread count and the announcements of one meeting. */
export const useChatMuted = (meetingId: string) => useLocalPreference(`parley.chat.muted.${meetingId}`);

/** Shows the original of every line. */
export const useShowOriginals = () => useLocalPreference("parley.chat.originals");
