import { useEffect, useState } from "react";
import { type Moment, momentsOf, type Reader } from "./moments.ts";

/**
 * Moments as the server wrote them; where the reader chose no time zone, in their device's as soon as there are scripts.
 * The server's are kept otherwise: its words for a date may differ from this browser's.
 */
export function useMoments(reader: Reader, said: Readonly<Record<string, Moment>>): (at: string) => Moment | undefined {
  const [here, setHere] = useState<Readonly<Record<string, Moment>> | null>(null);
  useEffect(() => {
    if (reader.certain) return setHere(null);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (timeZone !== reader.timeZone) setHere(momentsOf(Object.keys(said), { ...reader, timeZone }, Date.now()));
  }, [reader, said]);
  return (at) => here?.[at] ?? said[at];
}
