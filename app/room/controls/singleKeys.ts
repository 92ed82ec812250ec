/** Whether single keys act in a call (WCAG 2.1.4), as this browser remembers it; the same in every tab of it. */
import { createStore, type Store } from "~/lib/store.ts";

const SINGLE_KEYS_STORAGE_KEY = "parley.single-keys";

export interface SingleKeys extends Store<boolean> {
  set(enabled: boolean): void;
}

interface SingleKeysOptions {
  /** Throws where a browser stores nothing: then the choice lasts as long as the page. */
  storage(): Pick<Storage, "getItem" | "setItem">;
  /** Calls back when another tab has written. */
  onStored(changed: (key: string | null) => void): void;
}

export function createSingleKeys({ storage, onStored }: SingleKeysOptions): SingleKeys {
  const read = () => {
    try {
      return storage().getItem(SINGLE_KEYS_STORAGE_KEY) !== "off";
    } catch {
      return true;
    }
  };
  const store = createStore(read());
  onStored((key) => (key === SINGLE_KEYS_STORAGE_KEY || key === null) && store.set(read()));
  return {
    ...store,
    set(enabled) {
      store.set(enabled);
      try {
        storage().setItem(SINGLE_KEYS_STORAGE_KEY, enabled ? "on" : "off");
      } catch {}
    },
  };
}
