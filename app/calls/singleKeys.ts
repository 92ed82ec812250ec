/** Whether single keys act in a call (WCAG 2.1.4), as this browser remembers it; the same in every tab of it. */
import { createStore, type Store } from "~/platform/store.ts";

const STORED = "parley.single-keys";

export interface SingleKeys extends Store<boolean> {
  set(enabled: boolean): void;
}

interface Place {
  /** Throws where a browser stores nothing: then the choice lasts as long as the page. */
  storage(): Pick<Storage, "getItem" | "setItem">;
  /** Calls back when another tab has written. */
  onStored(changed: (key: string | null) => void): void;
}

export function createSingleKeys({ storage, onStored }: Place): SingleKeys {
  const read = () => {
    try {
      return storage().getItem(STORED) !== "off";
    } catch {
      return true;
    }
  };
  const store = createStore(read());
  onStored((key) => (key === STORED || key === null) && store.set(read()));
  return {
    ...store,
    set(enabled) {
      store.set(enabled);
      try {
        storage().setItem(STORED, enabled ? "on" : "off");
      } catch {}
    },
  };
}
