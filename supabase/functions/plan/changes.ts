/** Computes what a change makes of a series. */
import type { CancelOccurrences, ChangeSeries, SeriesToChange } from "../_shared/contracts/plans.ts";
import { occurrencesOf } from "../_shared/planning/occurrences.ts";
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

/** Returns a series with its occurrences, or null if none takes place. Overrides of other days are left out. */
export function stateOf(texts: Texts, { plan, overrides }: Series): SeriesState | null {
  const all = occurrencesOf(plan, overrides);
  const keys = new Set(all.map(({ key }) => key));
  const occurrences = all
    .filter(({ state }) => state !== "cancelled")
    .map(({ key, starts_at, length_minutes }) => ({
      key,
      starts_at: new Date(starts_at).toISOString(),
      length_minutes,
    }));
  if (occurrences.length === 0) return null;
  return { ...texts, ...plan, overrides: overrides.filter(({ key }) => keys.has(key)), occurrences };
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
): Edit<Change> | { ok: false; fault: ChangeFault } {
  const { key, scope, overrides } = request;
  const [series, change] = [seriesOf(current), newTimes(request)];
  const texts = { ...textsOf(current), ...newTexts(request) };
  if (overrides !== undefined && scope !== "all") return { ok: false, fault: "overrides-of-all-only" };
  if (scope === "one") {
    if (Object.keys(newTexts(request)).length > 0) return { ok: false, fault: "one-has-no-texts" };
    const edit = moveOccurrence(series, key, change);
    return edit.ok ? changeOf(stateOf(texts, edit.value), null) : edit;
  }
  if (scope === "later") {
    const edit = changeLater(series, key, change);
    if (!edit.ok) return edit;
    const { before, after } = edit.value;
    return changeOf(before && stateOf(textsOf(current), before), stateOf(texts, after));
  }
  const edit = changeAll(series, key, change);
  if (!edit.ok) return edit;
  return changeOf(stateOf(texts, { plan: edit.value.plan, overrides: overrides ?? edit.value.overrides }), null);
}

export function cancelled(current: SeriesToChange, { key, scope }: CancelOccurrences): Edit<Change> {
  const edit = (scope === "one" ? cancelOccurrence : cancelLater)(seriesOf(current), key);
  return edit.ok ? changeOf(edit.value && stateOf(textsOf(current), edit.value), null) : edit;
}
