/** The part of Web Storage that is used; any of it may throw. */
export interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const NONE: KeyValueStorage = { getItem: () => null, setItem() {}, removeItem() {} };

/** A page's own until it is closed. Where storage is forbidden, reading the property already throws: then nothing is kept. */
export function sessionStorageOrNone(): KeyValueStorage {
  try {
    return sessionStorage;
  } catch {
    return NONE;
  }
}

/** So long what nobody came back for stays on a device. */
const LIFE = 7 * 24 * 3_600_000;
const PREFIX = "parley:kept:";

/** Outlasts the tab, and is every tab's; what was not written again for a week is gone. */
export function deviceStorageOrNone(storage: () => Storage, now: () => number): KeyValueStorage {
  try {
    const all = storage();
    const read = (stored: string | null) => {
      const [, until, value] = /^(\d+) (.*)$/su.exec(stored ?? "") ?? [];
      return value === undefined || Number(until) < now() ? null : value;
    };
    for (const key of Object.keys(all))
      if (key.startsWith(PREFIX) && read(all.getItem(key)) === null) all.removeItem(key);
    return {
      getItem: (key) => read(all.getItem(PREFIX + key)),
      setItem: (key, value) => all.setItem(PREFIX + key, `${now() + LIFE} ${value}`),
      removeItem: (key) => all.removeItem(PREFIX + key),
    };
  } catch {
    return NONE;
  }
}

/** Where what somebody writes is kept until it is sent. */
export interface Places {
  readonly tab: KeyValueStorage;
  readonly device: KeyValueStorage;
  /** It may stay on the device when the tab is closed. False also while that is not known. */
  lasts(): boolean;
}

/** What stands there; null: nothing, or it cannot be read. */
export function keptAt(place: KeyValueStorage, key: string): string | null {
  try {
    return place.getItem(key);
  } catch {
    return null;
  }
}

/** Null: nothing is to stand there. False: it could not be kept, and lives as long as the page does. */
export function keepAt(place: KeyValueStorage, key: string, value: string | null): boolean {
  try {
    if (value === null) place.removeItem(key);
    else place.setItem(key, value);
    return true;
  } catch {
    // Full or forbidden.
    return false;
  }
}

/** What stands under a key in this tab, and what on the device. */
export const keptIn = ({ tab, device }: Places, key: string): readonly string[] =>
  [tab, device].flatMap((place) => keptAt(place, key) ?? []);

/** Keeps it in one of the two places and nowhere else; null: in none. False: it could not be kept. */
export function keepIn({ tab, device, lasts }: Places, key: string, value: string | null): boolean {
  const [to, from] = lasts() ? [device, tab] : [tab, device];
  return keepAt(to, key, value) && keepAt(from, key, null);
}
