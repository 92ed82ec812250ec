/** Places of this process: what finds none is rejected, so that it waits in the memory of its client. */

export interface SlotOptions {
  /** Places of one key at the same time. */
  readonly perKey: number;
  /** Places of all keys. Default: no limit. */
  readonly all?: number;
}

/** Takes a place, and returns a function that gives it back. Returns null if there is none. */
export type EnterSlot = (key: string) => (() => void) | null;

export function createSlots({ perKey, all = Number.POSITIVE_INFINITY }: SlotOptions): EnterSlot {
  const takenByKey = new Map<string, number>();
  let taken = 0;
  return (key) => {
    const own = takenByKey.get(key) ?? 0;
    if (own >= perKey || taken >= all) return null;
    takenByKey.set(key, own + 1);
    taken += 1;
    return () => {
      taken -= 1;
      const rest = (takenByKey.get(key) ?? 0) - 1;
      if (rest > 0) takenByKey.set(key, rest);
      else takenByKey.delete(key);
    };
  };
}
