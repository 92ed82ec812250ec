import { useSyncExternalStore } from "react";
import { createDeviceChoice, type DeviceChoice } from "./deviceChoice.ts";

const choices = new Map<string, DeviceChoice>();

function choiceOf(key: string): DeviceChoice {
  const known = choices.get(key);
  if (known !== undefined) return known;
  const made = createDeviceChoice(key, {
    storage: () => localStorage,
    onStored: (changed) => addEventListener("storage", ({ key: stored }) => changed(stored)),
  });
  choices.set(key, made);
  return made;
}

/** In a browser only. */
export function useDeviceChoice(key: string): readonly [boolean, (on: boolean) => void] {
  const choice = choiceOf(key);
  return [useSyncExternalStore(choice.subscribe, choice.getSnapshot), choice.set];
}

/** No number and no announcement for new lines of this meeting. */
export const useMuted = (meetingId: string) => useDeviceChoice(`parley.chat.muted.${meetingId}`);

/** Every line also in the language in which it was written. */
export const useOriginals = () => useDeviceChoice("parley.chat.originals");
