import { useCallback, useEffect, useState } from "react";
import type { MessageKey } from "~/i18n/index.tsx";

/** Milliseconds that a short word about something done stays. */
const STAYS = 4_000;

export type Said = Extract<
  MessageKey,
  "chat.copied" | "chat.notCopied" | "chat.notHere" | "error.network/offline" | "error.network/timeout"
>;

/** A short word about what was just done; `null` once it was read. */
export function useSaid(): readonly [Said | null, (key: Said) => void] {
  const [said, setSaid] = useState<{ key: Said } | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), STAYS);
    return () => clearTimeout(timer);
  }, [said]);
  return [said?.key ?? null, useCallback((key: Said) => setSaid({ key }), [])];
}
