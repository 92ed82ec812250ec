import { startTransition, useEffect, useRef, useState } from "react";
import type { Store } from "~/lib/store.ts";

/**
 * Selects a value of a store and renders its changes as a transition. React renders a transition in slices, so that
 * urgent work such as connection setup can run in between. `useSyncExternalStore` would render every change at once. A
 * change for which `isUrgent` returns true renders at once here, too.
 */
export function useTransitionStore<S, T>(
  store: Store<S>,
  select: (snapshot: S) => T,
  isUrgent: (previous: S, next: S) => boolean,
): T {
  const [shown, setShown] = useState(() => ({ store, value: select(store.getSnapshot()) }));
  const latestSelect = useRef(select);
  useEffect(() => {
    latestSelect.current = select;
  });
  useEffect(() => {
    let last: { snapshot: S; value: T } | null = null;
    const onChange = () => {
      const snapshot = store.getSnapshot();
      const value = latestSelect.current(snapshot);
      const urgent = last !== null && isUrgent(last.snapshot, snapshot);
      const unchanged = last !== null && Object.is(last.value, value);
      last = { snapshot, value };
      if (unchanged) return;
      const update = () =>
        setShown((previous) =>
          previous.store === store && Object.is(previous.value, value) ? previous : { store, value },
        );
      if (urgent) update();
      else startTransition(update);
    };
    // Catches up with changes between rendering and this effect.
    onChange();
    return store.subscribe(onChange);
  }, [store, isUrgent]);
  return shown.store === store ? shown.value : select(store.getSnapshot());
}
