import { createStore, type Store } from "./store.ts";

/** Code that is loaded when it is first needed. Null until then. */
export interface LazyValue<T> extends Store<T | null> {
  /** Rejects if the code cannot be loaded. The next call tries again. */
  load(): Promise<T>;
}

export function createLazyValue<T>(load: () => Promise<T>): LazyValue<T> {
  const value = createStore<T | null>(null);
  return {
    ...value,
    async load() {
      const loaded = value.getSnapshot() ?? (await load());
      value.set(loaded);
      return loaded;
    },
  };
}
