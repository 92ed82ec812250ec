import { type DependencyList, useEffect } from "react";

/** Runs `effect` after each change of `deps`. Its signal aborts when the component unmounts or the effect runs again. */
export function useAsyncEffect(effect: (signal: AbortSignal) => void | Promise<void>, deps: DependencyList): void {
  useEffect(() => {
    const controller = new AbortController();
    void effect(controller.signal);
    return () => controller.abort();
    // biome-ignore lint/correctness/useExhaustiveDependencies: checked at each call, see biome.json
  }, deps);
}
