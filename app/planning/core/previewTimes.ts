/** Previews the times of a plan before it is stored. */
import type { PlanTimes } from "#contracts/planning.ts";
import { occurrencesOf } from "#planning/occurrences.ts";
import type { OccurrenceView } from "./dayLayout.ts";

export interface TimesPreview {
  /** Null if the rule finds no day. */
  readonly first: OccurrenceView | null;
  /** The first occurrence at an hour that clocks skip or repeat. */
  readonly shifted: { readonly shift: "skipped" | "repeated"; readonly startsAt: number } | null;
}

/** A year of a weekly meeting. */
const LOOKED_AT = 53;

/** Accepts valid times. */
export function previewTimes(times: PlanTimes): TimesPreview {
  const all = occurrencesOf(times, [], { limit: LOOKED_AT });
  const [first] = all;
  const shifted = all.flatMap(({ shift, starts_at }) => (shift === null ? [] : [{ shift, startsAt: starts_at }]))[0];
  return {
    first:
      first === undefined ? null : { seriesId: "", key: first.key, startsAt: first.starts_at, endsAt: first.ends_at },
    shifted: shifted ?? null,
  };
}
