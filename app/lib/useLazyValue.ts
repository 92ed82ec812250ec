import { useEffect, useSyncExternalStore } from "react";
import type { LazyValue } from "./lazyValue.ts";

const none = () => null;

/** Returns null until the code is loaded. It loads once `needed`; if that fails, the next need tries again. */
export function useLazyValue<T>(value: LazyValue<T>, needed: boolean): T | null {
  useEffect(() => {
    if (needed) value.load().catch(none);
  }, [value, needed]);
  // The server sends texts without it, so the first render in the browser is the same.
  return useSyncExternalStore(value.subscribe, value.getSnapshot, none);
}
