/** A choice that stays with this browser and is the same in all of its tabs. */
import { createStore, type Store } from "~/lib/store.ts";

export interface LocalPreference extends Store<boolean> {
  set(on: boolean): void;
}

interface PreferenceStorage {
  /** Throws where a browser stores nothing: then the choice lasts as long as the page. */
  storage(): Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** Calls back when another tab has written. */
  onStored(changed: (key: string | null) => void): void;
}

/** Off at first. */
export function createLocalPreference(key: string, { storage, onStored }: PreferenceStorage): LocalPreference {
  const read = () => {
    try {
      return storage().getItem(key) === "on";
    } catch {
      return false;
    }
  };
  const store = createStore(read());
  onStored((changed) => (changed === key || changed === null) && store.set(read()));
  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    set(on) {
      store.set(on);
      try {
        if (on) storage().setItem(key, "on");
        else storage().removeItem(key);
      } catch {}
    },
  };
}
