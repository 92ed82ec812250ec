import type { KeyValueStorage } from "../../app/lib/storage.ts";

/** Creates Web Storage in memory. `full` makes every write throw. */
export function fakeStorage(): KeyValueStorage & { values: Map<string, string>; full: boolean } {
  const values = new Map<string, string>();
  const storage = {
    values,
    full: false,
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (storage.full) throw new DOMException("full", "QuotaExceededError");
      values.set(key, value);
    },
    removeItem(key: string) {
      values.delete(key);
    },
  };
  return storage;
}

/** Returns all values but the outbox's tombstones, which hold ids only. */
export const storedValues = ({ values }: { values: ReadonlyMap<string, string> }): string[] =>
  [...values].flatMap(([key, value]) => (key.endsWith(":done") ? [] : [value]));
