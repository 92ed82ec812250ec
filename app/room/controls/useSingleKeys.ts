import { useSyncExternalStore } from "react";
import { localPreference } from "~/lib/localPreference.ts";

const singleKeys = () => localPreference("parley.single-keys", true);

/** Whether single keys are enabled (WCAG 2.1.4). The server renders them as enabled. */
export function useSingleKeys(): { enabled: boolean; setEnabled(enabled: boolean): void } {
  const enabled = useSyncExternalStore(
    (changed) => singleKeys().subscribe(changed),
    () => singleKeys().getSnapshot(),
    () => true,
  );
  return { enabled, setEnabled: (next) => singleKeys().set(next) };
}
