/** A switch that this browser stores. All of its tabs share the value. */
import { createStore, type Store } from "~/lib/store.ts";

export interface LocalPreference extends Store<boolean> {
  set(on: boolean): void;
}

interface PreferenceStorage {
  /** Throws if the browser forbids storage: the value then lasts as long as the page. */
  storage(): Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** Subscribes to changes by other tabs. */
  onStored(changed: (key: string | null) => void): void;
}

/** Off by default. The stored value is the bare word "on", so `persisted` does not fit. */
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
