import { useSyncExternalStore } from "react";
import { createSingleKeys, type SingleKeys } from "./singleKeys.ts";

let singleKeys: SingleKeys | undefined;

/** The one of this browser; made when first asked for, which is never on the server. */
const getSingleKeys = (): SingleKeys =>
  (singleKeys ??= createSingleKeys({
    storage: () => localStorage,
    onStored: (changed) => addEventListener("storage", ({ key }) => changed(key)),
  }));

export function useSingleKeys(): { enabled: boolean; setEnabled(enabled: boolean): void } {
  const enabled = useSyncExternalStore(
    (changed) => getSingleKeys().subscribe(changed),
    () => getSingleKeys().getSnapshot(),
    () => true,
  );
  return { enabled, setEnabled: (next) => getSingleKeys().set(next) };
}
