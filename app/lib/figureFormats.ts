/** Numbers, prices and dates of figures as the reader writes them. */
import { NUMBERING_SYSTEM } from "../i18n/formatters.ts";

export type TimeUnit = "hour" | "minute" | "second";
export type DayPrecision = "day" | "month";

export interface FigureFormats {
  /** `1,234`. */
  number(value: number): string;
  /** `3.1`, `3`. */
  decimal(value: number): string;
  /** `64%` of a number between 0 and 1. */
  share(value: number): string;
  /** `$3.84`, with more digits below one cent. */
  money(value: number, currency: string): string;
  /** `41 hr`, `12 min`, `1.3 sec`. */
  duration(seconds: number): string;
  /** `2 Feb` or `February 2026` of an ISO day. */
  day(isoDay: string, precision: DayPrecision): string;
}

const SMALLEST_COIN = 0.01;

/** `languageTag`: the same one on the server and in the browser, so that both write the same text. */
export function createFigureFormats(languageTag: string): FigureFormats {
  const digits = { numberingSystem: NUMBERING_SYSTEM };
  const numbers = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(languageTag, { ...digits, ...options });
  const days = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(languageTag, { ...digits, timeZone: "UTC", ...options });
  const whole = numbers({ maximumFractionDigits: 0 });
  const decimal = numbers({ maximumFractionDigits: 1 });
  const share = numbers({ style: "percent" });
  const unit = (value: number, name: TimeUnit, fractionDigits: number) =>
    numbers({ style: "unit", unit: name, unitDisplay: "short", maximumFractionDigits: fractionDigits }).format(value);
  const dayFormats = {
    day: days({ day: "numeric", month: "short" }),
    month: days({ month: "short", year: "numeric" }),
  };
  return {
    number: (value) => whole.format(value),
    decimal: (value) => decimal.format(value),
    share: (value) => share.format(value),
    money: (value, currency) =>
      numbers({
        ...{ style: "currency", currency },
        ...(value > 0 && value < SMALLEST_COIN && { maximumSignificantDigits: 2 }),
      }).format(value),
    duration(seconds) {
      if (seconds < 60) return unit(seconds, "second", 1);
      return seconds < 2 * 3600 ? unit(seconds / 60, "minute", 0) : unit(seconds / 3600, "hour", 1);
    },
    day: (isoDay, precision) => dayFormats[precision].format(Date.parse(isoDay)),
  };
}
