/** A switch that this browser stores. All of its tabs share the value. */

import type { KeyValueStorage } from "./storage.ts";
import { createStore, type Store } from "./store.ts";

export interface LocalPreference extends Store<boolean> {
  set(value: boolean): void;
}

interface LocalPreferenceOptions {
  defaultValue: boolean;
  /** Throws if the browser forbids storage: the value then lasts as long as the page. */
  storage(): KeyValueStorage;
  /** Subscribes to changes by other tabs. The key is null after the storage was cleared. */
  onStored(changed: (key: string | null) => void): void;
}

/** The stored value is the bare word "on" or "off", so `persisted` does not fit. The default is not stored. */
export function createLocalPreference(
  key: string,
  { defaultValue, storage, onStored }: LocalPreferenceOptions,
): LocalPreference {
  const read = () => {
    try {
      const stored = storage().getItem(key);
      return stored === "on" || (stored !== "off" && defaultValue);
    } catch {
      return defaultValue;
    }
  };
  const store = createStore(read());
  onStored((changed) => (changed === key || changed === null) && store.set(read()));
  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    set(value) {
      store.set(value);
      try {
        if (value === defaultValue) storage().removeItem(key);
        else storage().setItem(key, value ? "on" : "off");
      } catch {
        // The value then lasts as long as the page.
      }
    },
  };
}

const preferences = new Map<string, LocalPreference>();

/** Returns the page's store for a key. For browsers only. */
export function localPreference(key: string, defaultValue: boolean): LocalPreference {
  let preference = preferences.get(key);
  if (preference === undefined) {
    preference = createLocalPreference(key, {
      defaultValue,
      storage: () => localStorage,
      onStored: (changed) => addEventListener("storage", (event) => changed(event.key)),
    });
    preferences.set(key, preference);
  }
  return preference;
}
