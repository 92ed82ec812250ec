import { useEffect, useRef, useState } from "react";
import { systemClock } from "~/lib/clock.ts";
import { createTypingNotifier, type TypingNotifier } from "../core/typingNotifier.ts";

/** `tell` may be another each time. Who goes away writes no more. */
export function useTypingNotifier(notify: (notifier: boolean) => void): TypingNotifier {
  const latest = useRef(notify);
  useEffect(() => {
    latest.current = notify;
  });
  const [typing] = useState(() => createTypingNotifier((now) => latest.current(now), systemClock));
  useEffect(() => typing.stop, [typing]);
  return typing;
}
