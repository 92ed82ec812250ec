import { useEffect, useState } from "react";
import type { MediaMode } from "../../call/mediaMode.ts";

/** The quality of a connection varies, so a suggestion stays for this long after an improvement. */
const SUGGESTION_HOLD_MS = 20_000;

const NARROWER_MODE: Readonly<Record<MediaMode, Exclude<MediaMode, "all"> | null>> = {
  all: "sound",
  sound: "text",
  text: null,
};

/** Suggests a narrower mode on a poor connection, until the user declines in that mode. */
export function useModeSuggestion(poorConnection: boolean, mode: MediaMode) {
  const [shown, setShown] = useState(poorConnection);
  const [declined, setDeclined] = useState<ReadonlySet<MediaMode>>(new Set());
  useEffect(() => {
    if (poorConnection) return setShown(true);
    const timer = setTimeout(() => setShown(false), SUGGESTION_HOLD_MS);
    return () => clearTimeout(timer);
  }, [poorConnection]);
  return {
    suggestion: shown && !declined.has(mode) ? NARROWER_MODE[mode] : null,
    decline: () => setDeclined((previous) => new Set([...previous, mode])),
  };
}
