import { useSyncExternalStore } from "react";
import { privateHints } from "./privateHints.ts";

/** The server renders the hints as shown. */
export const usePrivateHints = (): boolean =>
  useSyncExternalStore(
    (changed) => privateHints().subscribe(changed),
    () => privateHints().getSnapshot(),
    () => true,
  );
