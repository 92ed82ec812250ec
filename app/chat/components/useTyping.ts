import { useEffect, useRef, useState } from "react";
import { systemClock } from "~/platform/clock.ts";
import { createTyping, type Typing } from "../typing.ts";

/** `tell` may be another each time. Who goes away writes no more. */
export function useTyping(tell: (typing: boolean) => void): Typing {
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  const [typing] = useState(() => createTyping((now) => latest.current(now), systemClock));
  useEffect(() => typing.stopped, [typing]);
  return typing;
}
