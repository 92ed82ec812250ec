/** The part of Web Storage that is used; any of it may throw. */
export interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** A page's own until it is closed. Where storage is forbidden, reading the property already throws: then nothing is kept. */
export function sessionStorageOrNone(): KeyValueStorage {
  try {
    return sessionStorage;
  } catch {
    return { getItem: () => null, setItem() {}, removeItem() {} };
  }
}
