/** A value in Web Storage that is parsed when read. Storage may be full, forbidden, or hold the value of an old version. */
import type { ZodMiniType } from "zod/mini";
import type { KeyValueStorage } from "./storage.ts";

export interface Persisted<T> {
  /** Returns the stored value, or null if there is none that parses. */
  read(): T | null;
  /** Stores `value`; null removes it. Returns false if storage is full or forbidden: the value then lasts as long as the page. */
  write(value: T | null): boolean;
}

/** Calls `storage` each time, because reading the property throws where storage is forbidden. */
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
