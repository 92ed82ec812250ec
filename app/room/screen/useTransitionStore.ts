import { startTransition, useEffect, useState } from "react";
import type { Store } from "~/lib/store.ts";

/**
 * What a store shows, drawn in pieces: between them the page goes on with what cannot wait, as a connection that is being set
 * up. `useSyncExternalStore` draws all of a change before anything else is done; so does this where the change is `urgent`, as
 * when somebody pressed for it.
 */
export function useTransitionStore<T>(store: Store<T>, isUrgent: (before: T, now: T) => boolean): T {
  const [shown, setShown] = useState(() => ({ store, value: store.getSnapshot() }));
  useEffect(() => {
    let last: T | null = null;
    const changed = () => {
      const value = store.getSnapshot();
      const update = () =>
        setShown((before) => (before.store === store && Object.is(before.value, value) ? before : { store, value }));
      if (last !== null && isUrgent(last, value)) update();
      else startTransition(update);
      last = value;
    };
    // What changed since it was drawn.
    changed();
    return store.subscribe(changed);
  }, [store, isUrgent]);
  return shown.store === store ? shown.value : store.getSnapshot();
}
