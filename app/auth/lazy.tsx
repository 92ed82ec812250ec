import { type ComponentProps, useState } from "react";
import { useAsyncEffect } from "~/lib/useAsyncEffect.ts";
import type { SessionWatch } from "./SessionWatch.tsx";

/**
 * Loads the session watch when it is mounted. Every page has it, so it does without the notice and the messages of
 * ~/ui/lazy.tsx: a watch that fails to load is retried on the next page.
 */
export function LazySessionWatch(props: ComponentProps<typeof SessionWatch>) {
  const [Watch, setWatch] = useState<typeof SessionWatch | null>(null);
  useAsyncEffect(async (signal) => {
    const loaded = await import("./SessionWatch.tsx").catch(() => null);
    if (loaded !== null && !signal.aborted) setWatch(() => loaded.SessionWatch);
  }, []);
  return Watch && <Watch {...props} />;
}
