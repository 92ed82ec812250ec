/** The part of Web Storage that is used; any of it may throw. */
export interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const NULL_STORAGE: KeyValueStorage = { getItem: () => null, setItem() {}, removeItem() {} };

/** A page's own until it is closed. Where storage is forbidden, reading the property already throws: then nothing is kept. */
export function safeSessionStorage(): KeyValueStorage {
  try {
    return sessionStorage;
  } catch {
    return NULL_STORAGE;
  }
}

/** So long what nobody came back for stays on a device. */
const STORED_TTL_MS = 7 * 24 * 3_600_000;
const KEY_PREFIX = "parley:kept:";

/** Outlasts the tab, and is every tab's; what was not written again for a week is gone. */
export function expiringLocalStorage(storage: () => Storage, now: () => number): KeyValueStorage {
  try {
    const all = storage();
    const read = (stored: string | null) => {
      const [, until, value] = /^(\d+) (.*)$/su.exec(stored ?? "") ?? [];
      return value === undefined || Number(until) < now() ? null : value;
    };
    for (const key of Object.keys(all))
      if (key.startsWith(KEY_PREFIX) && read(all.getItem(key)) === null) all.removeItem(key);
    return {
      getItem: (key) => read(all.getItem(KEY_PREFIX + key)),
      setItem: (key, value) => all.setItem(KEY_PREFIX + key, `${now() + STORED_TTL_MS} ${value}`),
      removeItem: (key) => all.removeItem(KEY_PREFIX + key),
    };
  } catch {
    return NULL_STORAGE;
  }
}

/** Where what somebody writes is kept until it is sent. */
export interface DraftStorage {
  readonly tab: KeyValueStorage;
  readonly device: KeyValueStorage;
  /** It may stay on the device when the tab is closed. False also while that is not known. */
  isPersistent(): boolean;
}

/** What stands there; null: nothing, or it cannot be read. */
export function readStored(storage: KeyValueStorage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

/** Null: nothing is to stand there. False: it could not be kept, and lives as long as the page does. */
export function writeStored(storage: KeyValueStorage, key: string, value: string | null): boolean {
  try {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
    return true;
  } catch {
    // Full or forbidden.
    return false;
  }
}

/** What stands under a key in this tab, and what on the device. */
export const readAll = ({ tab, device }: DraftStorage, key: string): readonly string[] =>
  [tab, device].flatMap((place) => readStored(place, key) ?? []);

/** Keeps it in one of the two places and nowhere else; null: in none. False: it could not be kept. */
export function writeTo({ tab, device, isPersistent }: DraftStorage, key: string, value: string | null): boolean {
  const [to, from] = isPersistent() ? [device, tab] : [tab, device];
  return writeStored(to, key, value) && writeStored(from, key, null);
}
