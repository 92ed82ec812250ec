import { useSyncExternalStore } from "react";
import { createLocalPreference, type LocalPreference } from "../core/localPreference.ts";

const preferenceStores = new Map<string, LocalPreference>();

function preferenceFor(key: string): LocalPreference {
  const known = preferenceStores.get(key);
  if (known !== undefined) return known;
  const made = createLocalPreference(key, {
    storage: () => localStorage,
    onStored: (changed) => addEventListener("storage", ({ key: stored }) => changed(stored)),
  });
  preferenceStores.set(key, made);
  return made;
}

/** In a browser only. */
export function useLocalPreference(key: string): readonly [boolean, (on: boolean) => void] {
  const choice = preferenceFor(key);
  return [useSyncExternalStore(choice.subscribe, choice.getSnapshot), choice.set];
}

/** No number and no announcement for new lines of this meeting. */
export const useChatMuted = (meetingId: string) => useLocalPreference(`parley.chat.muted.${meetingId}`);

/** Every line also in the language in which it was written. */
export const useShowOriginals = () => useLocalPreference("parley.chat.originals");
