import { useEffect, useState } from "react";
import { type Times, timesOf } from "./times.ts";
import type { Reader } from "./view.ts";

/** As the server wrote them; where the reader chose no time zone, in their device's as soon as there are scripts. */
export function useTimes(reader: Reader): Times {
  const [times, setTimes] = useState(() => timesOf(reader));
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (!reader.certain && timeZone !== reader.timeZone) setTimes(timesOf({ ...reader, timeZone }));
  }, [reader]);
  return times;
}
