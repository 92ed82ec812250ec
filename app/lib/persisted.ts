/** A value in Web Storage, parsed when it is read. Storage may be full, forbidden, or hold what an old version wrote. */
import type { ZodMiniType } from "zod/mini";
import type { KeyValueStorage } from "./storage.ts";

export interface Persisted<T> {
  /** Returns the stored value, or null if there is none that parses. */
  read(): T | null;
  /** Stores `value`; null removes it. Returns false if storage refused: the value then lasts only as long as the page. */
  write(value: T | null): boolean;
}

/** `storage` is called each time: where storage is forbidden, reading the property throws. */
export function persisted<T>(storage: () => KeyValueStorage, key: string, schema: ZodMiniType<T>): Persisted<T> {
  return {
    read() {
      try {
        const stored = storage().getItem(key);
        if (stored === null) return null;
        const parsed = schema.safeParse(JSON.parse(stored));
        return parsed.success ? parsed.data : null;
      } catch {
        return null;
      }
    },
    write(value) {
      try {
        if (value === null) storage().removeItem(key);
        else storage().setItem(key, JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
  };
}
