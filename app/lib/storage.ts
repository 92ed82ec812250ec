/** The used part of Web Storage. Every method may throw. */
export interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const NULL_STORAGE: KeyValueStorage = { getItem: () => null, setItem() {}, removeItem() {} };

/** Returns the tab's storage, or one that stores nothing: where storage is forbidden, reading the property throws. */
export function safeSessionStorage(): KeyValueStorage {
  try {
    return sessionStorage;
  } catch {
    return NULL_STORAGE;
  }
}

/** Values that no page has written again for this long expire. */
const STORED_TTL_MS = 7 * 24 * 3_600_000;
const KEY_PREFIX = "parley:kept:";

/** Returns a storage that all tabs share and whose values expire. */
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

/** Where unsent text is stored. */
export interface DraftStorage {
  readonly tab: KeyValueStorage;
  readonly device: KeyValueStorage;
  /** Returns whether text may outlast the tab. Returns false while this is unknown. */
  isPersistent(): boolean;
}

/** Returns the stored value, or null if there is none or it cannot be read. */
export function readStored(storage: KeyValueStorage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores `value`; null removes it. Returns false if storage is full or forbidden. */
export function writeStored(storage: KeyValueStorage, key: string, value: string | null): boolean {
  try {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Returns the values of a key in the tab and on the device. */
export const readAll = ({ tab, device }: DraftStorage, key: string): readonly string[] =>
  [tab, device].flatMap((place) => readStored(place, key) ?? []);

/** Stores `value` in one of the two storages and removes it from the other; null removes both. Returns false on failure. */
export function writeTo({ tab, device, isPersistent }: DraftStorage, key: string, value: string | null): boolean {
  const [to, from] = isPersistent() ? [device, tab] : [tab, device];
  return writeStored(to, key, value) && writeStored(from, key, null);
}
