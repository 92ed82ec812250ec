/** Observable values for React's `useSyncExternalStore`. */

export interface Store<T> {
  /** Returns the same object until the next change. */
  getSnapshot(): T;
  /** Calls `changed` after every change. The returned function unsubscribes. */
  subscribe(changed: () => void): () => void;
}

export interface WritableStore<T> extends Store<T> {
  /** Notifies the subscribers unless `next` is the current value. */
  set(next: T): void;
}

export function createStore<T>(initial: T): WritableStore<T> {
  let value = initial;
  const subscribers = new Set<() => void>();
  return {
    getSnapshot: () => value,
    subscribe(changed) {
      subscribers.add(changed);
      return () => subscribers.delete(changed);
    },
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const changed of [...subscribers]) changed();
    },
  };
}

/**
 * Returns a store of `select`'s results, computed when they are read. `select` receives its previous result, so that it can
 * return the same object if its part did not change.
 */
export function derive<S, T>(store: Store<S>, select: (value: S, previous?: T) => T): Store<T> {
  let cached: { of: S; value: T } | null = null;
  return {
    subscribe: store.subscribe,
    getSnapshot() {
      const now = store.getSnapshot();
      if (cached === null || !Object.is(cached.of, now)) cached = { of: now, value: select(now, cached?.value) };
      return cached.value;
    },
  };
}

/** Returns `previous` if both have the same fields with identical values, else `next`. Keeps snapshots stable for React. */
export function reuseIfShallowEqual<T extends object>(previous: T | undefined, next: T): T {
  if (previous === undefined) return next;
  const previousEntries = Object.entries(previous);
  if (previousEntries.length !== Object.keys(next).length) return next;
  const nextValues = new Map<string, unknown>(Object.entries(next));
  return previousEntries.every(([key, value]) => nextValues.has(key) && Object.is(nextValues.get(key), value))
    ? previous
    : next;
}

/** Returns `previous` if both maps hold identical values under the same keys, else `next`. */
export function reuseMapIfEqual<K, V>(previous: ReadonlyMap<K, V>, next: ReadonlyMap<K, V>): ReadonlyMap<K, V> {
  const same = previous.size === next.size && [...next].every(([key, value]) => previous.get(key) === value);
  return same ? previous : next;
}

/** Returns `previous` if both lists hold identical values in the same order, else `next`. */
export function reuseListIfEqual<T>(previous: readonly T[], next: readonly T[]): readonly T[] {
  if (previous.length !== next.length) return next;
  return previous.every((value, index) => Object.is(value, next[index])) ? previous : next;
}
