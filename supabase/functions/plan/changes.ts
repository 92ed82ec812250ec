/** Computes what a change makes of a series. */

import { PLANS } from "../_shared/contracts/planLimits.ts";
import { PLANNING } from "../_shared/contracts/planningLimits.ts";
import type { CancelOccurrences, ChangeSeries, SeriesToChange } from "../_shared/contracts/plans.ts";
import { parseLocal } from "../_shared/planning/localTime.ts";
import { type Occurrence, occurrencesOf } from "../_shared/planning/occurrences.ts";
import {
  cancelLater,
  cancelOccurrence,
  changeAll,
  changeLater,
  type Edit,
  type EditFault,
  moveOccurrence,
  type PlanChange,
  type Series,
} from "../_shared/planning/series.ts";
import type { ChangedSeries, SeriesState } from "./planStore.ts";

type Texts = Pick<SeriesState, "title" | "language" | "agenda">;

const [MS_PER_MINUTE, MS_PER_DAY] = [60_000, 86_400_000];
/** Days of the past that a change of an old endless series keeps in the calendar. */
const KEPT_DAYS = 60;

/**
 * Returns the occurrences that are stored: the first 400. An endless series that would end soon has those from some weeks before
 * now on. The job `remind` adds further ones.
 */
function storedOccurrences({ plan, overrides }: Series, now: number): Occurrence[] {
  const first = occurrencesOf(plan, overrides);
  const last = first.at(-1);
  const isWhole = first.length < PLANNING.occurrences || plan.rule?.count !== undefined;
  if (isWhole || last === undefined || last.starts_at > now + PLANS.extensionDays * MS_PER_DAY) return first;
  const from = Math.floor((now - KEPT_DAYS * MS_PER_DAY) / MS_PER_MINUTE);
  const recent = occurrencesOf(plan, overrides, { from: Math.max(from, parseLocal(plan.start)) });
  return recent.length > 0 ? recent : first;
}

/**
 * Returns a series with its occurrences, or null if none takes place. Overrides of other days are left out, but not those after the
 * stored occurrences.
 */
export function stateOf(texts: Texts, series: Series, now: number): SeriesState | null {
  const { plan, overrides } = series;
  const all = storedOccurrences(series, now);
  const keys = new Set(all.map(({ key }) => key));
  const last = all.length < PLANNING.occurrences ? null : (all.at(-1)?.key ?? null);
  const occurrences = all
    .filter(({ state }) => state !== "cancelled")
    .map(({ key, starts_at, length_minutes }) => ({
      key,
      starts_at: new Date(starts_at).toISOString(),
      length_minutes,
    }));
  if (occurrences.length === 0) return null;
  return {
    ...texts,
    ...plan,
    overrides: overrides.filter(({ key }) => keys.has(key) || (last !== null && key > last)),
    occurrences,
  };
}

/** `cancelled`: nothing is left of the series. */
export type Change = ChangedSeries | "cancelled";
export type ChangeFault = EditFault | "one-has-no-texts" | "overrides-of-all-only";

/** A part of which nothing is left is no part. The rest of a series takes the place of an empty first part. */
function changeOf(state: SeriesState | null, later: SeriesState | null): Edit<Change> {
  const kept = state ?? later;
  if (kept === null) return { ok: true, value: "cancelled" };
  return { ok: true, value: { state: kept, later: state === null ? null : later } };
}

/** Leaves out what a request does not have, because `undefined` would replace what is stored. */
const newTimes = ({ start, zone, length_minutes, rule }: ChangeSeries): PlanChange => ({
  ...(start !== undefined && { start }),
  ...(zone !== undefined && { zone }),
  ...(length_minutes !== undefined && { length_minutes }),
  ...(rule !== undefined && { rule }),
});

const newTexts = ({ title, language, agenda }: ChangeSeries): Partial<Texts> => ({
  ...(title !== undefined && { title }),
  ...(language !== undefined && { language }),
  ...(agenda !== undefined && { agenda }),
});

const textsOf = ({ title, language, agenda }: Texts): Texts => ({ title, language, agenda });
const seriesOf = ({ times, overrides }: SeriesToChange): Series => ({ plan: times, overrides });

export function changed(
  current: SeriesToChange,
  request: ChangeSeries,
  now: number,
): Edit<Change> | { ok: false; fault: ChangeFault } {
  const { key, scope, overrides } = request;
  const [series, change] = [seriesOf(current), newTimes(request)];
  const texts = { ...textsOf(current), ...newTexts(request) };
  if (overrides !== undefined && scope !== "all") return { ok: false, fault: "overrides-of-all-only" };
  if (scope === "one") {
    if (Object.keys(newTexts(request)).length > 0) return { ok: false, fault: "one-has-no-texts" };
    const edit = moveOccurrence(series, key, change);
    return edit.ok ? changeOf(stateOf(texts, edit.value, now), null) : edit;
  }
  if (scope === "later") {
    const edit = changeLater(series, key, change);
    if (!edit.ok) return edit;
    const { before, after } = edit.value;
    return changeOf(before && stateOf(textsOf(current), before, now), stateOf(texts, after, now));
  }
  const edit = changeAll(series, key, change);
  if (!edit.ok) return edit;
  return changeOf(stateOf(texts, { plan: edit.value.plan, overrides: overrides ?? edit.value.overrides }, now), null);
}

export function cancelled(current: SeriesToChange, { key, scope }: CancelOccurrences, now: number): Edit<Change> {
  const edit = (scope === "one" ? cancelOccurrence : cancelLater)(seriesOf(current), key);
  return edit.ok ? changeOf(edit.value && stateOf(textsOf(current), edit.value, now), null) : edit;
}
