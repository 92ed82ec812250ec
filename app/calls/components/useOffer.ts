import { useEffect, useState } from "react";
import type { Mode } from "../core/mode.ts";

/** A line gets better and worse: an offer that was made stays so long. Milliseconds. */
const STAYS = 20_000;

const NARROWER: Readonly<Record<Mode, Exclude<Mode, "all"> | null>> = { all: "sound", sound: "text", text: null };

/** What to offer on a weak line; once declined in a mode it is not offered there again. */
export function useOffer(weak: boolean, mode: Mode) {
  const [shown, setShown] = useState(weak);
  const [declined, setDeclined] = useState<ReadonlySet<Mode>>(new Set());
  useEffect(() => {
    if (weak) return setShown(true);
    const timer = setTimeout(() => setShown(false), STAYS);
    return () => clearTimeout(timer);
  }, [weak]);
  return {
    offer: shown && !declined.has(mode) ? NARROWER[mode] : null,
    decline: () => setDeclined((before) => new Set([...before, mode])),
  };
}
