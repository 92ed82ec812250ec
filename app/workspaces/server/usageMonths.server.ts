import type { UsageView } from "../core/workspaceView.ts";

/** Months with usage that the database keeps. */
const MONTHS_SHOWN = 13;

/** Returns the month of the address, else the current one of UTC, and its neighbours. */
export function usageMonths(requested: string | null, now: number): UsageView["months"] {
  const current = monthsSinceEpoch(new Date(now));
  const parsed = /^(\d{4})-(0[1-9]|1[0-2])$/u.exec(requested ?? "");
  const wanted = parsed === null ? current : monthsSinceEpoch(new Date(`${parsed[0]}-01T00:00:00Z`));
  const oldest = current - MONTHS_SHOWN + 1;
  const shown = Math.min(current, Math.max(oldest, wanted));
  return {
    shown: firstDay(shown),
    before: shown > oldest ? firstDay(shown - 1) : null,
    after: shown < current ? firstDay(shown + 1) : null,
  };
}

const monthsSinceEpoch = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth();

const firstDay = (month: number): string =>
  new Date(Date.UTC(Math.floor(month / 12), month % 12)).toISOString().slice(0, 10);
