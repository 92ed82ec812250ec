import { startTransition, useEffect, useState } from "react";
import type { Store } from "~/platform/store.ts";

/**
 * What a store shows, drawn in pieces: between them the page goes on with what cannot wait, as a connection that is being set
 * up. `useSyncExternalStore` draws all of a change before anything else is done; so does this where the change is `urgent`, as
 * when somebody pressed for it.
 */
export function useUnhurried<T>(store: Store<T>, urgent: (before: T, now: T) => boolean): T {
  const [shown, setShown] = useState(() => ({ store, value: store.getSnapshot() }));
  useEffect(() => {
    let last: T | null = null;
    const changed = () => {
      const value = store.getSnapshot();
      const show = () =>
        setShown((before) => (before.store === store && Object.is(before.value, value) ? before : { store, value }));
      if (last !== null && urgent(last, value)) show();
      else startTransition(show);
      last = value;
    };
    // What changed since it was drawn.
    changed();
    return store.subscribe(changed);
  }, [store, urgent]);
  return shown.store === store ? shown.value : store.getSnapshot();
}
