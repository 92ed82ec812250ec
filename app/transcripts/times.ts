/** Points in time of a call as a reader writes them. */
import { unbroken } from "~/i18n/format.ts";
import type { Reader } from "./view.ts";

export interface Times {
  /** `18:07:12`. */
  time(at: number): string;
  /** `18:07`. */
  short(at: number): string;
  /** `Tuesday, 14 April 2026`. */
  day(at: number): string;
  /** Seconds since midnight, where the reader is. */
  clock(at: number): number;
}

export function timesOf({ tag, timeZone }: Reader): Times {
  const make = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, { ...options, timeZone });
  const time = make({ timeStyle: "medium" });
  const short = make({ timeStyle: "short" });
  const day = make({ dateStyle: "full" });
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return {
    time: (at) => unbroken(time.format(at)),
    short: (at) => unbroken(short.format(at)),
    day: (at) => day.format(at),
    clock(at) {
      const [hours = 0, minutes = 0, seconds = 0] = parts
        .formatToParts(at)
        .flatMap(({ type, value }) => (type === "literal" ? [] : [Number(value)]));
      return hours * 3600 + minutes * 60 + seconds;
    },
  };
}
