import { useEffect, useRef, useState } from "react";
import { systemClock } from "~/lib/clock.ts";
import { createTypingNotifier, type TypingNotifier } from "../core/typingNotifier.ts";

/** Returns a notifier that calls the latest `notify`, and stops typing on unmount. */
export function useTypingNotifier(notify: (typing: boolean) => void): TypingNotifier {
  const latest = useRef(notify);
  useEffect(() => {
    latest.current = notify;
  });
  const [notifier] = useState(() => createTypingNotifier((typing) => latest.current(typing), systemClock));
  useEffect(() => notifier.stop, [notifier]);
  return notifier;
}
