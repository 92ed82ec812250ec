import { useEffect, useState } from "react";
import { systemClock } from "~/lib/clock.ts";
import { useEventCallback } from "~/ui/useEventCallback.ts";
import { createTypingNotifier, type TypingNotifier } from "../core/typingNotifier.ts";

/** Returns a notifier that calls the latest `notify`, and stops typing on unmount. */
export function useTypingNotifier(notify: (typing: boolean) => void): TypingNotifier {
  const report = useEventCallback(notify);
  const [notifier] = useState(() => createTypingNotifier(report, systemClock));
  useEffect(() => notifier.stop, [notifier]);
  return notifier;
}
